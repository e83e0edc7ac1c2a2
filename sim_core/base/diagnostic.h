#pragma once
// What the user is told when something is wrong: where, what, and what to do about it.
// Errors users can cause travel as these values, never as exceptions across modules.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/base/id.h"

namespace sim {

enum class Severity { Note, Warning, Error };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string path;     // block path, "Plant/Gain"; for a file, the place in it; empty: the whole model
  std::string message;  // the cause, one sentence without a full stop
  std::string remedy;   // what to do, an imperative; may be empty
  Id element = no_id;   // the element concerned, when there is one

  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

inline Diagnostic error(std::string path, std::string message, std::string remedy = {}, Id element = no_id) {
  return {Severity::Error, std::move(path), std::move(message), std::move(remedy), element};
}
inline Diagnostic warning(std::string path, std::string message, std::string remedy = {},
                          Id element = no_id) {
  return {Severity::Warning, std::move(path), std::move(message), std::move(remedy), element};
}

inline bool has_errors(const Diagnostics& all) {
  return std::any_of(all.begin(), all.end(), [](const auto& d) { return d.severity == Severity::Error; });
}

// "path: message (remedy)", the form of the command line and of the Problems dock's clipboard.
inline std::string to_text(const Diagnostic& d) {
  std::string text = d.path.empty() ? d.message : d.path + ": " + d.message;
  return d.remedy.empty() ? text : text + " (" + d.remedy + ")";
}

}  // namespace sim
