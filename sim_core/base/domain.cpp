#include "sim_core/base/domain.h"

namespace sim {

const char* name_of(Domain domain) {
  switch (domain) {
    case Domain::Rotational:
      return "rotational";
    case Domain::Translational:
      return "translational";
    case Domain::Electrical:
      return "electrical";
    case Domain::Thermal:
      return "thermal";
    case Domain::Hydraulic:
      return "hydraulic";
    case Domain::Magnetic:
      return "magnetic";
    case Domain::Planar:
      return "planar";
    default:
      return "physical";
  }
}

}  // namespace sim
