#pragma once
// Values with a unit behind them: "5 ms", "2*T min", "[1 2 3] km/h". The last word of a text is its unit
// where the text is no expression as a whole, what stands before the word is one, and the word is a unit that
// has a letter. So whatever is an expression by itself keeps its meaning. "5 %" is 0.05, also where no unit
// is expected; a % with text behind it begins a comment, as everywhere.
#include <string_view>

#include "sim_core/expr/evaluate.h"

namespace sim::expr {

struct Quantity {
  std::string_view expression, unit;  // parts of the text; the unit is empty where there is none
};
Quantity split_quantity(std::string_view text);

// The value of the text in `unit` (see base/unit.h). Without a unit in the text: its value as it is. Fails
// where the text's unit measures something else, or where nothing with a unit is expected (`unit` empty).
Result<Value> evaluate_in(std::string_view unit, std::string_view text, const Scope& scope);

}  // namespace sim::expr
