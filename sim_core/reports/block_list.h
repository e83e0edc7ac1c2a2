#pragma once
// The block types of a library for people and for programs that write models: ports, parameters, choices,
// defaults and units, as the types declare them.
#include <span>
#include <string>

#include "sim_core/block/block_library.h"

namespace sim {

// A line for each type, by category: its id, its label and the first sentence of its description.
std::string block_list_text(const BlockLibrary& library);

// Everything about one type, as text for a terminal.
std::string block_text(const BlockType& type, const BlockLibrary& library);

// An array of these types in their order, indented, ending with a line end; docs/command-line.md lists the
// members.
std::string blocks_json(std::span<const BlockType* const> types, const BlockLibrary& library);

// What a parameter may be: "real", "integer", "sample time", "choice", "flag", "text", "formula", "script".
const char* name_of(ParameterKind kind);

}  // namespace sim
