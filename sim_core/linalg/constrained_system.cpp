#include "sim_core/linalg/constrained_system.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim_core/linalg/constrained_factors.h"

namespace sim {

namespace {

constexpr std::size_t most_kept = 4;                  // sets of values
constexpr double remainder = 1e-9, smallest = 1e-12;  // relative to the largest term of the equation; scaled

// Bit by bit.
bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

class ConstrainedSystem::Implementation {
 public:
  Implementation(int unknowns, int constraints, const std::vector<Entry>& mass,
                 const std::vector<Entry>& constraint);
  bool factor(std::span<const double> values);
  Outcome solve(std::span<const double> right, std::span<double> solution);
  std::span<const int> worst() const { return worst_; }
  std::size_t open_directions() const {
    return known_.empty() ? 0 : known_.front()->factors.open_directions();
  }
  std::size_t factor_entries() const { return known_.empty() ? 0 : known_.front()->factors.entries(); }

 private:
  // What was factored, and the last system that was solved with it.
  struct Known {
    std::vector<double> values;
    ConstrainedFactors factors;
    std::vector<double> right, solution;
    Outcome outcome = Outcome::Solved;
    std::vector<int> worst;
  };

  bool find_known(std::span<const double> values);
  Outcome judge(Known& known);

  ConstrainedPattern pattern_;
  std::size_t mass_count_;
  std::vector<int> places_, transposed_;       // of entries of M and A, and of A again, in the pattern
  std::vector<std::unique_ptr<Known>> known_;  // the last used first
  std::vector<double> remainder_, terms_;
  std::vector<int> worst_;
};

ConstrainedSystem::Implementation::Implementation(int unknowns, int constraints,
                                                  const std::vector<Entry>& mass,
                                                  const std::vector<Entry>& constraint)
    : mass_count_(mass.size()) {
  pattern_.unknowns = unknowns;
  pattern_.constraints = constraints;
  std::vector<std::pair<int, int>> all;
  for (const Entry& e : mass) all.emplace_back(e.row, e.column);
  for (const Entry& e : constraint) all.emplace_back(unknowns + e.row, e.column);
  for (const Entry& e : constraint) all.emplace_back(e.column, unknowns + e.row);
  std::vector<std::pair<int, int>> unique = all;
  std::sort(unique.begin(), unique.end());
  unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
  pattern_.row_start.assign(static_cast<std::size_t>(pattern_.size()) + 1, 0);
  for (const auto& [row, column] : unique) {
    ++pattern_.row_start[static_cast<std::size_t>(row) + 1];
    pattern_.column.push_back(column);
  }
  for (std::size_t k = 1; k < pattern_.row_start.size(); ++k)
    pattern_.row_start[k] += pattern_.row_start[k - 1];
  const auto place = [&](std::size_t k) {
    return static_cast<int>(std::lower_bound(unique.begin(), unique.end(), all[k]) - unique.begin());
  };
  for (std::size_t k = 0; k < mass.size() + constraint.size(); ++k) places_.push_back(place(k));
  for (std::size_t k = 0; k < constraint.size(); ++k)
    transposed_.push_back(place(mass.size() + constraint.size() + k));
  remainder_.resize(static_cast<std::size_t>(pattern_.size()));
  terms_ = remainder_;
}

bool ConstrainedSystem::Implementation::find_known(std::span<const double> values) {
  const auto found = std::find_if(known_.begin(), known_.end(),
                                  [&](const auto& known) { return same(values, known->values); });
  if (found == known_.end()) return false;
  std::rotate(known_.begin(), found, found + 1);
  return true;
}

bool ConstrainedSystem::Implementation::factor(std::span<const double> values) {
  if (find_known(values)) return true;
  for (double v : values)
    if (!std::isfinite(v)) return false;
  std::vector<double> matrix(pattern_.column.size(), 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) matrix[static_cast<std::size_t>(places_[k])] += values[k];
  for (std::size_t k = 0; k < transposed_.size(); ++k)
    matrix[static_cast<std::size_t>(transposed_[k])] -= values[mass_count_ + k];
  if (known_.size() == most_kept) known_.pop_back();
  auto known = std::make_unique<Known>(
      Known{std::vector<double>(values.begin(), values.end()), {pattern_, matrix}, {}, {}, {}, {}});
  known_.insert(known_.begin(), std::move(known));
  return true;
}

ConstrainedSystem::Outcome ConstrainedSystem::Implementation::solve(std::span<const double> right,
                                                                    std::span<double> solution) {
  Known& known = *known_.front();
  if (!same(right, known.right)) {
    known.right.assign(right.begin(), right.end());
    known.solution = known.right;
    known.factors.apply(known.solution);
    std::fill(remainder_.begin(), remainder_.end(), 0.0);
    if (known.factors.find_remainder(right, known.solution, remainder_, terms_)) {
      known.factors.apply(remainder_);
      for (std::size_t k = 0; k < terms_.size(); ++k) known.solution[k] += remainder_[k];
      known.factors.find_remainder(right, known.solution, remainder_, terms_);
    }
    known.outcome = judge(known);
  }
  std::copy(known.solution.begin(), known.solution.end(), solution.begin());
  worst_ = known.worst;
  return known.outcome;
}

ConstrainedSystem::Outcome ConstrainedSystem::Implementation::judge(Known& known) {
  known.worst.clear();
  double most = 0;
  std::size_t at = 0;
  const auto excess = [&](std::size_t k) {
    return (std::abs(remainder_[k]) - remainder * terms_[k]) * known.factors.scale(k);
  };
  for (const int row : known.factors.checked())
    if (const double e = excess(static_cast<std::size_t>(row)); !(e <= most))
      most = e, at = static_cast<std::size_t>(row);
  if (most <= smallest) return Outcome::Solved;
  const auto n = static_cast<std::size_t>(pattern_.unknowns);
  const bool unbounded = at < n;
  const std::size_t first = unbounded ? 0 : n, end = unbounded ? n : terms_.size();
  // Constraints that exclude each other share the remainder.
  for (const int row : known.factors.checked())
    if (const auto k = static_cast<std::size_t>(row); k >= first && k < end && excess(k) > most * 1e-3)
      known.worst.push_back(static_cast<int>(k - first));
  std::stable_sort(known.worst.begin(), known.worst.end(), [&](int a, int b) {
    return excess(first + static_cast<std::size_t>(a)) > excess(first + static_cast<std::size_t>(b));
  });
  return unbounded ? Outcome::Unbounded : Outcome::Contradiction;
}

ConstrainedSystem::ConstrainedSystem(int unknowns, int constraints, std::vector<Entry> mass,
                                     std::vector<Entry> constraint)
    : implementation_(std::make_unique<Implementation>(unknowns, constraints, mass, constraint)) {}
ConstrainedSystem::~ConstrainedSystem() = default;

bool ConstrainedSystem::factor(std::span<const double> values) { return implementation_->factor(values); }
ConstrainedSystem::Outcome ConstrainedSystem::solve(std::span<const double> right,
                                                    std::span<double> solution) {
  return implementation_->solve(right, solution);
}
std::span<const int> ConstrainedSystem::worst() const { return implementation_->worst(); }
std::size_t ConstrainedSystem::open_directions() const { return implementation_->open_directions(); }
std::size_t ConstrainedSystem::factor_entries() const { return implementation_->factor_entries(); }

}  // namespace sim
