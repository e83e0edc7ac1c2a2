#pragma once
// One step of an explicit Runge-Kutta method as C, its coefficients written out.
#include <string>

#include "sim_core/solvers/tableau.h"

namespace sim::c_source {

// "static void integrate(model *self, double began, double end) { ... }"
std::string method_text(const Tableau& tableau, int state_count);
// How many derivatives it keeps.
int stages_of(const Tableau& tableau);

}  // namespace sim::c_source
