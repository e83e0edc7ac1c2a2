#pragma once
// The program of a MATLAB Function as one of a Function block: the same but for what is only another way to
// write it.
#include <string>
#include <vector>

#include "sim_core/import/mapping/mapping_table.h"

namespace sim::importing::simulink {

// The remarks say what cannot be said; without any the text is a script of this program.
TranslatedText translate_function(const std::string& code);

// The program of a block that is an expression of its input u, or the name of a function of it.
std::string program_of_expression(const std::string& text);

// The functions that a program calls and does not have, each once. None of a text that is no program here.
std::vector<std::string> foreign_functions(const std::string& program);

}  // namespace sim::importing::simulink
