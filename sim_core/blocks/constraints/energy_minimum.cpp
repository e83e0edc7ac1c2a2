#include "sim_core/blocks/constraints/energy_minimum.h"

#include <Eigen/Dense>
#include <cmath>

#include "sim_core/blocks/constraints/mass_matrix.h"
#include "sim_core/ir/graph_function.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/linalg/minimize.h"

namespace sim::blocks {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Where an eigenvalue of M is negative by more than rounding, relative to the largest.
constexpr double rounding = 1e-12;

// The energy and its derivatives, of the unknowns y (k of them), x0 (n), g (n) and t, in this order.
struct Energy {
  int motions = 0, states = 0;
  Matrix allowed;                  // P
  ir::GraphFunction value;         // T, dT/dy, then d2T/dy2 by column
  ir::GraphFunction mass_before;   // M at x0
  ir::GraphFunction mass_at;       // M at x, or at x0
  ir::GraphFunction cross_slopes;  // d2T/dy2 by column, then d(dT/dy)/d(x0, g, t) by column
  bool iterates = false;

  int arguments() const { return 2 * states + 1; }
  int unknowns() const { return motions + arguments(); }

  Matrix matrix(const ir::GraphFunction& mass, std::span<const double> unknowns) const {
    const std::vector<double> values = mass(unknowns);
    const Matrix m = Eigen::Map<const Matrix>(values.data(), states, states);
    return (m + m.transpose()) / 2;
  }
};

bool is_energy(const Matrix& m) {
  if (!m.allFinite()) return false;
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(m, Eigen::EigenvaluesOnly).eigenvalues();
  return values[0] >= -rounding * values.cwiseAbs().maxCoeff();
}

// unknowns = y, x0, g, t, with y to be found.
NoProjection find(const Energy& energy, std::vector<double>& unknowns) {
  const int k = energy.motions, n = energy.states;
  Eigen::Map<Vector> y(unknowns.data(), k);
  const Eigen::Map<const Vector> x0(unknowns.data() + k, n), g(unknowns.data() + k + n, n);
  const Matrix& p = energy.allowed;
  const Matrix mass = energy.matrix(energy.mass_before, unknowns);
  if (!is_energy(mass)) return NoProjection::NotPositive;
  const Matrix inner = p.transpose() * mass * p;
  const Eigen::LLT<Matrix> factors(inner);
  if (factors.info() != Eigen::Success || factors.rcond() < rounding) return NoProjection::NotPositive;
  y = factors.solve(p.transpose() * (mass * (x0 - g)));
  if (!energy.iterates) return NoProjection::None;

  const Vector error = p * y + g - x0;
  const double length = std::max(std::sqrt(std::max(0.0, error.dot(mass * error))),
                                 1e-8 * std::sqrt(std::max(0.0, y.dot(inner * y))));
  if (length == 0) return NoProjection::None;  // nothing moves
  SmoothFunction function;
  function.size = k;
  function.evaluate = [&](std::span<const double> at, double& value, std::span<double> gradient,
                          std::span<double> hessian) {
    std::copy(at.begin(), at.end(), unknowns.begin());
    const std::vector<double> all = energy.value(unknowns);
    value = all[0];
    std::copy_n(all.begin() + 1, gradient.size(), gradient.begin());
    std::copy_n(all.begin() + 1 + k, hessian.size(), hessian.begin());
    return true;
  };
  std::vector<double> found(y.data(), y.data() + k);
  const MinimumEnd end =
      minimize(function, {inner.data(), static_cast<std::size_t>(inner.size())}, length, found);
  std::copy(found.begin(), found.end(), unknowns.begin());
  if (!is_energy(energy.matrix(energy.mass_at, unknowns))) return NoProjection::NotPositive;
  return end == MinimumEnd::Found ? NoProjection::None : NoProjection::NotFound;
}

std::vector<double> unknowns_of(const Energy& energy, std::span<const double* const> arguments) {
  std::vector<double> unknowns(static_cast<std::size_t>(energy.motions), 0.0);
  const int sizes[] = {energy.states, energy.states, 1};
  for (std::size_t a = 0; a < 3; ++a) unknowns.insert(unknowns.end(), arguments[a], arguments[a] + sizes[a]);
  return unknowns;
}

// The implicit function theorem at the minimum: d2T/dy2 dy + d(dT/dy)/da da = 0.
class MinimumSlope final : public ir::ExternalFunction {
 public:
  explicit MinimumSlope(std::shared_ptr<const Energy> energy) : energy_(std::move(energy)) {}
  std::string name() const override { return "derivative of an energy projection"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(energy_->states), scalar_shape}; }
  bool depends(int output, int, int, int) const override { return output == 0; }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const int k = energy_->motions, n = energy_->states, count = energy_->arguments();
    std::vector<double> unknowns = unknowns_of(*energy_, arguments.first(3));
    Eigen::Map<Vector> dx(outputs[0], n);
    dx.setZero();
    outputs[1][0] = 0;
    if (find(*energy_, unknowns) != NoProjection::None) return EvalStatus::Ok;
    const std::vector<double> moved = unknowns_of(*energy_, arguments.subspan(3));
    const Eigen::Map<const Vector> da(moved.data() + k, count);
    const std::vector<double> slopes = energy_->cross_slopes(unknowns);
    const Eigen::Map<const Matrix> hessian(slopes.data(), k, k), cross(slopes.data() + k * k, k, count);
    dx = energy_->allowed * -hessian.ldlt().solve(cross * da) + da.segment(n, n);
    return EvalStatus::Ok;
  }

 private:
  std::shared_ptr<const Energy> energy_;
};

