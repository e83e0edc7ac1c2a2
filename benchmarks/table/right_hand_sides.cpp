#include <memory>

#include "benchmarks/scale/stencil_problems.h"
#include "benchmarks/stencil_models.h"
#include "benchmarks/table/row.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/simulate/model_equations.h"

namespace sim {

namespace {

struct Evaluated {
  std::unique_ptr<ModelEquations> equations;
  std::vector<double> x, dx;
};

std::shared_ptr<Evaluated> evaluated(const Diagram& diagram) {
  auto made = std::make_shared<Evaluated>();
  const std::shared_ptr<const Program> program = compile(diagram, standard_library())->program;
  made->equations = std::make_unique<ModelEquations>(program);
  made->x.assign(static_cast<std::size_t>(program->state_count), 0.5);
  made->dx.resize(made->x.size());
  return made;
}

// Of vectors; what one writes is one loop.
Row heat_row(int points, int calls) {
  const auto diagram = evaluated(heat_vector_diagram(points));
  const auto hand = std::make_shared<StencilProblem>(heat_by_hand(points));
  Row row;
  row.work = "heat in one dimension as vectors, " + std::to_string(points) + " points: f, " +
             std::to_string(calls) + " times";
  row.wanted = 1.3;
  row.by_hand = [=] {
    for (int k = 0; k < calls; ++k) hand->ode.rhs(0.1, diagram->x, diagram->dx);
  };
  row.fluxion = [=] {
    for (int k = 0; k < calls; ++k) diagram->equations->derivatives(0.1, diagram->x, diagram->dx);
  };
  return row;
}

}  // namespace

void add_right_hand_sides(std::vector<Row>& rows) {
  rows.push_back(heat_row(1000, 1000));
  rows.push_back(heat_row(100'000, 10));
}

}  // namespace sim
