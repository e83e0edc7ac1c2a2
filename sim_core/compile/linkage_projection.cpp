#include "sim_core/compile/linkage_projection.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "sim_core/base/told_number.h"
#include "sim_core/compile/coupled_speeds.h"
#include "sim_core/compile/hidden_ports.h"
#include "sim_core/linalg/constrained_system.h"
#include "sim_core/linalg/locked_motion.h"

namespace sim::compile_phases {

namespace {

using Outcome = ir::StateProjectionMethod::Outcome;
using Pass = ir::StateProjectionMethod::Pass;

constexpr double rounding = 0x1p-49;    // of a residual, relative to its terms
constexpr double satisfied = 0x1p-36;   // likewise, where steps make it no smaller
constexpr double least_step = 0x1p-50;  // of positions and velocities, relative to their size
constexpr double nearest = 1e-9;        // of a step, relative to the distance, where positions were guessed
constexpr int most_coordinates = 900;   // of which dense factors are looked at for singular positions
constexpr double longest_turn = 0.5;    // rad, in one pass

class Linkage {
 public:
  explicit Linkage(const LinkageTopology& linkage)
      : n_(3 * static_cast<int>(linkage.bodies.size())), links_(linkage.links) {
    std::vector<ConstrainedSystem::Entry> mass, constraint;
    for (int k = 0; k < n_; ++k) mass.push_back({k, k});
    int first = n_;
    for (const LinkageTopology::Row& row : linkage.rows) {
      rows_.push_back(
          {first, first + static_cast<int>(row.columns.size()), row.columns, row.angular, row.link});
      first = rows_.back().held + held_elements;
      for (int column : row.columns)
        if (column >= 0) constraint.push_back({static_cast<int>(rows_.size()) - 1, column});
    }
    system_ = std::make_unique<ConstrainedSystem>(n_, static_cast<int>(rows_.size()), mass, constraint);
    values_.resize(mass.size() + constraint.size());
    right_.resize(at(n_) + rows_.size());
    solution_.resize(right_.size());
    if (!linkage.coupled.empty()) coupled_ = std::make_unique<CoupledSpeeds>(linkage, first);
  }

  Outcome pass(const Pass& pass, std::span<double> x) {
    const std::lock_guard lock(mutex_);
    const double tolerance = std::max(pass.tolerance, rounding);
    const std::span<double> q = x.first(at(n_)), v = x.subspan(at(n_), at(n_));
    const bool positions_held = worst(pass.arguments, tolerance) < 0;
    if (!positions_held || (pass.first_of_run && !is_nearest(pass, q))) {
      if (!factor(pass.arguments)) return Outcome::Failed;
      const Outcome moved = move_positions(pass, q, positions_held);
      if (moved != Outcome::Done) return moved;
    }
    if (coupled_)
      return coupled_->move(pass.arguments, x.subspan(at(n_)), pass.first_of_run) ? Outcome::Done
                                                                                  : Outcome::Failed;
    return move_velocities(pass, v, tolerance);
  }

  std::string complaint(std::span<const double> arguments) {
    const int row = worst(arguments, satisfied);
    if (row < 0) return "the positions of the mechanism cannot be found";
    const Row& of = rows_[at(row)];
    const double residual = std::fabs(arguments[at(of.held)]);
    return misfit_of(links_, of.link) + ": " + told(residual) + (of.angular ? " rad" : " m") + " remain";
  }

  std::string singular(const ir::StateProjectionMethod::Arguments& arguments, std::span<const double> x) {
    if (n_ == 0 || n_ > most_coordinates) return {};
    const std::span<const double> q = x.first(at(n_));
    std::vector<double> u, moved(x.begin(), x.end());
    if (!arguments(x, u)) return {};
    double length = 0;
    for (const Row& row : rows_)
      if (!row.angular) length = std::max(length, u[at(row.held) + 2]);
    std::vector<double> sizes(q.size(), length > 0 ? length : 1.0);
    for (std::size_t k = 2; k < sizes.size(); k += 3) sizes[k] = 1;
    const auto constraints = [&](std::span<const double> where, ConstraintsAt& found) {
      std::copy(where.begin(), where.end(), moved.begin());
      if (!arguments(moved, u)) return false;
      fill(u, found);
      return true;
    };
    const std::vector<double> masses(u.begin(), u.begin() + n_);
    const auto row = locked_motion(q, masses, sizes, constraints);
    return row ? singular_of(links_, rows_[at(*row)].link) : std::string();
  }

 private:
  struct Row {
    int weights = 0, held = 0;  // where they begin
    std::vector<int> columns;
    bool angular = false;
    std::size_t link = 0;
    bool holds(std::span<const double> u) const { return u[static_cast<std::size_t>(held) + 3] != 0; }
  };
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  // The row that is furthest beyond its tolerance; -1: none.
  int worst(std::span<const double> u, double tolerance) const {
    int row = -1;
    double most = 0, largest = 0;  // of lengths, as frames may meet at the origin
    for (const Row& of : rows_)
      if (!of.angular) largest = std::max(largest, u[at(of.held) + 2]);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& of = rows_[k];
      const double residual = std::fabs(u[at(of.held)]);
      if (!of.holds(u) || residual <= tolerance * (of.angular ? u[at(of.held) + 2] : largest)) continue;
      if (row < 0 || !(residual <= most)) row = static_cast<int>(k), most = residual;
    }
    return row;
  }