class Minimum final : public ir::ExternalFunction {
 public:
  explicit Minimum(std::shared_ptr<const Energy> energy) : energy_(std::move(energy)) {}
  std::string name() const override { return "energy projection"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(energy_->states), scalar_shape}; }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ExternalFunction> tangent() const override {
    return std::make_shared<MinimumSlope>(energy_);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    std::vector<double> unknowns = unknowns_of(*energy_, arguments);
    outputs[1][0] = static_cast<double>(find(*energy_, unknowns));
    const Eigen::Map<const Vector> y(unknowns.data(), energy_->motions), g(arguments[1], energy_->states);
    Eigen::Map<Vector>(outputs[0], energy_->states) = energy_->allowed * y + g;
    return EvalStatus::Ok;
  }

 private:
  std::shared_ptr<const Energy> energy_;
};

}  // namespace

Result<EnergyMinimum> energy_minimum(Equations& e, const std::string& masses, MassesAt at,
                                     const ParameterValue& motions, ir::Value x0, ir::Value g) {
  auto energy = std::make_shared<Energy>();
  const auto graph = std::make_shared<ir::Graph>();
  const std::vector<double>& allowed = motions.numbers;
  const int n = motions.shape.rows, k = motions.shape.cols;
  energy->allowed = Eigen::Map<const Matrix>(allowed.data(), n, k);
  energy->motions = k;
  energy->states = n;
  energy->iterates = at == MassesAt::NewState;
  const ir::Value y = graph->leaf(ir::Op::Unknown, 0, vector_shape(k)),
                  before = graph->leaf(ir::Op::Unknown, k, vector_shape(n)),
                  given = graph->leaf(ir::Op::Unknown, k + n, vector_shape(n)),
                  t = graph->leaf(ir::Op::Unknown, k + 2 * n, scalar_shape);
  const ir::Value x = graph->matmul(graph->constant({n, k}, allowed), y) + given, error = x - before;
  const auto first = mass_matrix(*graph, masses, {{"x", before}, {"t", t}}, n, e.variables());
  if (!first) return first.error();
  const auto mass =
      energy->iterates ? mass_matrix(*graph, masses, {{"x", x}, {"t", t}}, n, e.variables()) : first;
  if (!mass) return mass.error();
  const ir::Value total = graph->total(error * graph->matmul(*mass, error)) * 0.5;
  const auto slope = [&](ir::Value v, int along) {
    std::vector<double> direction(static_cast<std::size_t>(energy->unknowns()), 0.0);
    direction[static_cast<std::size_t>(along)] = 1;
    const ir::Value d = ir::Tangents(*graph, 0, direction, 0)(v);
    return d ? d.id : graph->constant(0).id;
  };
  std::vector<ir::NodeId> value{total.id}, hessian, cross;
  for (int i = 0; i < k; ++i) value.push_back(slope(total, i));
  for (int j = 0; j < energy->unknowns(); ++j)
    for (int i = 0; i < k; ++i)
      (j < k ? hessian : cross).push_back(slope({graph.get(), value[static_cast<std::size_t>(i) + 1]}, j));
  value.insert(value.end(), hessian.begin(), hessian.end());
  hessian.insert(hessian.end(), cross.begin(), cross.end());
  auto all = ir::GraphFunction::make(graph, value), slopes = ir::GraphFunction::make(graph, hessian),
       mass_before = ir::GraphFunction::make(graph, {first->id}),
       mass_at = ir::GraphFunction::make(graph, {mass->id});
  if (!all || !slopes || !mass_before || !mass_at)
    return sim::error({}, "the masses use what cannot stand here", "use numbers, x, t and variables");
  energy->value = *all;
  energy->cross_slopes = *slopes;
  energy->mass_before = *mass_before;
  energy->mass_at = *mass_at;
  const ir::Value arguments[] = {x0, g, e.time()};
  const auto results = e.graph().call(std::make_shared<Minimum>(std::move(energy)), arguments);
  return EnergyMinimum{results[0], results[1]};
}

}  // namespace sim::blocks
