#pragma once
// What the blocks of Xcos are here. Their parameters are the texts of their dialogs, by number
// (xcos/to_source.h); the numbers and what they mean are those of the interface functions of Scilab 5.4
// to 6.1.
#include "sim_core/import/mapping/mapping_table.h"

namespace sim::importing::xcos {

const MappingTable& xcos_table();

void add_sources(MappingTable& t);
void add_sinks(MappingTable& t);
void add_linear(MappingTable& t);
void add_discrete(MappingTable& t);
void add_nonlinear(MappingTable& t);
void add_tables(MappingTable& t);
void add_routing(MappingTable& t);
void add_selections(MappingTable& t);
void add_matrices(MappingTable& t);
void add_integers(MappingTable& t);
void add_events(MappingTable& t);
void add_structure(MappingTable& t);
void add_foreign(MappingTable& t);

}  // namespace sim::importing::xcos