  void fill(std::span<const double> u, ConstraintsAt& found) const {
    found.residual.assign(rows_.size(), 0);
    found.rows.assign(rows_.size() * at(n_), 0);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& row = rows_[k];
      if (!row.holds(u)) continue;
      found.residual[k] = u[at(row.held)];
      for (std::size_t j = 0; j < row.columns.size(); ++j)
        if (row.columns[j] >= 0) found.rows[k * at(n_) + at(row.columns[j])] += u[at(row.weights) + j];
    }
  }

  bool factor(std::span<const double> u) {
    std::copy_n(u.begin(), n_, values_.begin());
    auto to = values_.begin() + n_;
    for (const Row& row : rows_)
      for (std::size_t k = 0; k < row.columns.size(); ++k)
        if (row.columns[k] >= 0) *to++ = row.holds(u) ? u[at(row.weights) + k] : 0.0;
    return system_->factor(values_);
  }

  bool solve() {
    return system_->solve(right_, solution_) != ConstrainedSystem::Outcome::Unbounded &&
           std::all_of(solution_.begin(), solution_.end(), [](double s) { return std::isfinite(s); });
  }

  bool is_nearest(const Pass& pass, std::span<const double> q) {
    if (!pass.first_of_run || std::equal(q.begin(), q.end(), pass.from.begin())) return true;
    if (!factor(pass.arguments) || !solve_positions(pass, q)) return false;
    double step = 0, distance = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      step += values_[k] * solution_[k] * solution_[k];
      distance += values_[k] * (q[k] - pass.from[k]) * (q[k] - pass.from[k]);
    }
    return step <= nearest * nearest * distance;
  }

  bool solve_positions(const Pass& pass, std::span<const double> q) {
    for (std::size_t k = 0; k < q.size(); ++k) right_[k] = pass.arguments[k] * (pass.from[k] - q[k]);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      right_[q.size() + k] = rows_[k].holds(pass.arguments) ? -pass.arguments[at(rows_[k].held)] : 0.0;
    return solve();
  }

  Outcome move_positions(const Pass& pass, std::span<double> q, bool held) {
    if (!solve_positions(pass, q)) return Outcome::Failed;
    double turn = 0;
    for (std::size_t k = 2; k < q.size(); k += 3) turn = std::max(turn, std::fabs(solution_[k]));
    const double share = turn > longest_turn ? longest_turn / turn : 1;
    bool moved = false;
    double size = 0;
    for (double one : q) size = std::max(size, std::fabs(one));
    for (std::size_t k = 0; k < q.size(); ++k) {
      moved = moved || std::fabs(solution_[k]) > least_step * size;
      q[k] += share * solution_[k];
    }
    if (moved || held) return moved ? Outcome::Moved : Outcome::Done;
    return worst(pass.arguments, satisfied) < 0 ? Outcome::Done : Outcome::Failed;
  }

  Outcome move_velocities(const Pass& pass, std::span<double> v, double tolerance) {
    bool held = true;
    std::fill(right_.begin(), right_.end(), 0.0);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& row = rows_[k];
      if (!row.holds(pass.arguments)) continue;
      double sum = pass.arguments[at(row.held) + 1], terms = std::fabs(sum);
      for (std::size_t j = 0; j < row.columns.size(); ++j) {
        if (row.columns[j] < 0) continue;
        const double term = pass.arguments[at(row.weights) + j] * v[at(row.columns[j])];
        sum -= term, terms += std::fabs(term);
      }
      right_[at(n_) + k] = sum;
      held = held && std::fabs(sum) <= tolerance * terms;
    }
    if (held) return Outcome::Done;
    if (!factor(pass.arguments) || !solve()) return Outcome::Failed;
    double most = 0, size = 0;
    for (std::size_t k = 0; k < v.size(); ++k) {
      most = std::max(most, std::fabs(solution_[k]));
      size = std::max(size, std::fabs(v[k] += solution_[k]));
    }
    return most > least_step * 4 * size ? Outcome::Moved : Outcome::Done;
  }

  int n_;
  std::vector<LinkageTopology::Link> links_;
  std::vector<Row> rows_;
  std::mutex mutex_;  // a program may be run in several threads
  std::unique_ptr<ConstrainedSystem> system_;
  std::unique_ptr<CoupledSpeeds> coupled_;  // null: nothing else meets the mechanism
  std::vector<double> values_, right_, solution_;
};

}  // namespace

ir::StateProjectionMethod linkage_projection(const LinkageTopology& topology) {
  const auto linkage = std::make_shared<Linkage>(topology);
  return {[linkage](const Pass& pass, std::span<double> x) { return linkage->pass(pass, x); },
          [linkage](std::span<const double> arguments) { return linkage->complaint(arguments); },
          [linkage](const ir::StateProjectionMethod::Arguments& arguments, std::span<const double> x) {
            return linkage->singular(arguments, x);
          }};
}

}  // namespace sim::compile_phases
