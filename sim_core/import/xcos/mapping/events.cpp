#include <algorithm>

#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

constexpr const char* no_clock = "make its events with a Function-Call Generator or a Hit Crossing block";

// Events at known instants: a generator, where sample times do not say them all.
bool is_periodic(BlockTranslation& t) {
  const std::string period = t.given("period");
  if (period.empty()) return false;
  if (t.given("needed").empty()) {
    t.leave_out("its events are the sample times of the blocks that it activates");
    return true;
  }
  t.become("ports/function_call_generator");
  t.set_expression("Period", period);
  t.set_expression("Offset", t.given("offset", "0"));
  t.result.outputs[{SourcePort::Event, 1}] = 0;
  return true;
}
bool is_idle(BlockTranslation& t) {
  if (!t.given("needed").empty()) return false;
  t.leave_out("nothing is activated by its events");
  return true;
}

void clock(BlockTranslation& t) {
  if (!is_periodic(t) && !is_idle(t)) t.unresolved(no_clock);
}

// Events are signals that are not zero where there is one: so the sum of some is all of them.
void all_events(BlockTranslation& t) {
  if (is_periodic(t) || is_idle(t)) return;
  std::string signs;
  for (int n = 1; n <= t.input_count(SourcePort::Event); ++n)
    if (t.incoming(n, SourcePort::Event)) {
      t.result.inputs[{SourcePort::Event, n}] = static_cast<int>(signs.size());
      signs += '+';
    } else {
      t.result.inputs[{SourcePort::Event, n}] = -1;
    }
  t.become("math/sum");
  t.set("signs", signs.empty() ? "+" : signs);
  t.result.outputs[{SourcePort::Event, 1}] = 0;
}

// An event passes at its first output where the input is positive, else at the second.
void if_then_else(BlockTranslation& t) {
  if (is_periodic(t) || is_idle(t)) return;
  if (!t.incoming(1, SourcePort::Event))
    return t.unresolved("it has no events of its own: put what it activates into If Action Subsystems");
  t.become("user_defined/function");
  t.set("Script",
        "function [then, other] = passes(u, event)\nthen = 0\nother = 0\nif event ~= 0\n  if u > 0\n "
        "   then = 1\n  else\n"
        "    other = 1\n  end\nend\nend\n");
  t.set("ZeroCross", "off");
  place_events(t);
  t.result.outputs[{SourcePort::Event, 1}] = 0;
  t.result.outputs[{SourcePort::Event, 2}] = 1;
}

// An event passes at the output of which the input is the number.
void event_select(BlockTranslation& t) {
  if (is_idle(t)) return;
  const int n = std::clamp(t.output_count(SourcePort::Event), 1, 100);
  if (!t.incoming(1, SourcePort::Event))
    return t.unresolved(
        "it has no events of its own: put what it activates into Switch Case Action Subsystems");
  std::string names, body;
  for (int k = 1; k <= n; ++k) {
    const std::string number = std::to_string(k);
    names += (k > 1 ? ", e" : "e") + number;
    body += "e" + number + " = (which == " + number + ") * (event ~= 0)\n";
    t.result.outputs[{SourcePort::Event, k}] = k - 1;
  }
  t.become("user_defined/function");
  t.set("Script", "function [" + names + "] = select(u, event)\nwhich = min(max(fix(u), 1), " +
                      std::to_string(n) + ")\n" + body + "end\n");
  t.set("ZeroCross", "off");
  t.result.inputs[{SourcePort::Event, 1}] = 1;
}

// An event where the input crosses zero.
void crossing(BlockTranslation& t, const char* direction) {
  if (is_idle(t)) return;
  t.set("HitCrossingDirection", direction);
  t.result.outputs[{SourcePort::Event, 1}] = 0;
}

void halt(BlockTranslation& t) {
  if (!t.incoming(1, SourcePort::Event)) return t.leave_out("nothing activates it");
  t.result.inputs[{SourcePort::Event, 1}] = 0;
}

}  // namespace

void add_events(MappingTable& t) {
  t.block("CLOCK_c", "").by(clock);
  for (const char* name : {"CLOCK_f", "SampleCLK", "EVTDLY_c", "EVTDLY_f", "freq_div"})
    t.also(name, "CLOCK_c");
  t.block("CLKSOM_f", "").by(all_events);
  t.also("CLKSOMV_f", "CLKSOM_f");
  t.block("IFTHEL_f", "").by(if_then_else);
  t.block("ESELECT_f", "").by(event_select);
  t.block("NEGTOPOS_f", "discontinuities/hit_crossing").by([](BlockTranslation& b) {
    crossing(b, "rising");
  });
  t.block("POSTONEG_f", "discontinuities/hit_crossing").by([](BlockTranslation& b) {
    crossing(b, "falling");
  });
  t.block("ZCROSS_f", "discontinuities/hit_crossing").by([](BlockTranslation& b) {
    crossing(b, "either");
    if (b.input_count() > 1 || Dialog(b).number(1).value_or(1) > 1) b.unresolved(no_clock);
  });
  t.none("EDGE_TRIGGER", "take a Triggered Subsystem: its trigger port finds edges");
  t.block("HALT_f", "sinks/stop_simulation").by(halt);
  t.left_out("END_c", "its time is the stop time of the configuration");
  t.also("ENDBLK", "END_c");
  t.left_out("CLINDUMMY_f", "it does nothing but keep the solver of Xcos running");
  t.left_out("VirtualCLK0", "it stands for the activation of a block by what surrounds it");
  t.none("EVTGEN_f", "take a Step block and a Triggered Subsystem: it makes one event at a given time");
  t.none("EVTVARDLY", no_clock);
  for (const char* name : {"M_freq", "MFCLCK_f", "MCLOCK_f"})
    t.none(name, "take a Function-Call Generator block for each of its clocks");
  for (const char* name : {"ANDBLK", "ANDLOG_f"})
    t.none(name, "take a Logical Operator block: it activates where two events coincide");
  t.none("Extract_Activation", "take a Function-Call Generator block");
  t.none("GENERAL_f", "take a Hit Crossing block for each input");
  t.none("CLKFROM", "connect the events with lines: tags of events have no counterpart");
  for (const char* name : {"CLKGOTO", "CLKGotoTagVisibility"}) t.also(name, "CLKFROM");
}

}  // namespace sim::importing::xcos
