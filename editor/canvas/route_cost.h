#pragma once
// What a wire pays besides its length, and the clearances it keeps; shared by the searches.
namespace fluxion::routing {

inline constexpr double tolerance = 0.01;  // coordinates this near are the same
inline constexpr double bendCost = 50, crossingCost = 50;
// On top of a foreign wire, each pixel: of a segment that is fixed to a port or by hand, and of one that
// nudging can move aside.
inline constexpr double fixedOverlap = 2, movableOverlap = 0.2;
inline constexpr double branchCost = 25, offMiddleCost = 0.01;
inline constexpr double clearance = 8;  // to blocks
// An arrow head, which is 7 long, and as much again: a corner nearer to the target costs extra.
inline constexpr double arrowRoom = 16, crowdedArrowCost = 40;

}  // namespace fluxion::routing
