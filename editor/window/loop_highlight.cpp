#include "editor/window/loop_highlight.h"

#include <algorithm>
#include <iterator>

namespace fluxion {

static std::set<sim::Id> common(const std::set<sim::Id>& a, const std::set<sim::Id>& b) {
  std::set<sim::Id> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

sim::Trace loopOf(const sim::Diagram& diagram, const sim::Diagnostic& finding) {
  if (!finding.message.starts_with("algebraic loop ")) return {};
  const std::string named = finding.message.substr(0, finding.message.find(": what these give"));
  std::set<sim::Id> members;
  for (const auto& [id, block] : diagram.blocks)
    if (named.find("'" + sim::block_path(diagram, id) + "'") != std::string::npos) members.insert(id);
  // What leads from a member to a member, through ports of subsystems and tags.
  const sim::Trace ahead = sim::trace_to_destinations(diagram, members),
                   back = sim::trace_to_sources(diagram, members);
  sim::Trace loop;
  loop.lines = common(ahead.lines, back.lines);
  loop.blocks = common(ahead.blocks, back.blocks);
  loop.blocks.insert(members.begin(), members.end());
  return loop;
}

}  // namespace fluxion
