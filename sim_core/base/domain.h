#pragma once
// Of physical networks.

namespace sim {

enum class Domain { Any, Rotational, Translational, Electrical, Thermal, Hydraulic, Magnetic, Planar };
inline constexpr int domain_count = 8;
const char* name_of(Domain domain);  // "rotational"

// What is told of the energy of a network: J that it stores, W that it is supplied with and that it loses, W
// of heat that thermal networks are given.
enum class EnergyKind { Stored, Supplied, Dissipated, Heat };

}  // namespace sim
