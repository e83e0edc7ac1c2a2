#pragma once
// An operation with the numbers it was done with, for messages: "sqrt(-0.25)".
#include <string>

#include "sim_core/backends/interpreter/tape.h"

namespace sim::interpreter {

// Of result `element` of the run; empty where there is no such form.
std::string told_operation(const Run& run, const Tape& tape, const double* memory, int element);

}  // namespace sim::interpreter
