#include "sim_core/solvers/methods/settings_of_method.h"

#include <algorithm>
#include <array>

namespace sim {
namespace {

// A method as its user chose it. With odeN, `stepped` is the formula, else the method itself.
struct Choice {
  const Method& method;
  const Method& stepped;
  bool is(std::string_view name) const { return method.name == name || stepped.name == name; }
  bool follows() const { return method.name == "odeN"; }
  bool fixed() const { return method.kind == StepKind::Fixed; }
  bool iterates_a_number_of_times() const { return is("ode14x") || is("ode1be"); }
  std::string name() const {
    const std::string own(method.name);
    return follows() ? own + " with " + std::string(stepped.name) : own;
  }
};

using Idle = std::optional<IdleReason>;

Idle needs_fixed_steps(const Choice& c) {
  if (c.fixed()) return {};
  const std::string how = c.is("discrete") ? " steps from sample hit to sample hit"
                          : c.follows()    ? " takes steps as long as MaxStep allows"
                                           : " chooses the length of its steps";
  return IdleReason{std::string(c.method.name) + how, "remove it, or choose a fixed-step solver"};
}

// Crossings are always looked for there.
Idle needs_fixed_steps_with_crossings(const Choice& c) {
  if (c.fixed()) return {};
  return IdleReason{std::string(c.method.name) + " locates all zero crossings, with steps of variable length",
                    "remove it, or choose a fixed-step solver"};
}

Idle needs_variable_steps(const Choice& c) {
  if (!c.fixed()) return {};
  return IdleReason{c.name() + " takes fixed steps",
                    "remove it, give FixedStep instead, or choose a variable-step solver"};
}

Idle needs_points_between_steps(const Choice& c) {
  if (!c.fixed()) return {};
  return IdleReason{c.name() + " takes fixed steps, and just these are logged",
                    "remove it, or choose a variable-step solver"};
}

Idle needs_error_control(const Choice& c) {
  if (c.method.error_control) return {};
  return IdleReason{c.name() + (c.is("discrete") ? " integrates no states"
                                : c.fixed()      ? " takes fixed steps and estimates no error"
                                                 : " estimates no error"),
                    "remove it, or choose a solver with error control, such as ode45"};
}

// It also says which differences of states matter to a Jacobian.
Idle needs_scale_of_states(const Choice& c) { return c.stepped.implicit ? Idle{} : needs_error_control(c); }

Idle needs_shape(const Choice& c) {
  if (c.fixed()) return needs_points_between_steps(c);
  if (!c.is("cvode") && !c.is("ida")) return {};
  return IdleReason{c.name() + " brings an interpolant of its own", "remove it, or choose ode15s"};
}

Idle needs_jacobian(const Choice& c) {
  if (c.stepped.implicit) return {};
  return IdleReason{c.name() + " is explicit: it takes no Jacobian and solves no linear system",
                    "remove it, or choose an implicit solver, such as ode15s"};
}

Idle needs_formulas(const Choice& c) {
  if (c.is("auto") || c.is("ode15s")) return {};
  return IdleReason{"only ode15s has both formulas, NDF and BDF", "remove it, or choose ode15s"};
}

Idle needs_most_order(const Choice& c) {
  if (c.is("auto") || c.is("ode15s") || c.is("cvode") || c.is("ida")) return {};
  return IdleReason{
      c.method.multistep ? c.name() + " chooses its order freely" : "the order of " + c.name() + " is given",
      "remove it, or choose ode15s, cvode or ida"};
}

Idle needs_kept_jacobian(const Choice& c) {
  if (!c.stepped.implicit) return needs_jacobian(c);
  if (c.is("auto") || c.is("ode15s") || c.is("ode23t") || c.is("ode23tb") || c.is("radau5")) return {};
  return IdleReason{c.name() + (c.is("cvode") || c.is("ida") ? " decides that by itself"
                                                             : " takes a new Jacobian in every step anyway"),
                    "remove it"};
}

Idle needs_extrapolation(const Choice& c) {
  if (c.is("ode14x")) return {};
  return IdleReason{"only ode14x extrapolates", "remove it, or choose ode14x"};
}

Idle needs_number_of_iterations(const Choice& c) {
  if (c.iterates_a_number_of_times()) return {};
  const std::string how = !c.stepped.implicit                ? " is explicit: there is nothing to iterate"
                          : c.stepped.new_jacobian_each_step ? " solves linear systems, without an iteration"
                                                             : " iterates until it has converged";
  return IdleReason{c.name() + how, "remove it, or choose ode14x or ode1be"};
}

Idle needs_formula(const Choice& c) {
  if (c.follows()) return {};
  return IdleReason{"only odeN steps with a formula of choice", "remove it, or choose odeN"};
}

struct Rule {
  std::string_view setting;
  Idle (*why)(const Choice&);
};

constexpr std::array rules{
    Rule{"RelTol", needs_error_control},
    Rule{"AbsTol", needs_scale_of_states},
    Rule{"AutoScaleAbsTol", needs_error_control},
    Rule{"InitialStep", needs_error_control},
    Rule{"MinStep", needs_error_control},
    Rule{"MinStepSizeMsg", needs_error_control},
    Rule{"MaxConsecutiveMinStep", needs_error_control},
    Rule{"MaxStep", needs_variable_steps},
    Rule{"FixedStep", needs_fixed_steps},
    Rule{"EnableFixedStepZeroCrossing", needs_fixed_steps_with_crossings},
    Rule{"MaxZcPerStep", needs_fixed_steps_with_crossings},
    Rule{"MaxZcBracketingIterations", needs_fixed_steps_with_crossings},
    Rule{"OutputOption", needs_points_between_steps},
    Rule{"OutputTimes", needs_points_between_steps},
    Rule{"Refine", needs_points_between_steps},
    Rule{"ShapePreserveControl", needs_shape},
    Rule{"SolverJacobianMethodControl", needs_jacobian},
    Rule{"JacobianLinearSolver", needs_jacobian},
    Rule{"SolverResetMethod", needs_kept_jacobian},
    Rule{"BdfFormula", needs_formulas},
    Rule{"MaxOrder", needs_most_order},
    Rule{"ExtrapolationOrder", needs_extrapolation},
    Rule{"NumberNewtonIterations", needs_number_of_iterations},
    Rule{"ODENIntegrationMethod", needs_formula},
};

}  // namespace

std::optional<IdleReason> why_idle(std::string_view setting, const Method& method, std::string_view formula) {
  const auto rule =
      std::find_if(rules.begin(), rules.end(), [&](const Rule& r) { return r.setting == setting; });
  if (rule == rules.end()) return {};
  const Method* stepped = method.name == "odeN" ? find_method(formula) : nullptr;
  return rule->why({method, stepped ? *stepped : method});
}

}  // namespace sim
