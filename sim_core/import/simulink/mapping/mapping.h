#pragma once
// What Simulink's blocks, settings and expressions are here: one function for each group of blocks, each
// entry once.
#include <string_view>

#include "sim_core/import/mapping/block_translation.h"
#include "sim_core/import/mapping/mapping_table.h"

namespace sim::importing::simulink {

const MappingTable& simulink_mapping();

void map_sources(MappingTable& t);
void map_sinks(MappingTable& t);
void map_continuous(MappingTable& t);
void map_discrete(MappingTable& t);
void map_discontinuities(MappingTable& t);
void map_math(MappingTable& t);
void map_logic(MappingTable& t);
void map_lookup_tables(MappingTable& t);
void map_routing(MappingTable& t);
void map_attributes(MappingTable& t);
void map_subsystems(MappingTable& t);
void map_functions(MappingTable& t);
void map_verification(MappingTable& t);
void map_library_discrete(MappingTable& t);
void map_library_others(MappingTable& t);
void map_settings(MappingTable& t);

// A parameter's text.
TranslatedText translate_expression(std::string_view text);
// That of a Fcn block: a u alone is its first element.
std::string translate_fcn(std::string_view text);
// "[1 2 3]" or "3" -> numbers; empty where it is anything else.
std::vector<double> plain_numbers(std::string_view text);

// Data type and sample time of any block.
void set_output_type(BlockTranslation& t);
void check_sample_time(BlockTranslation& t);

}  // namespace sim::importing::simulink
