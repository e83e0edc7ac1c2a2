#include "sim_core/solvers/methods/registry.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sim_core/solvers/adams.h"
#include "sim_core/solvers/automatic.h"
#include "sim_core/solvers/diagonally_implicit.h"
#include "sim_core/solvers/explicit_runge_kutta.h"
#include "sim_core/solvers/extrapolation.h"
#include "sim_core/solvers/methods/bogacki_shampine.h"
#include "sim_core/solvers/methods/classical.h"
#include "sim_core/solvers/methods/dop853.h"
#include "sim_core/solvers/methods/dormand_prince.h"
#include "sim_core/solvers/methods/ode23s.h"
#include "sim_core/solvers/methods/prince_dormand.h"
#include "sim_core/solvers/methods/rodas5p.h"
#include "sim_core/solvers/methods/trapezoidal.h"
#include "sim_core/solvers/methods/tsitouras.h"
#include "sim_core/solvers/numerical_differentiation.h"
#include "sim_core/solvers/radau.h"
#ifdef FLUXION_SUNDIALS
#include "sim_core/solvers/sundials/sundials_stepper.h"
#endif

namespace sim {
namespace {

template <const Tableau& tableau, StepKind kind, bool error_control = kind == StepKind::Variable>
constexpr Method explicit_runge_kutta(std::string_view name, std::string_view title,
                                      std::string_view advice) {
  return {.name = name,
          .title = title,
          .advice = advice,
          .kind = kind,
          .order = tableau.order,
          .dense_order = tableau.dense_order,
          .tableau = &tableau,
          .error_control = error_control,
          .make = [](const OdeProblem& problem, StepperOptions options) {
            return make_explicit_runge_kutta(problem, tableau, error_control, std::move(options));
          }};
}

template <auto make>
constexpr Method implicit(std::string_view name, std::string_view title, std::string_view advice, int order,
                          int dense_order) {
  return {.name = name,
          .title = title,
          .advice = advice,
          .kind = StepKind::Variable,
          .implicit = true,
          .order = order,
          .dense_order = dense_order,
          .error_control = true,
          .make = make};
}

constexpr Method multistep(Method method) {
  method.multistep = true;
  return method;
}

template <const Tableau& tableau>
std::unique_ptr<Stepper> diagonally_implicit(const OdeProblem& problem, StepperOptions options) {
  return make_diagonally_implicit(problem, tableau, std::move(options));
}

template <const RosenbrockTableau& tableau>
std::unique_ptr<Stepper> make_rosenbrock_of(const OdeProblem& problem, StepperOptions options) {
  return make_rosenbrock(problem, tableau, std::move(options));
}

template <const RosenbrockTableau& tableau>
constexpr Method rosenbrock(std::string_view name, std::string_view title, std::string_view advice, int order,
                            int dense_order) {
  Method method = implicit<make_rosenbrock_of<tableau>>(name, title, advice, order, dense_order);
  method.new_jacobian_each_step = true;
  return method;
}

constexpr Method extrapolation(std::string_view name, std::string_view title, std::string_view advice,
                               int order,
                               std::unique_ptr<Stepper> (*make)(const OdeProblem&, StepperOptions)) {
  return {.name = name,
          .title = title,
          .advice = advice,
          .kind = StepKind::Fixed,
          .implicit = true,
          .order = order,
          .dense_order = std::min(order, 3),
          .make = make};
}

std::unique_ptr<Stepper> ode45_explicit(const OdeProblem& problem, StepperOptions options) {
  return make_explicit_runge_kutta(problem, tableaus::dormand_prince, true, std::move(options));
}

std::unique_ptr<Stepper> automatic(const OdeProblem& problem, StepperOptions options) {
  static constexpr AutomaticChoice choice{"ode45", "ode15s", ode45_explicit, make_numerical_differentiation,
                                          3.3};
  return make_automatic(problem, choice, std::move(options));
}

constexpr Method automatic_method() {
  return multistep(implicit<automatic>(
      "auto", "Chosen as the run goes on",
      "ode45, and ode15s where the model turns out to be stiff; the log says which", 5, 4));
}

constexpr Method adams() {
  Method method = multistep(implicit<make_adams>(
      "ode113", "Adams 1-13",
      "For smooth models at tight tolerances whose derivatives are expensive: two evaluations a step", 13,
      13));
  method.implicit = false;
  return method;
}

constexpr Method keeps_own_history(Method method) {
  method.keeps_own_history = true;
  return method;
}

constexpr Method discrete() {
  Method method = explicit_runge_kutta<tableaus::euler, StepKind::Variable, false>(
      "discrete", "No continuous states",
      "For models without continuous states: from sample hit to sample hit");
  method.needs_no_states = true;
  return method;
}

constexpr std::array fixed_step_methods{
    explicit_runge_kutta<tableaus::euler, StepKind::Fixed>(
        "ode1", "Euler", "Order 1: cheapest per step, for teaching and for very short steps"),
    explicit_runge_kutta<tableaus::heun, StepKind::Fixed>("ode2", "Heun", "Order 2, two evaluations a step"),
    explicit_runge_kutta<tableaus::bogacki_shampine, StepKind::Fixed>(
        "ode3", "Bogacki-Shampine 3", "Order 3, three evaluations a step: a sound fixed-step default"),
    explicit_runge_kutta<tableaus::runge_kutta_4, StepKind::Fixed>(
        "ode4", "Runge-Kutta 4", "Order 4, four evaluations a step: for smooth models"),
    explicit_runge_kutta<tableaus::dormand_prince, StepKind::Fixed>(
        "ode5", "Dormand-Prince 5", "Order 5, six evaluations a step: for smooth models and high accuracy"),
    explicit_runge_kutta<tableaus::prince_dormand, StepKind::Fixed>(
        "ode8", "Prince-Dormand 8",
        "Order 8, thirteen evaluations a step: for very smooth models and highest accuracy"),
    extrapolation("ode14x", "Extrapolation",
                  "For stiff models with fixed steps; order as Extrapolation order says", 4,
                  [](const OdeProblem& problem, StepperOptions options) {
                    const int order = options.extrapolation_order;
                    return make_extrapolation(problem, order, std::move(options));
                  }),
    extrapolation("ode1be", "Backward Euler",
                  "Order 1, for stiff models at a fixed cost per step, as in real time", 1,
                  [](const OdeProblem& problem, StepperOptions options) {
                    return make_extrapolation(problem, 1, std::move(options));
                  }),
};

constexpr Method nonadaptive(Method fixed_step) {
  fixed_step.name = "odeN";
  fixed_step.title = "Nonadaptive";
  fixed_step.advice = "A fixed-step formula whose steps are cut at events and sample hits; no error control";
  fixed_step.kind = StepKind::Variable;
  return fixed_step;
}

template <std::size_t... i>
constexpr auto make_nonadaptive(std::index_sequence<i...>) {
  return std::array{nonadaptive(fixed_step_methods[i])...};
}
constexpr auto nonadaptive_methods = make_nonadaptive(std::make_index_sequence<fixed_step_methods.size()>{});

constexpr std::array variable_step_methods{
    automatic_method(),
    explicit_runge_kutta<tableaus::dormand_prince, StepKind::Variable>(
        "ode45", "Dormand-Prince 5(4)", "The first choice for models that are not stiff"),
    explicit_runge_kutta<tableaus::bogacki_shampine, StepKind::Variable>(
        "ode23", "Bogacki-Shampine 3(2)",
        "Cheaper steps: for crude tolerances, frequent events or mild stiffness"),
    explicit_runge_kutta<tableaus::tsitouras, StepKind::Variable>("tsit5", "Tsitouras 5(4)",
                                                                  "As ode45, often with fewer steps"),
    explicit_runge_kutta<tableaus::dop853, StepKind::Variable>(
        "dop853", "Dormand-Prince 8(5,3)", "Order 8: for smooth models and tolerances below 1e-7"),
    adams(),
    multistep(implicit<make_numerical_differentiation>(
        "ode15s", "Stiff, NDF 1-5", "The first choice for stiff models: variable order, few Jacobians", 5,
        5)),
    rosenbrock<tableaus::ode23s>("ode23s", "Stiff, modified Rosenbrock 2(3)",
                                 "For stiff models at crude tolerances; a new Jacobian in every step", 2, 2),
    implicit<diagonally_implicit<tableaus::trapezoidal>>(
        "ode23t", "Moderately stiff, trapezoidal", "For moderately stiff models, without numerical damping",
        2, 2),
    implicit<diagonally_implicit<tableaus::tr_bdf2>>(
        "ode23tb", "Stiff, TR-BDF2", "For stiff models at crude tolerances, and after many events", 2, 2),
    implicit<make_radau>("radau5", "Stiff, Radau IIA 5",
                         "For stiff models at tight tolerances; steps are long and expensive", 5, 4),
    rosenbrock<tableaus::rodas5p>("rodas5p", "Stiff, Rodas5P",
                                  "For stiff models at tight tolerances; a new Jacobian in every step", 5, 4),
};

// Those of libraries that may be missing.
#ifdef FLUXION_SUNDIALS
constexpr std::array library_methods{
    keeps_own_history(multistep(implicit<make_cvode>(
        "cvode", "Stiff, CVODE of SUNDIALS",
        "For stiff models, by the BDF code that many know; ode15s goes on better from events", 5, 5))),
    keeps_own_history(
        multistep(implicit<make_ida>("ida", "Stiff, IDA of SUNDIALS",
                                     "As cvode, with the code for differential-algebraic equations", 5, 5))),
};
#else
constexpr std::array<Method, 0> library_methods{};
#endif

constexpr std::array other_methods{
    discrete(),
    nonadaptive_methods[2],
};

template <std::size_t a, std::size_t b>
constexpr std::array<Method, a + b> join(const std::array<Method, a>& first,
                                         const std::array<Method, b>& second) {
  std::array<Method, a + b> all;
  std::copy(first.begin(), first.end(), all.begin());
  std::copy(second.begin(), second.end(), all.begin() + a);
  return all;
}
constexpr auto all_methods =
    join(join(variable_step_methods, library_methods), join(other_methods, fixed_step_methods));

}  // namespace

std::span<const Method> methods() { return all_methods; }

const Method* find_method(std::string_view name) {
  const auto found =
      std::find_if(all_methods.begin(), all_methods.end(), [&](const Method& m) { return m.name == name; });
  return found == all_methods.end() ? nullptr : &*found;
}

const Method* nonadaptive_method(std::string_view fixed_step) {
  for (std::size_t i = 0; i < fixed_step_methods.size(); ++i)
    if (fixed_step_methods[i].name == fixed_step) return &nonadaptive_methods[i];
  return nullptr;
}

}  // namespace sim
