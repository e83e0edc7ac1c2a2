#pragma once
// The libraries of an imported model become files when the model is saved: beside it, where no file of the
// name is yet. One that is there stays as it is: it is from an earlier import, and may have been worked on.
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/import/builder/diagram_builder.h"

namespace sim::importing {

// Leads the links of a model that is saved as `path` to the libraries beside it.
Edit links_beside(const Diagram& diagram, const std::string& path,
                  const std::vector<ImportedLibrary>& libraries);

// As save_model, with the libraries.
Diagnostics save_with_libraries(const std::string& path, const Diagram& diagram,
                                const std::vector<ImportedLibrary>& libraries);

}  // namespace sim::importing
