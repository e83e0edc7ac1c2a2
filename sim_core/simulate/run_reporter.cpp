#include "sim_core/simulate/run_reporter.h"

#include <algorithm>
#include <utility>

namespace sim {

std::string RunReporter::path_of(int block) const {
  return block < 0 ? std::string() : program_->blocks[static_cast<std::size_t>(block)].path;
}

Id RunReporter::id_of(int block) const {
  return block < 0 ? no_id : program_->blocks[static_cast<std::size_t>(block)].id;
}

int RunReporter::block_of_state(int index) const {
  const auto& states = program_->states;  // in the order of their first elements
  const auto behind = std::upper_bound(states.begin(), states.end(), index,
                                       [](int i, const StateInfo& state) { return i < state.first; });
  return behind == states.begin() ? -1 : std::prev(behind)->block;
}

bool RunReporter::fail(int block, std::string message, std::string remedy) {
  if (control_.stop_requested()) {
    cut_short_ = true;
    return false;
  }
  if (!failed_) fail(error(path_of(block), std::move(message), std::move(remedy), id_of(block)));
  return false;
}

void RunReporter::fail(Diagnostic error) {
  failed_ = true;
  diagnostics_.push_back(std::move(error));
}

bool RunReporter::has_warned(const std::string& key) const {
  return std::find(warned_.begin(), warned_.end(), key) != warned_.end();
}

void RunReporter::tell_once(Severity severity, const std::string& key, int block, std::string message,
                            std::string remedy) {
  if (has_warned(key)) return;
  warned_.push_back(key);
  add({severity, path_of(block), std::move(message), std::move(remedy), id_of(block)});
}

void RunReporter::warn_once(const std::string& key, int block, std::string message, std::string remedy) {
  tell_once(Severity::Warning, key, block, std::move(message), std::move(remedy));
}

void RunReporter::note_once(const std::string& key, int block, std::string message, std::string remedy) {
  tell_once(Severity::Note, key, block, std::move(message), std::move(remedy));
}

void RunReporter::note(std::string message, std::string remedy) {
  add({Severity::Note, {}, std::move(message), std::move(remedy), no_id});
}

void RunReporter::add(Diagnostic diagnostic) {
  failed_ = failed_ || diagnostic.severity == Severity::Error;
  diagnostics_.push_back(std::move(diagnostic));
}

void RunReporter::take_over(RunReporter& before) {
  diagnostics_ = std::move(before.diagnostics_);
  warned_ = std::move(before.warned_);
}

}  // namespace sim
