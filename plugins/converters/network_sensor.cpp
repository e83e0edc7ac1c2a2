// What a network of any domains does with energy, and how well its mechanism is held together.
#include "plugins/converters/blocks.h"

namespace sim::converters {

void network_sensor(BlockTypeBuilder& b) {
  b.id("converters/network_sensor").label("Network Sensor").category("Converters").size(60, 80);
  b.icon(IconShape::Circle, "M.5 .5 L.7 .25 M.25 .5 C.25 .2 .75 .2 .75 .5", "E");
  b.doc(
      "Shows the energy of the whole network that its port N is connected to, wherever that is, and what is "
      "left "
      "of the constraints of its mechanism.\n\n"
      "$\\dot{E} = P_s - P_d$\n\n"
      "At events energy is lost besides. E is what all its components store, kinetic and potential energy, "
      "fields and compressed liquid; of a "
      "thermal network m c T above absolute zero. P_s is what sources bring in, P_d what is lost. The "
      "residuals "
      "are the largest of all joints, drivers and contacts that hold, in m or rad, and of their rates; of "
      "what "
      "has a ratio that follows a position, as a crank with its slider, that of the rate.");
  b.keywords({"energy", "power", "balance", "constraint", "residual", "drift", "scope", "invariant"});
  b.senses_energy();
  b.terminal("N", Domain::Any, PortSide::Left, "any port of the network");
  const Out stored = b.output("E", "stored energy, J"), supplied = b.output("Ps", "supplied power, W"),
            lost = b.output("Pd", "dissipated power, W"),
            position = b.output("position", "largest residual of positions, m or rad"),
            speed = b.output("speed", "largest residual of their rates");
  b.equations([=](Equations& e) {
    e.output(stored, e.network_energy(EnergyKind::Stored));
    e.output(supplied, e.network_energy(EnergyKind::Supplied));
    e.output(lost, e.network_energy(EnergyKind::Dissipated));
    const PlanarEquations::Residuals left = e.mechanism_residuals();
    e.output(position, left.position);
    e.output(speed, left.speed);
  });
}

}  // namespace sim::converters
