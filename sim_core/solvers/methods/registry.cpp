#include "sim_core/solvers/methods/registry.h"

#include <algorithm>
#include <array>

#include "sim_core/solvers/explicit_runge_kutta.h"
#include "sim_core/solvers/methods/bogacki_shampine.h"
#include "sim_core/solvers/methods/classical.h"
#include "sim_core/solvers/methods/dormand_prince.h"
#include "sim_core/solvers/methods/prince_dormand.h"

namespace sim {
namespace {

template <const Tableau& tableau, StepKind kind>
constexpr Method explicit_runge_kutta(std::string_view name, std::string_view title,
                                      std::string_view advice) {
  return {.name = name,
          .title = title,
          .advice = advice,
          .kind = kind,
          .implicit = false,
          .order = tableau.order,
          .dense_order = tableau.dense_order,
          .tableau = &tableau,
          .make = [](const OdeProblem& problem, StepperOptions options) {
            return make_explicit_runge_kutta(problem, tableau, kind == StepKind::Variable,
                                             std::move(options));
          }};
}

constexpr std::array all_methods{
    explicit_runge_kutta<tableaus::dormand_prince, StepKind::Variable>(
        "ode45", "Dormand-Prince 5(4)", "The first choice for models that are not stiff"),
    explicit_runge_kutta<tableaus::bogacki_shampine, StepKind::Variable>(
        "ode23", "Bogacki-Shampine 3(2)",
        "Cheaper steps: for crude tolerances, frequent events or mild stiffness"),
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
};

}  // namespace

std::span<const Method> methods() { return all_methods; }

const Method* find_method(std::string_view name) {
  const auto found =
      std::find_if(all_methods.begin(), all_methods.end(), [&](const Method& m) { return m.name == name; });
  return found == all_methods.end() ? nullptr : &*found;
}

}  // namespace sim
