#pragma once
// What an expression is worth, as it is read: with the decimal sign of the locale.
#include <QString>

#include "sim_core/expr/value.h"

namespace fluxion {

// "0,5", "[0,5 2]", the dimensions of something large. Strings stay as they are.
QString shownValue(const sim::expr::Value& value);

}  // namespace fluxion
