#include "sim_core/compile/result_names.h"

#include <algorithm>
#include <utility>

namespace sim::compile_phases {

void ResultNames::add(const Instance& outport) {
  if (model_.segments[outport].empty()) return;
  const std::vector<Segment>& segments = model_.segments[outport].front();
  if (!can_name(segments)) return;
  int total = 0;
  for (const Segment& segment : segments) total += segment.count;
  const bool alone = segments.size() == 1;
  const std::string& label = outport.block->name;
  const std::string stem = label.substr(0, label.find_last_not_of("0123456789") + 1);
  const bool given = stem != outport.type->label && stem != "Out";
  int first = 0;
  for (const Segment& segment : segments) {
    const Shape shape = alone ? shape_of(segment.from) : vector_shape(total);
    Names names{label, {}};
    for (int k = 0; k < segment.count; ++k)
      names.elements.push_back(label + element_suffix(shape, first + k));
    if (!alone) names.whole = names.elements.front();
    first += segment.count;
    if (!given && has_named_line(segment.from)) continue;
    const auto [it, fresh] = names_.try_emplace(segment.from, std::move(names));
    if (!fresh) tell_duplicate(outport, it->second.whole);
  }
}

// Parts of signals keep the names of their signals, and so do complex signals beside others.
bool ResultNames::can_name(const std::vector<Segment>& segments) const {
  return std::all_of(segments.begin(), segments.end(), [&](const Segment& segment) {
    if (segment.from.instance < 0) return false;
    const Shape shape = shape_of(segment.from);
    return segment.count == shape.size() && (segments.size() == 1 || !shape.complex);
  });
}

const ResultNames::Names* ResultNames::find(const Driver& from) const {
  const auto it = names_.find(from);
  return it == names_.end() ? nullptr : &it->second;
}

Shape ResultNames::shape_of(const Driver& from) const {
  return model_.shapes[from.instance].outputs[static_cast<std::size_t>(from.port)];
}

bool ResultNames::has_named_line(const Driver& from) const {
  const auto& names = model_.instances[static_cast<std::size_t>(from.instance)].block->signal_names;
  const auto it = names.find(from.port);
  return it != names.end() && !it->second.empty();
}

void ResultNames::tell_duplicate(const Instance& outport, const std::string& column) {
  Diagnostic d = warning(outport.path, "its signal is recorded already, as '" + column + "'",
                         "put a Gain of 1 before this Outport for a column of its own");
  d.severity = Severity::Note;
  report_.diagnostics.push_back(std::move(d));
}

}  // namespace sim::compile_phases
