#pragma once
// Edits of the structure by names: what the command line and scripts write, as the edits of the window.
//
// Ports are written as in named_ports.h. The names of messages are those that were given.
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/edits.h"

namespace sim {

// A type by its id, "math/gain", or its label, "Gain"; an unknown one offers near ones.
Result<const BlockType*> find_type(const BlockLibrary& library, const std::string& name);

// A new block at the end of `path`: what is before its last name is the subsystem it goes into. An empty path
// gives it the name of its type. It lies beside the blocks that are there. A name that is taken gets a number
// where `any_name`, and fails otherwise.
Result<Insertion> add_block(Diagram& diagram, const BlockLibrary& library, const std::string& type,
                            const std::string& path, bool any_name = false);

// A line from an output to an input, in place of the one that drives the input now. A Scope, Mux or Sum whose
// inputs are all driven gets one more where no input is named.
Result<Edit> connect_ports(Diagram& diagram, const BlockLibrary& library, const std::string& from,
                           const std::string& to);

// "A.1:B.2" as two ports: at the colon that leaves a block on both sides.
Result<Edit> connect_ports(Diagram& diagram, const BlockLibrary& library, const std::string& connection);

// Removes the line of a connection "A.1:B.2".
Result<Edit> disconnect_ports(const Diagram& diagram, const BlockLibrary& library,
                              const std::string& connection);

// Removes a block with all that is inside and its lines, or a variable of this name.
Result<Edit> remove_named(const Diagram& diagram, const std::string& name);

// Records the signal of an output; a name that is not empty becomes that of its lines.
Result<Edit> log_signal(Diagram& diagram, const BlockLibrary& library, const std::string& output,
                        const std::string& name);

// All levels of the diagram, laid out along the flow of the signals.
Edit arrange_diagram(const Diagram& diagram, const BlockLibrary& library);

}  // namespace sim
