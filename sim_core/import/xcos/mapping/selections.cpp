#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void threshold_switch(BlockTranslation& t, int first) {
  constexpr const char* criteria[] = {"u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"};
  const Dialog d(t);
  const int rule = whole_within(d.number(first).value_or(0), 0, 2);
  t.set("Criteria", criteria[rule]);
  if (rule == 2 && d.number(first + 1).value_or(0) != 0)
    t.approximate("it compares with 0, not with " + d.text(first + 1));
  d.set("Threshold", first + 1);
}

void fixed_switch(BlockTranslation& t) {
  const Dialog d(t);
  t.set("Inputs", std::to_string(std::max(1, t.input_count())));
  d.set("Active", 2);
}

void multiport_switch(BlockTranslation& t) {
  const Dialog d(t);
  const bool zero_based = d.number(2).value_or(1) == 0;
  t.set("Inputs", std::to_string(std::max(1, t.input_count() - 1)));
  t.set("DataPortOrder", zero_based ? "Zero-based contiguous" : "One-based contiguous");
  if (d.number(3).value_or(1) != 0) t.approximate("the index is cut to a whole number, not rounded");
}

// At an event at its k-th event port it takes its k-th input and holds it; before the first, the initial one.
void held_choice(BlockTranslation& t, int first) {
  const Dialog d(t);
  const int inputs = t.input_count();
  if (inputs < 1) return t.unresolved("it has no inputs: take a Multiport Switch block");
  const int initial = whole_within(d.number(first + 1).value_or(1), 1, inputs);
  std::string head, body;
  for (int k = 1; k <= inputs; ++k) head += "u" + std::to_string(k) + ", ";
  for (int k = 1; k <= inputs; ++k) {
    const std::string n = std::to_string(k);
    head += "e" + n + (k < inputs ? ", " : "");
    body += "if e" + n + " ~= 0\n  y = u" + n + "\nend\n";
  }
  const std::string start = "u" + std::to_string(initial);
  // The held value begins as what the initial input is at the start.
  t.become("user_defined/function");
  t.set("Script", "function y = held(" + head +
                      ")\n% takes an input at each of its events, and holds it\n"
                      "persistent before = 0\npersistent begun = 0\ny = begun*before + (1 - begun)*" +
                      start + "\n" + body + "before = y\nbegun = 1\nend\n");
  t.set("ZeroCross", "off");
  place_events(t);
}

// At an event at its k-th event port the input goes to the k-th output, which holds it.
void held_output(BlockTranslation& t, int first) {
  const int outputs = t.output_count();
  if (outputs < 1) return t.unresolved("it has no outputs: take function-call subsystems");
  const int initial = whole_within(Dialog(t).number(first + 1).value_or(1), 1, outputs);
  std::string heads, events, body, kept, ends;
  for (int k = 1; k <= outputs; ++k) {
    const std::string n = std::to_string(k);
    heads += (k > 1 ? ", y" : "y") + n;
    events += ", e" + n;
    kept += "persistent before" + n + " = 0\n";
    body += "y" + n + " = before" + n + "\nif e" + n + " ~= 0\n  y" + n + " = u\nend\n";
    ends += "before" + n + " = y" + n + "\n";
  }
  t.become("user_defined/function");
  t.set("Script", "function [" + heads + "] = held(u" + events + ")\n" + kept + body + ends + "end\n");
  t.set("ZeroCross", "off");
  t.approximate("output " + std::to_string(initial) + " is 0 until the first event");
  place_events(t);
}

// Follows an input, which events choose.
void relay(BlockTranslation& t) {
  const Dialog d(t);
  const int inputs = t.input_count();
  if (inputs < 1) return t.unresolved("it has no inputs: take a Multiport Switch block");
  const int initial = whole_within(d.number(2).value_or(1), 1, inputs);
  std::string head, choose, follow;
  for (int k = 1; k <= inputs; ++k) {
    const std::string n = std::to_string(k);
    head += "u" + n + ", ";
    choose += "if e" + n + " ~= 0\n  which = " + n + "\nend\n";
    follow += std::string(k == 1 ? "y = u1\n" : "") +
              (k > 1 ? "if which == " + n + "\n  y = u" + n + "\nend\n" : "");
  }
  for (int k = 1; k <= inputs; ++k) head += "e" + std::to_string(k) + (k < inputs ? ", " : "");
  t.become("user_defined/function");
  t.set("Script", "function y = relay(" + head + ")\npersistent chosen = " + std::to_string(initial) +
                      "\nwhich = chosen\n" + choose + follow + "chosen = which\nend\n");
  t.set("ZeroCross", "off");
  place_events(t);
}

}  // namespace

void add_selections(MappingTable& t) {
  t.block("SWITCH2", "routing/switch").by([](BlockTranslation& b) { threshold_switch(b, 1); });
  t.block("SWITCH2_m", "routing/switch").by([](BlockTranslation& b) { threshold_switch(b, 2); });
  t.block("SWITCH_f", "routing/manual_variant").by(fixed_switch);
  t.block("M_SWITCH", "routing/multiport_switch").by(multiport_switch);
  t.block("SELECT_f", "").by([](BlockTranslation& b) { held_choice(b, 1); });
  t.block("SELECT_m", "").by([](BlockTranslation& b) { held_choice(b, 2); });
  t.block("ISELECT_f", "").by([](BlockTranslation& b) { held_output(b, 1); });
  t.block("ISELECT_m", "").by([](BlockTranslation& b) { held_output(b, 2); });
  t.block("RELAY_f", "").by(relay);
  t.none("SELF_SWITCH", "take a Manual Switch or a Rocker Switch block");
  t.none("NRMSOM_f", "take a Merge block of conditional subsystems");
}

}  // namespace sim::importing::xcos
