#pragma once
// A study that is in no file, or is other than its file, stays with the model: the member "study"
// (docs/file-format.md). It never changes a run, and need not be finished: it may have no results yet.
#include <optional>
#include <string>

#include "sim_core/diagram/diagram.h"
#include "sim_core/study/study.h"

namespace sim {

struct KeptStudy {
  Study study;
  std::string file;  // the .flxstudy file it was opened from, relative to the model; empty: none
  bool operator==(const KeptStudy&) const = default;
};

inline constexpr const char* study_member = "study";  // of Diagram::unknown
// What the model has; nothing: it has none, or one that cannot be read, which is reported.
std::optional<KeptStudy> kept_study(const Diagram& diagram, Diagnostics* problems = nullptr);
// The member as JSON text.
std::string study_text(const KeptStudy& kept);

// The diagram without what is planned with it, which changes no run.
Diagram without_plans(Diagram diagram);

}  // namespace sim
