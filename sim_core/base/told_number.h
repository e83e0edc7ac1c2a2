#pragma once
// Numbers in messages, which are read: with as many digits as help, always with a point. What is to be copied
// into a field or a file is written by to_text, exactly.
#include <string>

#include "sim_core/base/locale_independent.h"

namespace sim {

// Six digits.
inline std::string told(double value) { return to_text(value, 6); }

// Of a time, nine: long runs have short steps.
inline std::string told_time(double t) { return to_text(t, 9); }

}  // namespace sim
