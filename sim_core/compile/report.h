#pragma once
// What a compilation says and notes besides its tables. Every phase may add to it; none decides by it but
// whether something has failed.
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/equations.h"
#include "sim_core/compile/instance.h"

namespace sim::compile_phases {

struct Report {
  explicit Report(const Diagram& d) : diagram(d) {}

  const Diagram& diagram;  // whose settings say how severe some findings are
  Diagnostics diagnostics;
  std::vector<std::string> reductions;  // what block reduction left out, and why; one sentence each
  // What the program was made from besides its tables: parameters, as their first index into
  // Program::parameters.
  std::set<int> fixed_parameters;
  std::set<Id> kept_to_look_at;  // blocks that nothing else needs

  void fail(const Instance& at, std::string message, std::string remedy) {
    diagnostics.push_back(error(at.path, std::move(message), std::move(remedy), at.id));
  }
  // A diagnostic that a setting (none, warning or error) can silence or make an error of.
  void as_set(std::string_view setting, Diagnostic warning);
  // Whether there is an error among the diagnostics. Each is looked at once, however often this is asked.
  bool failed();
  void clear() {
    diagnostics.clear();
    checked_ = 0;
  }

 private:
  std::size_t checked_ = 0;
  bool found_error_ = false;
};

// What a condition that a setting (none, warning or error) is about does to the run; nothing where it is not
// checked.
std::optional<CheckAction> check_action(const Diagram&, std::string_view setting);

}  // namespace sim::compile_phases
