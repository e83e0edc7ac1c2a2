#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

const MappingTable& simulink_mapping() {
  static const MappingTable table = [] {
    MappingTable t("Simulink");
    t.translate = translate_expression;
    t.every_block = [](BlockTranslation& block) {
      set_output_type(block);
      check_sample_time(block);
    };
    for (const auto map :
         {map_sources, map_sinks, map_continuous, map_discrete, map_discontinuities, map_math, map_logic,
          map_lookup_tables, map_routing, map_attributes, map_subsystems, map_functions, map_verification,
          map_library_discrete, map_library_others, map_settings})
      map(t);
    return t;
  }();
  return table;
}

}  // namespace sim::importing::simulink
