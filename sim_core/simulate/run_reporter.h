#pragma once
// What the user is told of a run: errors that end it, warnings that are given once. Blocks are named by their
// paths.
#include <memory>
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/run_control.h"

namespace sim {

class RunReporter {
 public:
  RunReporter(std::shared_ptr<const Program> program, const RunControl& control)
      : program_(std::move(program)), control_(control) {}

  // An error of this block (-1: of none) ends the run; only the first one is told, for others follow from it.
  // Where the run is to stop, it is cut short instead: what fails then fails because of that. Returns false.
  bool fail(int block, std::string message, std::string remedy);
  void fail(Diagnostic error);
  // A warning is given once for each key.
  void warn_once(const std::string& key, int block, std::string message, std::string remedy);
  bool has_warned(const std::string& key) const;
  // The same as a note.
  void note_once(const std::string& key, int block, std::string message, std::string remedy);
  void note(std::string message, std::string remedy);
  void add(Diagnostic diagnostic);

  bool failed() const { return failed_; }
  // The run was stopped within a step, which does not count.
  bool cut_short() const { return cut_short_; }
  void set_cut_short() { cut_short_ = true; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  // Goes on with what another has told.
  void take_over(RunReporter& before);

  // Empty for -1.
  std::string path_of(int block) const;
  int block_of_state(int state) const;

 private:
  Id id_of(int block) const;
  void tell_once(Severity severity, const std::string& key, int block, std::string message,
                 std::string remedy);

  std::shared_ptr<const Program> program_;
  const RunControl& control_;
  Diagnostics diagnostics_;
  std::vector<std::string> warned_;  // keys
  bool failed_ = false, cut_short_ = false;
};

}  // namespace sim
