#pragma once
// Ports of subsystems are called what the signals at them are called.
#include <map>
#include <string>

#include "sim_core/diagram/diagram.h"

namespace sim {

// The Inports that this output drives from outside of their subsystem, and the Outports of subsystems that it
// drives from inside, with the name of its signal. Only of ports that nobody has named: Inport, Out1, Port2,
// or as the signal was called `before`. Nothing where the signal has no name.
std::map<Id, std::string> ports_named_after(const Diagram& diagram, PortRef output,
                                            const std::string& before);

}  // namespace sim
