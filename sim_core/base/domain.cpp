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
    default:
      return "physical";
  }
}

}  // namespace sim
