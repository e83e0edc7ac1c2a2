#pragma once
// One system of a model while its blocks and lines are made, and what its levels share.
#include <map>
#include <string>

#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/mapping/block_translation.h"

namespace sim::importing {

class LibraryDiagrams;

// What all systems of one model share while they are made.
struct Building {
  const SourceModel& model;
  const MappingTable& table;
  const BlockLibrary& library;
  LibraryDiagrams* libraries = nullptr;  // null: nothing is linked
  Diagram diagram = {};
  ImportReport report = {};
};

// Makes the blocks, lines and annotations of `system` and of all that is inside, in `parent`. The blocks'
// paths begin with `path`, which is empty or ends in '/'. `model`: the file that the system is from.
void build_system(Building& all, const SourceModel& model, const SourceSystem& system, Id parent,
                  const std::string& path, int depth);

// A whole model whose blocks are linked to `libraries`.
ImportedModel build_linked(const SourceModel& model, const MappingTable& table, const BlockLibrary& library,
                           LibraryDiagrams& libraries);

// What stands for a block that is several here, inside the subsystem `parent`.
void build_composite(Diagram& diagram, const BlockLibrary& library, const Composite& composite, Id parent);

// Where a block lies, with what it says besides its type and parameters.
void place_block(Block& block, const SourceBlock& source);

// A text that may name something in a file: without line ends and control characters, not too long, UTF-8.
std::string one_line(const std::string& text);
// All texts of the diagram as a file may hold them.
void tidy_texts(Diagram& diagram);

// Fields of structures that nothing defines are asked for one by one: "vessel.main.B" becomes
// "vessel_main_B".
void flatten_unknown_fields(Building& all);

// A name that a block may have.
std::string allowed_name(const std::string& name, const std::string& otherwise);

Mask mask_of(const SourceMask& source, const MappingTable& table, std::vector<std::string>& remarks);

}  // namespace sim::importing
