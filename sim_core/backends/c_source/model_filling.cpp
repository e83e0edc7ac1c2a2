#include "sim_core/backends/c_source/model_filling.h"

#include <algorithm>
#include <functional>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/method_text.h"

namespace sim::c_source {

namespace {

std::string grid_text(const Grid& grid) {
  return "{" + number(grid.period) + ", " + number(grid.offset) + ", " + whole(grid.first) + ", " +
         whole(grid.step) + ", " + whole(grid.base) + "}";
}

class Filler {
 public:
  Filler(const Program& program, const FixedStepRun& run, const FollowedBranches& followed,
         ModelInterface& interface)
      : program_(program), run_(run), followed_(followed), interface_(interface) {}

  Filling fill() {
    times();
    states_and_slots();
    switching();
    updates();
    initial_values();
    checks();
    outputs();
    return std::move(filling_);
  }

 private:
  void have(const char* feature, bool there = true) {
    if (there) filling_.features.insert(feature);
  }
  bool has(const char* feature) const { return filling_.features.contains(feature); }
  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }
  void count(const char* name, std::size_t n) { set(name, std::to_string(n)); }
  // A list of whole numbers with its length; a feature where it has any.
  template <class List>
  void list(const char* feature, const char* length, const char* name, const List& values) {
    have(feature, !values.empty());
    count(length, values.size());
    set(name, table(values, whole_text));
  }
  bool follows(KernelKind kind) const { return followed_.read[static_cast<std::size_t>(kind)]; }

  void times() {
    set("start_time", number(run_.start));
    set("stop_time", number(run_.stop));
    set("step_text", run_.to_hits ? "to the next sample hit" : "of " + number(run_.fixed_step) + " s");
    have("to_hits", run_.to_hits);
    set("most_step", number(run_.most_step));
    have("refines", run_.to_hits && run_.refine > 1);
    set("refine", std::to_string(run_.refine));
    have("locates", run_.to_hits && program_.located_mode >= 0);
    set("located_mode", std::to_string(program_.located_mode));
    set("close", number(1e-9 * run_.fixed_step));
    set("step_grid", grid_text(run_.steps));
    set("time_unit", number(run_.time_unit));
    have("decimates", run_.decimation > 1);
    set("decimation", std::to_string(run_.decimation));
    set("most_rounds", whole(run_.most_rounds));
    have("rates", !program_.rates.empty());
    count("rate_count", program_.rates.size());
    set("rate_grids", table(run_.rates, grid_text));
    set("rate_modes", table(program_.rates, [](const RateInfo& rate) { return whole(rate.mode); }));
    set("first_hits", table(run_.first_hits, whole_text));
    list("due_at_start", "due_count", "due_list", run_.due_at_start);
    have("events", !program_.time_events.empty());
    count("event_count", program_.time_events.size());
    set("event_modes",
        table(program_.time_events, [](const TimeEventInfo& event) { return whole(event.mode); }));
    have("events_move", has("events") && program_.event_times_move);
    have("snaps", has("events") || !program_.delays.empty());
    have("marks_events", has("snaps"));
    have("has_grids", has("rates") || !run_.to_hits);
    have("searches_grid", has("rates") || (has("snaps") && !run_.to_hits));
  }

  void states_and_slots() {
    have("states", program_.state_count > 0);
    set("x", program_.state_count > 0 ? "self->x" : "NULL");
    set("state_count", std::to_string(program_.state_count));
    const bool in_struct = program_.state_count > most_on_stack || !program_.delays.empty();
    have("stages_in_struct", in_struct);
    set("stage_count", std::to_string(run_.method && in_struct ? stages_of(*run_.method) : 1));
    std::string names;
    constexpr int most = 20;
    for (int k = 0; k < std::min(program_.state_count, most); ++k)
      names += (k ? ", " : "") + program_.state_name(k);
    // The template has the marks of the comment around it.
    names = comment(names + (program_.state_count > most ? ", ..." : ""));
    set("state_names", names.substr(3, names.size() - 6));
    have("slots", program_.discrete_count > 0);
    set("slot_count", std::to_string(program_.discrete_count));
    have("modes", program_.mode_count > 0);
    set("mode_count", std::to_string(program_.mode_count));
    have("captured", program_.captured_count > 0);
    set("captured_count", std::to_string(program_.captured_count));
    list("captures", "capture_count", "capture_slots", program_.captures);
    list("latches", "latch_count", "latch_slots", program_.latches);
    have("chooses_for_latches", follows(KernelKind::Latches));
  }

  void switching() {
    const auto& crossings = program_.crossings;
    have("switches", !crossings.empty());
    have("settles", has("switches") || has("events"));
    have("major_step_mode", program_.major_step_mode >= 0);
    set("major_step_mode", std::to_string(program_.major_step_mode));
    have("sets_hits", has("rates") || has("major_step_mode"));
    have("sets_modes", has("sets_hits") || has("settles"));
    count("crossing_room", crossings.size());
    count("crossing_count", crossings.size());
    set("crossing_table", table(crossings, [](const CrossingInfo& c) {
          return "{" + whole(c.mode) + ", " + whole(c.below_mode) + ", " + (c.unordered ? "1}" : "0}");
        }));
    std::vector<int> rules, others;
    for (std::size_t k = 0; k < crossings.size(); ++k)
      (crossings[k].rules_execution ? rules : others).push_back(static_cast<int>(k));
    list("rules", "rule_count", "rule_list", rules);
    list("others", "other_count", "other_list", others);
    const bool projects = !run_.projection.rows.empty();
    const bool any = (has("states") && follows(KernelKind::Derivatives)) ||
                     (!program_.logged.empty() && follows(KernelKind::Logged)) ||
                     (!program_.latches.empty() && follows(KernelKind::Latches)) ||
                     (projects && (follows(KernelKind::Invariants) || follows(KernelKind::InvariantTargets)));
    list("followed", "followed_count", "followed_list", any ? followed_.crossings : std::vector<int>());
    have("chooses_for_rows", follows(KernelKind::Logged));
    set("settle_rounds", std::to_string(2 * program_.mode_count + 2));
  }

