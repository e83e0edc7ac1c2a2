#pragma once
// Every method the engine has, by the name engineers know it under. The settings dialog, the model file and
// the tests read this list; a new method is a row here.
#include <memory>
#include <span>
#include <string_view>

#include "sim_core/solvers/stepper.h"
#include "sim_core/solvers/tableau.h"

namespace sim {

enum class StepKind { Fixed, Variable };

struct Method {
  std::string_view name;    // "ode45"
  std::string_view title;   // "Dormand-Prince 5(4)"
  std::string_view advice;  // when to choose it, one line
  StepKind kind = StepKind::Variable;
  bool implicit = false;
  int order = 0;                     // the highest, for methods that choose
  int dense_order = 0;               // of the interpolant
  const Tableau* tableau = nullptr;  // null: not an explicit Runge-Kutta method
  bool error_control = false;
  bool multistep = false;               // order as reached, from 1 up
  bool new_jacobian_each_step = false;  // of its order with the Jacobian of each step only
  bool keeps_own_history = false;       // keeps its past to itself: a run that goes on elsewhere restarts it
  bool needs_no_states = false;         // fit for models without continuous states only
  std::unique_ptr<Stepper> (*make)(const OdeProblem& problem, StepperOptions options) = nullptr;
};

// In the order a list shows them: variable-step methods first.
std::span<const Method> methods();

// Null: there is no such method.
const Method* find_method(std::string_view name);

// odeN with the formula of this fixed-step method: its steps are as long as allowed, and are cut at events
// and sample hits. Null: there is no such fixed-step method.
const Method* nonadaptive_method(std::string_view fixed_step);

}  // namespace sim
