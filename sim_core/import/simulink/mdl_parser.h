#pragma once
// The text of a classic .mdl file as records. Grammar, as found in files of versions 2.20 to 10:
//
//   section = word "{" { key value | section } "}"
//   value   = rest of the line | "text" { newline "text" } | "[" ... "]"
//
// A text has the escapes \" \\ \n \t; one on a line of its own goes on with the text above.
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/import/simulink/record.h"

namespace sim::importing::simulink {

// The top sections (Model or Library, Stateflow, MatData) as children. `text` is UTF-8. Errors name the line.
Result<Record> parse_mdl(const std::string& path, std::string_view text);

}  // namespace sim::importing::simulink
