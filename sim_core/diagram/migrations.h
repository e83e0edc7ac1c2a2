#pragma once
// Older files are brought to the present format before they are read, one version at a time: the k-th
// function of the table turns a file of version k+1 into one of version k+2. A format change appends one
// function.
#include <span>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/diagram/json.h"

namespace sim {

using Migration = void (*)(Json& file);

// The present table; the present version is its length plus one.
std::span<const Migration> migrations();

// Looks at the member "fluxion" of `file`, applies what of `table` it needs, and sets it to the present
// version. Returns the version the file had. Fails on anything but a Fluxion model, and on a version newer
// than the table knows, naming it.
Result<int> migrate(Json& file, const std::string& file_name, std::span<const Migration> table);

}  // namespace sim
