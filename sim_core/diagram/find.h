#pragma once
// Finding text in a diagram, at all levels: names and types of blocks, parameters, names of signals, notes;
// and replacing it where it may change.
#include <functional>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

enum class FoundIn { Name, Type, Parameter, MaskParameter, SignalName, Annotation, Mask };

struct Found {
  Id element = no_id;  // a block or an annotation
  FoundIn what = FoundIn::Name;
  std::string key;   // which parameter; of a signal, its port from 0
  std::string text;  // all of it
  bool operator==(const Found&) const = default;
};

struct FindOptions {
  bool names = true, types = true, parameters = true, notes = true;
  bool match_case = false, whole_words = false;
};

// What people call a type; empty: unknown.
using TypeLabel = std::function<std::string(const std::string& type)>;

// In the order of the levels and of ids: blocks first, then annotations. Only parameters that the file has
// are looked at. Nothing for an empty text. `type_label` may be null.
std::vector<Found> find_text(const Diagram& diagram, const std::string& text, const FindOptions& options,
                             const TypeLabel& type_label = {});

// Puts `replacement` in place of every occurrence of `text` in these; types stay. Fails where a name would
// not be allowed.
Result<Edit> replace_text(const Diagram& diagram, const std::vector<Found>& found, const std::string& text,
                          const std::string& replacement, const FindOptions& options);

}  // namespace sim
