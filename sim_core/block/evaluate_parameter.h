#pragma once
// The value of one parameter of a block.
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/parameters.h"
#include "sim_core/expr/evaluate.h"

namespace sim {

// `text` as a value of this parameter; the message says what is wrong with it.
Result<ParameterValue> evaluate_parameter(const ParameterSpec& spec, const std::string& text,
                                          const expr::Scope& scope);

}  // namespace sim
