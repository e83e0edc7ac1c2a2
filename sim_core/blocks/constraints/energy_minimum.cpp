#include "sim_core/blocks/constraints/energy_minimum.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/blocks/constraints/energy_function.h"
#include "sim_core/linalg/minimize.h"

namespace sim::blocks {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Where an eigenvalue of M is negative by more than rounding, relative to the largest.
constexpr double rounding = 1e-12;

// P with the columns of it that do not depend on others, and g.
struct Motions {
  Matrix p;
  Vector g;
  std::vector<int> columns;

  Motions(const EnergyFunction& energy, std::span<const double> unknowns) {
    const std::vector<double> values = energy.allowed(unknowns);
    const Eigen::Map<const Matrix> all(values.data(), energy.states, energy.motions);
    g = Eigen::Map<const Vector>(values.data() + all.size(), energy.states);
    if (!all.allFinite()) {  // shows in the energy
      p = all.leftCols(1);
      columns = {0};
      return;
    }
    Eigen::ColPivHouseholderQR<Matrix> factors(all);
    for (Eigen::Index k = 0; k < factors.rank(); ++k)
      columns.push_back(static_cast<int>(factors.colsPermutation().indices()[k]));
    std::sort(columns.begin(), columns.end());
    p.resize(energy.states, static_cast<Eigen::Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k)
      p.col(static_cast<Eigen::Index>(k)) = all.col(columns[k]);
  }
  int count() const { return static_cast<int>(columns.size()); }
};

Matrix symmetric(const EnergyFunction& energy, const ir::GraphFunction& mass,
                 std::span<const double> unknowns) {
  const std::vector<double> values = mass(unknowns);
  const Matrix m = Eigen::Map<const Matrix>(values.data(), energy.states, energy.states);
  return (m + m.transpose()) / 2;
}

bool is_energy(const Matrix& m) {
  if (!m.allFinite()) return false;
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(m, Eigen::EigenvaluesOnly).eigenvalues();
  return values[0] >= -rounding * values.cwiseAbs().maxCoeff();
}

// unknowns = y, then the arguments, with y to be found; those of columns that are left out are 0.
NoProjection find(const EnergyFunction& energy, std::vector<double>& unknowns) {
  const int n = energy.states;
  const Motions motions(energy, unknowns);
  const int k = motions.count();
  std::fill_n(unknowns.begin(), energy.motions, 0.0);
  const auto put = [&](std::span<const double> y) {
    for (std::size_t c = 0; c < motions.columns.size(); ++c)
      unknowns[static_cast<std::size_t>(motions.columns[c])] = y[c];
  };
  const Eigen::Map<const Vector> x0(unknowns.data() + energy.motions, n);
  const Matrix mass = symmetric(energy, energy.mass_before, unknowns);
  if (!is_energy(mass)) return NoProjection::NotPositive;
  if (k == 0) return NoProjection::None;  // nothing may move
  const Matrix& p = motions.p;
  const Matrix inner = p.transpose() * mass * p;
  const Eigen::LLT<Matrix> factors(inner);
  if (factors.info() != Eigen::Success || factors.rcond() < rounding) return NoProjection::NotPositive;
  Vector y = factors.solve(p.transpose() * (mass * (x0 - motions.g)));
  put({y.data(), static_cast<std::size_t>(k)});
  if (!energy.iterates) return NoProjection::None;

  const Vector error = p * y + motions.g - x0;
  const double length = std::max(std::sqrt(std::max(0.0, error.dot(mass * error))),
                                 1e-8 * std::sqrt(std::max(0.0, y.dot(inner * y))));
  if (length == 0) return NoProjection::None;  // nothing moves
  SmoothFunction function;
  function.size = k;
  function.evaluate = [&](std::span<const double> at, double& value, std::span<double> gradient,
                          std::span<double> hessian) {
    put(at);
    const std::vector<double> all = energy.value(unknowns);
    const auto number = [&](int index) { return all[static_cast<std::size_t>(index)]; };
    value = all[0];
    for (std::size_t i = 0, kept = motions.columns.size(); i < kept; ++i) {
      gradient[i] = number(1 + motions.columns[i]);
      for (std::size_t j = 0; j < kept; ++j)
        hessian[i + j * kept] =
            number(1 + energy.motions + motions.columns[i] + motions.columns[j] * energy.motions);
    }
    return true;
  };
  std::vector<double> found(y.data(), y.data() + k);
  const MinimumEnd end =
      minimize(function, {inner.data(), static_cast<std::size_t>(inner.size())}, length, found);
  put(found);
  if (!is_energy(symmetric(energy, energy.mass_at, unknowns))) return NoProjection::NotPositive;
  return end == MinimumEnd::Found ? NoProjection::None : NoProjection::NotFound;
}

std::vector<double> unknowns_of(const EnergyFunction& energy, std::span<const double* const> arguments) {
  std::vector<double> unknowns(static_cast<std::size_t>(energy.motions), 0.0);
  for (std::size_t a = 0; a < energy.sizes.size(); ++a)
    unknowns.insert(unknowns.end(), arguments[a], arguments[a] + energy.sizes[a]);
  return unknowns;
}

// The implicit function theorem at the minimum: d2T/dy2 dy + d(dT/dy)/da da = 0, and dx = P dy + dx/da da.
class MinimumSlope final : public ir::ExternalFunction {
 public:
  explicit MinimumSlope(std::shared_ptr<const EnergyFunction> energy) : energy_(std::move(energy)) {}
  std::string name() const override { return "derivative of an energy projection"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(energy_->states), scalar_shape}; }
  bool depends(int output, int, int, int) const override { return output == 0; }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const int n = energy_->states, all = energy_->motions;
    const std::size_t count = energy_->sizes.size();
    std::vector<double> unknowns = unknowns_of(*energy_, arguments.first(count));
    Eigen::Map<Vector> dx(outputs[0], n);
    dx.setZero();
    outputs[1][0] = 0;
    if (find(*energy_, unknowns) != NoProjection::None) return EvalStatus::Ok;
    const Motions motions(*energy_, unknowns);
    const std::vector<double> value = energy_->value(unknowns);
    const std::vector<double> moved = unknowns_of(*energy_, arguments.subspan(count));
    unknowns.insert(unknowns.end(), moved.begin() + all, moved.end());
    const std::vector<double> along = energy_->along(unknowns);
    dx = Eigen::Map<const Vector>(along.data() + all, n);
    if (motions.count() == 0) return EvalStatus::Ok;
    const Eigen::Map<const Matrix> hessian(value.data() + 1 + all, all, all);
    const Eigen::Map<const Vector> change(along.data(), all);
    dx -= motions.p *
          Matrix(hessian(motions.columns, motions.columns)).ldlt().solve(Vector(change(motions.columns)));
    return EvalStatus::Ok;
  }

 private:
  std::shared_ptr<const EnergyFunction> energy_;
};

