#pragma once
// What a model says of a signal besides its name: of an output of a block, and so of all its lines. Kept with
// the block, under "signal_properties" in the file: {"1": {"log": true, "unit": "m/s", "max": "20"}}.
#include <map>
#include <string>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

struct SignalProperties {
  bool logged = false;           // recorded without a scope
  std::string unit;              // "m/s"; empty: as the equations say
  std::string type;              // "int8"; empty: as the equations say
  std::string minimum, maximum;  // expressions; empty: none
  std::string description;
  bool operator==(const SignalProperties&) const = default;
  // Whether it asks something of the signal, as a Signal Specification block does.
  bool specifies() const { return !(unit.empty() && type.empty() && minimum.empty() && maximum.empty()); }
};

// By output port, from 0; outputs without any are left out. What cannot be read is left out too, and
// reported.
std::map<int, SignalProperties> signal_properties(const Block& block, Diagnostics* problems = nullptr);
SignalProperties signal_properties(const Block& block, int port);

void set_signal_properties(Block& block, int port, const SignalProperties& properties);

// The edit that gives a signal these properties.
Edit change_signal(const Diagram& diagram, PortRef output, const SignalProperties& properties);

// Why a text cannot be a property of a signal: no unit, no type, no expression. Empty: it can.
std::string problem_with_unit(const std::string& text);
std::string problem_with_type(const std::string& text);

inline bool has_signal_properties(const Block& block) {
  return !block.unknown.empty() && block.unknown.contains("signal_properties");
}

}  // namespace sim
