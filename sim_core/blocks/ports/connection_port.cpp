#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void connection_port(BlockTypeBuilder& b) {
  b.id("ports/connection_port")
      .label("Connection Port")
      .category("Ports & Subsystems")
      .role(BlockRole::ConnectionPort);
  b.doc(
      "A conserving port of the subsystem it is in.\n\n"
      "What is connected to it inside and what is connected to the subsystem's port outside are connected to "
      "one another.");
  b.keywords({"PMC_Port", "physical", "conserving"});
  b.icon(IconShape::Circle, "", "{port}");
  b.size(40, 24);
  b.integer("port", "Port number", "1")
      .range(1, 1000)
      .doc("Its place among the subsystem's conserving ports, from the top.");
  b.choice("side", "Side of the subsystem", {"left", "right"});
  b.terminal("C", Domain::Any, PortSide::Right, "what the subsystem is connected to");
}

}  // namespace sim::blocks