  void updates() {
    have("slot_updates", !program_.updates.empty());
    count("update_count", program_.updates.size());
    set("update_slots", table(program_.updates, [](const UpdateInfo& update) { return whole(update.slot); }));
    have("resets", !program_.resets.empty());
    count("reset_count", program_.resets.size());
    set("reset_states", table(program_.resets, [](const ResetInfo& reset) { return whole(reset.state); }));
    have("updates", has("slot_updates") || has("resets"));
    have("hybrid", has("updates") || has("rates") || has("major_step_mode"));
    std::vector<std::string> primed;
    std::vector<int> before;
    for (std::size_t k = 0; k < program_.updates.size(); ++k) {
      const UpdateInfo& update = program_.updates[k];
      if (!update.primed) continue;
      primed.push_back("{" + std::to_string(k) + ", " + whole(update.slot) +
                       (update.before ? ", 1}" : ", 0}"));
      if (update.before) before.push_back(update.slot);
    }
    have("primed", !primed.empty());
    count("primed_count", primed.size());
    set("primed_table", table(primed, [](const std::string& row) { return row; }));
    list("primed_before", "before_count", "before_slots", before);
  }

  void initial_values() {
    have("initial", has("states") || has("slots"));
    set("initial_rounds", std::to_string(program_.states.size() + program_.discrete.size() + 1));
    std::vector<int> slots;
    for (const DiscreteInfo& info : program_.discrete)
      for (int k = 0; k < info.shape.size(); ++k) slots.push_back(info.first + k);
    list("initial_slots", "initial_slot_count", "slot_of_initial", slots);
  }

  void checks() {
    have("checks", !program_.checks.empty());
    count("check_count", program_.checks.size());
    set("check_table", table(program_.checks, [&](const CheckInfo& check) {
          const std::string& path = program_.blocks[static_cast<std::size_t>(check.block)].path;
          const bool ends = check.action == CheckAction::Stop || check.action == CheckAction::Error;
          return std::string(check.action == CheckAction::Error ? "{1, " : "{0, ") +
                 (ends ? literal(path + ": " + check.message) : "NULL") + "}";
        }));
  }

  std::string unit_of(const LoggedSignal& signal) const {
    if (signal.block < 0 || signal.port < 0) return {};
    const auto& outputs = program_.blocks[static_cast<std::size_t>(signal.block)].outputs;
    const auto port = static_cast<std::size_t>(signal.port);
    return port < outputs.size() ? outputs[port].unit : std::string();
  }

  // The members of the outputs, what copies a row to them, what prints them column by column.
  void outputs() {
    std::string members, copies, tests, prints;
    Names names;
    names.take("time");
    std::vector<std::string> columns(static_cast<std::size_t>(program_.column_count()));
    bool all_held = true;
    for (const LoggedSignal& signal : program_.logged) {
      const std::string name = names.take(signal.name), many = std::to_string(signal.count());
      const std::string first = std::to_string(signal.first);
      const bool vector = signal.count() > 1;
      interface_.outputs.push_back({name, signal.name, signal.count(), 1, unit_of(signal), signal.block});
      members += "  double " + name + (vector ? "[" + many + "]" : "") + "; " + comment(signal.name) + "\n";
      copies += vector ? "  memcpy(to->" + name + ", row + " + first + ", sizeof to->" + name + ");\n"
                       : "  to->" + name + " = row[" + first + "];\n";
      for (int k = 0; k < signal.count(); ++k)
        columns[static_cast<std::size_t>(signal.first + k)] =
            name + (vector ? "[" + std::to_string(k) + "]" : "");
      all_held = all_held && signal.held;
      if (signal.held) continue;
      tests += "    for (int k = " + first + "; k < " + std::to_string(signal.first + signal.count()) +
               "; ++k)\n      if (!(self->left_limit[k] == self->row[k])) jumps = 1;\n";
    }
    for (const std::string& column : columns) prints += "  print_next(file, row->" + column + ");\n";
    have("columns", !columns.empty());
    have("prints", !columns.empty());
    count("column_count", columns.size());
    have("left_limits", (has("rates") || !program_.jumps.empty()) && !all_held && !columns.empty());
    have("jumps_late", !program_.jumps.empty() && !run_.to_hits);  // what a fixed step has gone past
    have("needs_next_hit", has("rates") && (run_.to_hits || (has("left_limits") && program_.jumps.empty())));
    set("output_members", members);
    set("publish_members", copies);
    set("left_limit_tests", tests);
    set("print_members", prints);
    set("print_header", "  fputs(" + literal(run_.header + "\n") + ", file);\n");
  }

  const Program& program_;
  const FixedStepRun& run_;
  const FollowedBranches& followed_;
  ModelInterface& interface_;
  Filling filling_;
};

}  // namespace

Filling model_filling(const Program& program, const FixedStepRun& run, const FollowedBranches& followed,
                      ModelInterface& interface) {
  return Filler(program, run, followed, interface).fill();
}

}  // namespace sim::c_source
