#pragma once
// Where the name of a block is written. Kept with the block, among the members of its file that the diagram
// keeps as they came: "name_place": "above".
#include <string_view>

#include "sim_core/diagram/diagram.h"

namespace sim {

// Automatic: on a side without ports, below first; sums and bars that nobody has named show none.
enum class NamePlace { Automatic, Below, Above, Left, Right, Hidden };
inline constexpr std::string_view name_place_names[] = {"automatic", "below", "above",
                                                        "left",      "right", "hidden"};

// What is none of the names is automatic.
NamePlace name_place(const Block& block);
void set_name_place(Block& block, NamePlace place);

}  // namespace sim
