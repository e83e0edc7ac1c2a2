#include "sim_core/blocks/constraints/position_projection.h"

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "sim_core/linalg/constrained_system.h"

namespace sim::blocks {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double position_rounding = 0x1p-50;  // of phi, relative to its terms
constexpr double satisfied = 0x1p-36;          // likewise, where no iteration makes it smaller
constexpr double least_change = 1e-12;         // of the distance in an iteration, relative to the distance
constexpr double sure = 1e-5;                  // likewise; below it steps are taken as they are
constexpr int most_iterations = 200, most_halvings = 30;

std::vector<ConstrainedSystem::Entry> every_entry(int rows, int cols) {
  std::vector<ConstrainedSystem::Entry> entries;
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) entries.push_back({i, j});
  return entries;
}

// One search. Everything that is not active is left out by zeros in its row.
class Search {
 public:
  Search(const MotionTerms& terms, MassesAt at, std::span<const double> active, double t,
         std::span<const double> u)
      : terms_(terms),
        at_(at),
        n_(terms.bodies()),
        m_(terms.position_constraints()),
        active_(Eigen::Map<const Vector>(active.data(), m_)),
        unknowns_(static_cast<std::size_t>(2 * n_ + 1 + 2 * terms.prescribed() + m_), 0.0),
        system_(n_, m_, every_entry(n_, n_), every_entry(m_, n_)),
        multipliers_(Vector::Zero(m_)) {
    unknowns_[static_cast<std::size_t>(2 * n_)] = t;
    std::copy(u.begin(), u.end(), unknowns_.begin() + 2 * n_ + 1);
  }

  // Whether q satisfies the constraints to `tolerance`, relative to the terms of phi. Then begins there.
  bool satisfies(const Vector& q, double tolerance) {
    start_ = q;
    evaluate(q);
    start_mass_ = here_.mass;
    return here_.finite() && excess(tolerance) <= 0;
  }

  // From where it begins.
  bool find(Vector& q, double tolerance) {
    tolerance = std::max(tolerance, position_rounding);
    q = start_;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      Vector step;
      if (!here_.finite() || !solve(-here_.gradient, -here_.phi, step)) return false;
      evaluate(q);  // with the new multipliers
      newton(step);
      const Matrix mass = here_.mass;
      const double distance = length(mass, q - start_);
      if (length(mass, step) > sure * distance)
        search_along(q, step);
      else
        evaluate(q += step);
      const double change = length(mass, step);
      const bool settled =
          change <= least_change * distance || change <= position_rounding * length(mass, q) || change == 0;
      if (settled) return excess(std::max(tolerance, satisfied)) <= 0;
      if (excess(tolerance) <= 0 && change <= least_change * length(mass, q - start_)) return true;
    }
    return false;
  }

 private:
  // At a q.
  struct Place {
    Vector phi, sizes, gradient;
    Matrix slopes, curvature, mass, hessian;  // curvature: of phi, times the multipliers
    double energy = 0;
    bool finite() const {
      return phi.allFinite() && slopes.allFinite() && gradient.allFinite() && hessian.allFinite() &&
             mass.allFinite();
    }
  };

  void evaluate(const Vector& q) {
    std::copy(q.begin(), q.end(), unknowns_.begin());
    std::copy(start_.begin(), start_.end(), unknowns_.begin() + n_);
    const Vector z = multipliers_.cwiseProduct(active_);
    std::copy(z.begin(), z.end(), unknowns_.end() - m_);
    const std::vector<double> all = terms_.position_function()(unknowns_);
    const double* at = all.data();
    here_.phi = Eigen::Map<const Vector>(at, m_).cwiseProduct(active_);
    here_.sizes = Eigen::Map<const Vector>(at += m_, m_);
    here_.slopes = active_.asDiagonal() * Eigen::Map<const Matrix>(at += m_, m_, n_);
    here_.curvature = Eigen::Map<const Matrix>(at += m_ * n_, n_, n_);
    here_.mass = Eigen::Map<const Matrix>(at += n_ * n_, n_, n_);
    here_.sizes += here_.slopes.cwiseAbs() * q.cwiseAbs();
    if (at_ == MassesAt::NewState) {
      here_.energy = *(at += n_ * n_);
      here_.gradient = Eigen::Map<const Vector>(++at, n_);
      here_.hessian = Eigen::Map<const Matrix>(at + n_, n_, n_);
      return;
    }
    if (start_mass_.size() > 0) here_.mass = start_mass_;
    here_.hessian = here_.mass;
    here_.gradient = here_.mass * (q - start_);
    here_.energy = 0.5 * (q - start_).dot(here_.gradient);
  }
  // How far the worst row is beyond `tolerance`, relative to its terms.
  double excess(double tolerance) const {
    double most = 0;
    for (int k = 0; k < m_; ++k)
      if (!(std::abs(here_.phi[k]) <= tolerance * here_.sizes[k]))
        most = std::max(most, std::abs(here_.phi[k]));
    return here_.phi.allFinite() ? most : 1;
  }
  static double length(const Matrix& mass, const Vector& v) {
    return std::sqrt(std::max(0.0, v.dot(mass * v)));
  }

  // min 1/2 d'M d - force'd under slopes d = right, and its multipliers.
  bool solve(const Vector& force, const Vector& right, Vector& d) {
    const Matrix &mass = here_.mass, &slopes = here_.slopes;
    std::vector<double> values(mass.data(), mass.data() + mass.size()), both(force.begin(), force.end());
    values.insert(values.end(), slopes.data(), slopes.data() + slopes.size());
    both.insert(both.end(), right.begin(), right.end());
    std::vector<double> solution(both.size());
    if (!system_.factor(values)) return false;
    if (system_.solve(both, solution) == ConstrainedSystem::Outcome::Unbounded) return false;
    d = Eigen::Map<const Vector>(solution.data(), n_);
    multipliers_ = Eigen::Map<const Vector>(solution.data() + n_, m_);
    return d.allFinite() && multipliers_.allFinite();
  }

  // The step to where the gradient along the constraints vanishes, with their curvature, instead of `step`,
  // where that is towards a minimum. What crosses the constraints stays of `step`.
  void newton(Vector& step) const {
    Vector scale = here_.mass.diagonal();
    for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 1;
    Eigen::ColPivHouseholderQR<Matrix> factors;
    factors.setThreshold(1e-10);
    factors.compute((here_.slopes * scale.asDiagonal()).transpose());
    const Eigen::Index free = n_ - factors.rank();
    if (free == 0) return;
    const Matrix along = scale.asDiagonal() * Matrix(factors.householderQ()).rightCols(free),
                 hessian = here_.hessian - here_.curvature, inner = along.transpose() * hessian * along;
    const Eigen::LLT<Matrix> inner_factors(inner);
    if (inner_factors.info() != Eigen::Success || !(inner_factors.rcond() > 1e-8)) return;
    const Vector more = along * inner_factors.solve(along.transpose() * -(here_.gradient + hessian * step));
    if (more.allFinite()) step += more;
  }

  // As much of the step as makes the energy, with a penalty on phi, smaller.
  void search_along(Vector& q, Vector& step) {
    const double penalty = 2 * multipliers_.cwiseAbs().maxCoeff();
    const auto merit = [&] { return here_.energy + penalty * here_.phi.cwiseAbs().sum(); };
    const double before = merit();
    const Vector from = q;
    for (int halving = 0; halving <= most_halvings; ++halving) {
      q = from + step;
      evaluate(q);
      if (here_.finite() && merit() < before) return;
      step /= 2;
    }
  }

  const MotionTerms& terms_;
  const MassesAt at_;
  const int n_, m_;
  const Vector active_;
  std::vector<double> unknowns_;
  ConstrainedSystem system_;
  Vector start_, multipliers_;
  Matrix start_mass_;  // what the distance is measured with, of the state before
  Place here_;
};

