#include "editor/overlays/diagram_facts.h"

#include <algorithm>

#include "sim_core/diagram/well_known_types.h"

namespace fluxion {

using Kind = sim::SampleTime::Kind;

DiagramFacts::DiagramFacts(const sim::Diagram& diagram, const sim::Program& program) : m_origins(diagram) {
  for (const sim::BlockInfo& info : program.blocks) {
    if (m_blocks.contains(info.id)) continue;  // another copy of a block in an iterated subsystem
    BlockFacts facts{info.sample_time, false, 0, {}, {}};
    for (const sim::PortInfo& port : info.inputs)
      facts.inputs.push_back({port.shape, port.type, port.unit, info.sample_time});
    for (const sim::PortInfo& port : info.outputs)
      facts.outputs.push_back({port.shape, port.type, port.unit, info.sample_time});
    m_blocks.emplace(info.id, std::move(facts));
    if (info.sample_time.kind == Kind::Discrete && rate(info.sample_time) < 0)
      m_rates.push_back(info.sample_time);
  }
  std::sort(m_rates.begin(), m_rates.end(), [](const auto& a, const auto& b) {
    return std::pair(a.period, a.offset) < std::pair(b.period, b.offset);
  });
  int number = 0;
  for (int index : program.order) {
    const auto it = m_blocks.find(program.blocks[static_cast<std::size_t>(index)].id);
    if (it != m_blocks.end() && it->second.order == 0) it->second.order = ++number;
  }
  addSubsystems(diagram, program);
}

static bool saysNothing(const sim::SampleTime& time) {
  return time.kind == Kind::Constant || time.kind == Kind::Inherited;
}

// What is fixed in minor steps changes with what is continuous.
static bool fitTogether(const sim::SampleTime& a, const sim::SampleTime& b) {
  const auto smooth = [](const sim::SampleTime& time) {
    return time.kind == Kind::Continuous || time.kind == Kind::MajorStep;
  };
  return a == b || (smooth(a) && smooth(b));
}

// A subsystem is computed when all that is in it is. What is constant fits to anything.
void DiagramFacts::addSubsystems(const sim::Diagram& diagram, const sim::Program& program) {
  for (int index : program.order) {
    const sim::BlockInfo& info = program.blocks[static_cast<std::size_t>(index)];
    const auto block = diagram.blocks.find(info.id);
    if (block == diagram.blocks.end()) continue;
    sim::Id level = block->second.parent;
    for (int depth = 0; level != sim::no_id && depth < sim::max_subsystem_depth; ++depth) {
      const auto parent = diagram.blocks.find(level);
      if (parent == diagram.blocks.end()) break;
      const auto [it, first] = m_blocks.try_emplace(level, BlockFacts{info.sample_time, false, 0, {}, {}});
      BlockFacts& facts = it->second;
      if (!first && saysNothing(facts.sampleTime))
        facts.sampleTime = info.sample_time;
      else if (!saysNothing(info.sample_time) && !fitTogether(facts.sampleTime, info.sample_time))
        facts.hybrid = true;
      level = parent->second.parent;
    }
  }
}

const BlockFacts* DiagramFacts::block(sim::Id id) const {
  const auto it = m_blocks.find(id);
  return it == m_blocks.end() ? nullptr : &it->second;
}

static const SignalFacts* at(const std::vector<SignalFacts>& ports, int port) {
  return port >= 0 && port < static_cast<int>(ports.size()) ? &ports[static_cast<std::size_t>(port)]
                                                            : nullptr;
}

const SignalFacts* DiagramFacts::output(sim::PortRef port) const {
  const auto origin = m_origins.of(port);
  const BlockFacts* facts = origin ? block(origin->block) : nullptr;
  return facts ? at(facts->outputs, origin->port) : nullptr;
}

const SignalFacts* DiagramFacts::input(sim::PortRef port) const {
  const BlockFacts* facts = block(port.block);
  return facts ? at(facts->inputs, port.port) : nullptr;
}

int DiagramFacts::rate(const sim::SampleTime& time) const {
  const auto it = std::find(m_rates.begin(), m_rates.end(), time);
  return it == m_rates.end() ? -1 : static_cast<int>(it - m_rates.begin());
}

}  // namespace fluxion
