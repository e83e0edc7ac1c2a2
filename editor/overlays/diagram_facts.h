#pragma once
// What the compiler knows of a diagram, by the elements one sees: the dimensions, type, unit and sample time
// of each output, and when and in which order each block is computed. Immutable.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/base/element_type.h"
#include "sim_core/base/sample_time.h"
#include "sim_core/base/shape.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/signal_origins.h"
#include "sim_core/program/program.h"

namespace fluxion {

struct SignalFacts {
  sim::Shape shape;
  sim::ElementType type = sim::ElementType::Double;
  std::string unit;  // empty: not known
  sim::SampleTime sampleTime;
};

struct BlockFacts {
  sim::SampleTime sampleTime;
  bool hybrid = false;  // a subsystem with blocks of several sample times
  int order = 0;        // from 1; 0: it is not computed, as it only hands signals on or nobody needs it
  std::vector<SignalFacts> inputs, outputs;
};

class DiagramFacts {
 public:
  DiagramFacts(const sim::Diagram& diagram, const sim::Program& program);

  // Null: the compiler left no trace of it.
  const BlockFacts* block(sim::Id id) const;
  // Of a signal, also behind ports of subsystems and tags.
  const SignalFacts* output(sim::PortRef port) const;
  const SignalFacts* input(sim::PortRef port) const;
  // The periods of discrete blocks, the fastest first: D1, D2, ...
  const std::vector<sim::SampleTime>& rates() const { return m_rates; }
  // Which of them this is, from 0; -1: none.
  int rate(const sim::SampleTime& time) const;

 private:
  void addSubsystems(const sim::Diagram& diagram, const sim::Program& program);

  std::unordered_map<sim::Id, BlockFacts> m_blocks;
  sim::SignalOrigins m_origins;
  std::vector<sim::SampleTime> m_rates;
};

}  // namespace fluxion
