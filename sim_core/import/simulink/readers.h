#pragma once
// Simulink models of every version that there are files of: .slx of R2012a to R2024b, .mdl of version 2
// (1998) to 10, and the parts of an .slx as text in an .mdl.
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

bool is_slx(std::string_view bytes);
bool is_mdl(std::string_view bytes);

// Whichever of both it is, without what links refer to.
Result<SourceModel> read_file(const std::string& path, std::string_view bytes);

// With the blocks of libraries that are beside it.
Result<SourceModel> read_simulink(const std::string& path, std::string_view bytes);

}  // namespace sim::importing::simulink
