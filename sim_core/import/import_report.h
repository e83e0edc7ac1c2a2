#pragma once
// What became of each block of an imported model: one entry a block, in the order of the file.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"

namespace sim::importing {

enum class Outcome {
  Exact,         // computes what it did
  Approximated,  // computes something near; the remarks say what differs
  Unresolved,    // an Unresolved block stands in its place
  LeftOut        // has no effect on a run
};
std::string_view name_of(Outcome outcome);  // "exact"

struct ImportedBlock {
  std::string path;  // in the diagram
  Id block = no_id;  // in the diagram; no_id where it was left out
  std::string source_type;
  std::string target_type;  // empty where it was left out
  Outcome outcome = Outcome::Exact;
  std::vector<std::string> remarks;  // sentences without a full stop
  std::string instead;               // of an Unresolved block: what to use
};

// A name that expressions use and nothing defines.
struct UndefinedName {
  std::string name;
  std::vector<std::string> uses;  // "Plant/Gain: k"
};

struct ImportReport {
  std::string file, format;
  std::vector<ImportedBlock> blocks;
  std::vector<UndefinedName> undefined;
  Diagnostics model;  // what concerns no single block: settings, variables, files beside it

  std::size_t count(Outcome outcome) const;
  // Nothing differs and nothing is missing.
  bool complete() const;
};

// For people: a summary, then what is not exact, grouped by what is the matter.
std::string to_text(const ImportReport& report);
// Everything, for programs: an object with "file", "format", "counts", "blocks", "undefined", "model".
std::string to_json(const ImportReport& report);
// An array of such objects.
std::string to_json(const std::vector<ImportReport>& reports);

}  // namespace sim::importing
