#pragma once
// Ports by names: "Plant/Gain.1", with numbers from 1, or "Plant/Gain.y" with the port's name; "Plant/Gain"
// alone is the first output, or the first input that nothing drives.
#include <optional>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// An end of a line: an output or an input, or a conserving port, of a block that is there.
Result<PortRef> find_port(const Diagram& diagram, const BlockLibrary& library, const std::string& text,
                          bool input);

// The block that a text names, and what is written behind the point; an empty port: it is left open.
struct WrittenPort {
  Id block = no_id;
  std::string port;
};
std::optional<WrittenPort> written_port(const Diagram& diagram, const std::string& text);
Diagnostic no_such_block(const Diagram& diagram, const std::string& text);

// Whether a line ends there.
bool is_driven(const Diagram& diagram, PortRef input);

}  // namespace sim
