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
constexpr int most_iterations = 100, most_halvings = 10;

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
        unknowns_(static_cast<std::size_t>(2 * n_ + 1 + 2 * terms.prescribed()), 0.0),
        system_(n_, m_, every_entry(n_, n_), every_entry(m_, n_)) {
    unknowns_[static_cast<std::size_t>(2 * n_)] = t;
    std::copy(u.begin(), u.end(), unknowns_.begin() + 2 * n_ + 1);
  }

  // Whether q is satisfied to `tolerance`, relative to the terms of phi.
  bool satisfies(const Vector& q, double tolerance) {
    evaluate(q, Vector::Zero(n_));
    return excess(tolerance) <= 0;
  }

  bool find(Vector& q, double tolerance) {
    const Vector start = q;
    evaluate(q, Vector::Zero(n_));
    const Matrix first_mass = mass_;
    tolerance = std::max(tolerance, position_rounding);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      if (!finite()) return false;
      const Matrix& mass = at_ == MassesAt::NewState ? mass_ : first_mass;
      Vector pull = mass * (q - start);
      if (at_ == MassesAt::NewState) pull += gradient_;
      Vector step;
      if (!solve(mass, -pull, -phi_, step)) return false;
      const double left = worst();
      const Vector from = q;
      for (int halving = 0;; ++halving) {
        q = from + step;
        evaluate(q, q - start);
        if (halving == most_halvings || (finite() && worst() <= 2 * left) || excess(satisfied) <= 0) break;
        step /= 2;
      }
      const double change = length(mass, step), distance = length(mass, q - start);
      const bool settled =
          change <= least_change * distance || change <= position_rounding * length(mass, q) || change == 0;
      if (excess(tolerance) <= 0 && settled) return true;
      if (settled) return excess(satisfied) <= 0;
    }
    return false;
  }

  // Of an error estimate, what constraints leave of it, at the q of the last evaluation.
  void project_error(std::span<double> error) {
    Vector e = Eigen::Map<Vector>(error.data(), n_), change;
    if (solve(mass_, Vector::Zero(n_), -slopes_ * e, change))
      Eigen::Map<Vector>(error.data(), n_) = e + change;
  }

 private:
  void evaluate(const Vector& q, const Vector& error) {
    std::copy(q.begin(), q.end(), unknowns_.begin());
    std::copy(error.begin(), error.end(), unknowns_.begin() + n_);
    const std::vector<double> all = terms_.position_function()(unknowns_);
    const double* at = all.data();
    phi_ = Eigen::Map<const Vector>(at, m_).cwiseProduct(active_);
    sizes_ = Eigen::Map<const Vector>(at += m_, m_);
    slopes_ = active_.asDiagonal() * Eigen::Map<const Matrix>(at += m_, m_, n_);
    mass_ = Eigen::Map<const Matrix>(at += m_ * n_, n_, n_);
    gradient_ = Eigen::Map<const Vector>(at += n_ * n_, n_);
    sizes_ += slopes_.cwiseAbs() * q.cwiseAbs();
  }
  bool finite() const { return phi_.allFinite() && slopes_.allFinite() && mass_.allFinite(); }
  // How far the worst row is beyond `tolerance`, relative to its terms.
  double excess(double tolerance) const {
    double most = 0;
    for (int k = 0; k < m_; ++k)
      if (!(std::abs(phi_[k]) <= tolerance * sizes_[k])) most = std::max(most, std::abs(phi_[k]));
    return phi_.allFinite() ? most : 1;
  }
  double worst() const { return phi_.cwiseAbs().maxCoeff(); }
  static double length(const Matrix& mass, const Vector& v) {
    return std::sqrt(std::max(0.0, v.dot(mass * v)));
  }
  // min 1/2 d'M d - force'd under slopes d = right.
  bool solve(const Matrix& mass, const Vector& force, const Vector& right, Vector& d) {
    std::vector<double> values(mass.data(), mass.data() + mass.size()), both(force.begin(), force.end());
    values.insert(values.end(), slopes_.data(), slopes_.data() + slopes_.size());
    both.insert(both.end(), right.begin(), right.end());
    std::vector<double> solution(both.size());
    if (!system_.factor(values)) return false;
    if (system_.solve(both, solution) == ConstrainedSystem::Outcome::Unbounded) return false;
    d = Eigen::Map<const Vector>(solution.data(), n_);
    return d.allFinite();
  }

  const MotionTerms& terms_;
  const MassesAt at_;
  const int n_, m_;
  const Vector active_;
  std::vector<double> unknowns_;
  ConstrainedSystem system_;
  Vector phi_, sizes_, gradient_;
  Matrix slopes_, mass_;
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
  return [terms = std::move(terms), at](double t, std::span<double> x, std::span<double> error,
                                        const double* u, const double*, double tolerance) {
    const auto rows = static_cast<std::size_t>(terms->position_constraints());
    Search search(*terms, at, {u, rows}, t, {u + rows, static_cast<std::size_t>(terms->prescribed())});
    Vector q = Eigen::Map<Vector>(x.data(), terms->bodies());
    if (!search.satisfies(q, std::max(tolerance, position_rounding))) {
      if (!search.find(q, tolerance)) return EvalStatus::Recoverable;
      std::copy(q.begin(), q.end(), x.begin());
    }
    if (!error.empty()) search.project_error(error);
    return EvalStatus::Ok;
  };
}

}  // namespace sim::blocks
