#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

void map_verification(MappingTable& t) {
  t.block("Assertion", "verification/assertion").names();
  const std::string folder = "simulink/Model Verification/";
  for (const auto& [name, type] :
       {std::pair("Check Discrete Gradient", "verification/check_discrete_gradient"),
        std::pair("Check Dynamic Gap", "verification/check_dynamic_gap"),
        std::pair("Check Dynamic Lower Bound", "verification/check_dynamic_lower_bound"),
        std::pair("Check Dynamic Range", "verification/check_dynamic_range"),
        std::pair("Check Dynamic Upper Bound", "verification/check_dynamic_upper_bound"),
        std::pair("Check Input Resolution", "verification/check_input_resolution"),
        std::pair("Check Static Gap", "verification/check_static_gap"),
        std::pair("Check Static Lower Bound", "verification/check_static_lower_bound"),
        std::pair("Check Static Range", "verification/check_static_range"),
        std::pair("Check Static Upper Bound", "verification/check_static_upper_bound")})
    t.block(folder + name, type).names();
}

}  // namespace sim::importing::simulink
