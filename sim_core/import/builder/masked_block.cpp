#include "sim_core/import/builder/masked_block.h"

#include <algorithm>

#include "sim_core/interfaces/block_interface.h"

namespace sim::importing {

bool says_something(const SourceMask& mask) {
  return !mask.parameters.empty() || !mask.initialization.empty() || mask.icon.kind != MaskIconKind::None;
}

// What it means depends on the system that it is in.
static bool must_stay(const std::string& type) {
  static constexpr const char* types[] = {"routing/goto", "routing/from", "routing/goto_tag_visibility",
                                          "routing/data_store_memory"};
  return type.starts_with("ports/") || std::find(std::begin(types), std::end(types), type) != std::end(types);
}

static int said(const std::map<SourcePort, int>& ports) {
  const auto it = ports.find(SourcePort::Signal);
  return it == ports.end() ? 0 : it->second;
}

void put_into_masked_subsystem(TranslatedBlock& translated, const SourceBlock& source,
                               const BlockLibrary& library) {
  const BlockType* type = library.find(translated.type);
  if (!type || must_stay(translated.type)) {
    translated.remarks.push_back("its mask is not taken over: write the values of the mask where it is used");
    if (translated.outcome == Outcome::Exact) translated.outcome = Outcome::Approximated;
    return;
  }
  Block block;
  block.type = translated.type;
  block.parameters = translated.parameters;
  Diagram alone;
  const Id id = alone.new_id();
  alone.blocks.emplace(id, block);
  const BlockInterface ports = block_interface(alone, library, id);
  Composite& inside = translated.composite;
  const int part = inside.add(type->label, translated.type, std::exchange(translated.parameters, {}));
  const int inputs = std::max(static_cast<int>(ports.inputs.size()), said(source.inputs));
  const int outputs = std::max(static_cast<int>(ports.outputs.size()), said(source.outputs));
  for (int n = 0; n < inputs; ++n) inside.connect(inside.inport(n + 1), part, n);
  for (int n = 0; n < outputs; ++n) inside.connect(part, inside.outport(n + 1), 0, n);
}

}  // namespace sim::importing
