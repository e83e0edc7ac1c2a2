#pragma once
// The secret that a client on TCP shows first.
#include <string>
#include <string_view>

#include "sim_core/base/result.h"

namespace fluxion::server {

// The text of a file that nobody but its owner may read, without white space at its ends. Errors: others may
// read it, or the text is shorter than 16 bytes or longer than 1,024.
sim::Result<std::string> readToken(const std::string& file);

// In a time that does not tell how much of `given` is right.
bool sameToken(std::string_view given, std::string_view token);

}  // namespace fluxion::server