class PositionSearch final : public ir::ExternalFunction {
 public:
  PositionSearch(std::shared_ptr<const MotionTerms> terms, MassesAt at) : terms_(std::move(terms)), at_(at) {}
  std::string name() const override { return "projection of positions"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(terms_->bodies()), scalar_shape}; }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const auto size = [](int n) { return static_cast<std::size_t>(n); };
    Vector q = Eigen::Map<const Vector>(arguments[0], terms_->bodies());
    std::span<const double> u;
    if (terms_->prescribed() > 0) u = {arguments[3], size(terms_->prescribed())};
    Search search(*terms_, at_, {arguments[1], size(terms_->position_constraints())}, arguments[2][0], u);
    outputs[1][0] = search.satisfies(q, position_rounding) || search.find(q, position_rounding) ? 0 : 1;
    Eigen::Map<Vector>(outputs[0], terms_->bodies()) = q;
    return EvalStatus::Ok;
  }

 private:
  std::shared_ptr<const MotionTerms> terms_;
  MassesAt at_;
};

}  // namespace

NearestPositions nearest_positions(std::shared_ptr<const MotionTerms> terms, MassesAt at, ir::Value q,
                                   ir::Value active, ir::Value t, ir::Value u) {
  std::vector<ir::Value> arguments{q, active, t};
  if (u) arguments.push_back(u);
  const auto results = q.graph->call(std::make_shared<PositionSearch>(std::move(terms), at), arguments);
  return {results[0], results[1]};
}

ir::ProjectionMethod position_projection(std::shared_ptr<const MotionTerms> terms, MassesAt at) {
  return [terms = std::move(terms), at](double t, std::span<double> x, std::span<double>, const double* u,
                                        const double*, double tolerance) {
    const auto rows = static_cast<std::size_t>(terms->position_constraints());
    Search search(*terms, at, {u, rows}, t, {u + rows, static_cast<std::size_t>(terms->prescribed())});
    Vector q = Eigen::Map<Vector>(x.data(), terms->bodies());
    if (search.satisfies(q, std::max(tolerance, position_rounding))) return EvalStatus::Ok;
    if (!search.find(q, tolerance)) return EvalStatus::Recoverable;
    std::copy(q.begin(), q.end(), x.begin());
    return EvalStatus::Ok;
  };
}

}  // namespace sim::blocks
