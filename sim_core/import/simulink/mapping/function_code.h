#pragma once
// The program of a MATLAB Function as one of a Function block: the same but for what is only another way to
// write it.
#include <string>

#include "sim_core/import/mapping/mapping_table.h"

namespace sim::importing::simulink {

// The remarks say what cannot be said; without any the text is a script of this program.
TranslatedText translate_function(const std::string& code);

}  // namespace sim::importing::simulink
