#pragma once
// The initial value of a signal: a parameter of the block that holds its state. A signal that is computed
// again at every instant has none.
#include "editor/document/diagram_document.h"
#include "sim_core/block/parameters.h"
#include "sim_core/diagram/signal_origins.h"

namespace fluxion {

struct InitialValue {
  sim::Id block = sim::no_id;                // whose state the signal is
  const sim::ParameterSpec* spec = nullptr;  // its parameter; null: there is none
  QString why;                               // there is none

  std::string text(const DiagramDocument& document) const;
};

// Ports of subsystems and Goto blocks are followed to where the signal is computed; Outports of conditional
// subsystems are such places. Looks at the diagram as it is when this is made.
class InitialValues {
 public:
  explicit InitialValues(const DiagramDocument& document);
  InitialValue of(sim::PortRef output) const;

 private:
  const DiagramDocument& m_document;
  sim::SignalOrigins m_origins;
  std::map<std::pair<sim::Id, int>, sim::Id> m_held;  // Outports, by conditional subsystem and number from 0
};

// Sets the parameter; an empty text is its default. Nothing where there is none.
sim::Edit changeInitialValue(const sim::Diagram& diagram, const InitialValue& initial,
                             const std::string& text);

}  // namespace fluxion
