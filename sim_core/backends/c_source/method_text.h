#pragma once
// One step of an explicit Runge-Kutta method as C, its coefficients written out.
#include <string>

#include "sim_core/backends/c_source/precision.h"
#include "sim_core/solvers/tableau.h"

namespace sim::c_source {

// "static void integrate(model *self, $time began, $time end) { ... }"; see precision.h for the marks
// In single precision what is rounded away from the states is kept for the next step (W. Kahan, Further
// remarks on reducing truncation errors, Comm. ACM 8 (1965) 40): otherwise steps would be lost that change a
// state by less than its last digit.
// `in_struct`: stages are members of the struct; otherwise variables of the function.
std::string method_text(const Tableau& tableau, int state_count, Precision precision, bool in_struct);
// Variables are for few states, whose past nothing reads.
inline constexpr int most_on_stack = 8;
// How many derivatives it keeps.
int stages_of(const Tableau& tableau);

}  // namespace sim::c_source