class Minimum final : public ir::ExternalFunction {
 public:
  explicit Minimum(std::shared_ptr<const EnergyFunction> energy) : energy_(std::move(energy)) {}
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
    const std::vector<double> allowed = energy_->allowed(unknowns);
    const int n = energy_->states, k = energy_->motions;
    const Eigen::Map<const Matrix> p(allowed.data(), n, k);
    const Eigen::Map<const Vector> y(unknowns.data(), k), g(allowed.data() + n * k, n);
    Eigen::Map<Vector>(outputs[0], n) = p * y + g;
    return EvalStatus::Ok;
  }

 private:
  std::shared_ptr<const EnergyFunction> energy_;
};

}  // namespace

Result<EnergyMinimum> energy_minimum(Equations& e, const EnergyTerms& terms, MassesAt at, ir::Value x0) {
  auto written = energy_function(terms, at, x0.shape().count(), e.variables());
  if (!written) return written.error();
  auto energy = std::make_shared<const EnergyFunction>(std::move(*written));
  std::vector<ir::Value> arguments{x0, e.time()};
  for (const EnergyTerm* term : {&terms.given, &terms.motions, &terms.mass})
    if (term->signal) arguments.push_back(term->signal);
  const auto results = e.graph().call(std::make_shared<Minimum>(std::move(energy)), arguments);
  return EnergyMinimum{results[0], results[1]};
}

}  // namespace sim::blocks
