#include "sim_core/linalg/constrained_factors.h"

#include <algorithm>
#include <cmath>

#include "sim_core/linalg/growing_lists.h"

namespace sim {

using Part = SparseElimination::Part;

static constexpr double redundancy_tolerance = 1e-15;  // relative to the largest term of an equation

ConstrainedFactors::ConstrainedFactors(const ConstrainedPattern& pattern, std::span<const double> values) {
  row_start_.push_back(0);
  for (std::size_t row = 0; row + 1 < pattern.row_start.size(); ++row) {
    for (auto k = static_cast<std::size_t>(pattern.row_start[row]);
         k < static_cast<std::size_t>(pattern.row_start[row + 1]); ++k)
      if (values[k] != 0) matrix_.push_back({pattern.column[k], values[k]});
    row_start_.push_back(static_cast<int>(matrix_.size()));
  }
  find_scales(pattern.unknowns);
  factor();
  find_null_space();
}

// So that M has ones on its diagonal where it has any, and rows and columns of A have 1 for their largest.
void ConstrainedFactors::find_scales(int unknowns) {
  const auto n = static_cast<std::size_t>(unknowns);
  scale_.assign(row_start_.size() - 1, 1.0);
  const auto scale_to_one = [&](std::size_t row, int first_column, int end_column) {
    double most = 0;
    for (int k = row_start_[row]; k < row_start_[row + 1]; ++k) {
      const Part& part = matrix_[static_cast<std::size_t>(k)];
      if (part.at >= first_column && part.at < end_column)
        most = std::max(most, std::abs(part.value) * scale_[static_cast<std::size_t>(part.at)]);
    }
    if (most > 0) scale_[row] = 1 / most;
    return most > 0;
  };
  std::vector<char> has_mass(n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    has_mass[j] = scale_to_one(j, static_cast<int>(j), static_cast<int>(j) + 1);
    scale_[j] = std::sqrt(scale_[j]);
  }
  constexpr int sweeps = 3;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = n; i < size(); ++i) scale_to_one(i, 0, unknowns);
    for (std::size_t j = 0; j < n; ++j)  // the row of -A^T is the column of A
      if (!has_mass[j]) scale_to_one(j, unknowns, static_cast<int>(size()));
  }
  for (const double s : scale_) unscale_.push_back(1 / s);
}

// Whole powers of two round nothing.
void ConstrainedFactors::factor() {
  std::vector<double> whole;
  for (const double s : scale_) whole.push_back(std::exp2(std::round(std::log2(s))));
  factors_.factor(row_start_, matrix_, whole);
}

void ConstrainedFactors::find_null_space() {
  null_ = factors_.null_space(row_start_, matrix_);
  redundant_.assign(size(), 0);
  checked_.assign(factors_.core().begin(), factors_.core().end());
  if (null_.empty()) return;
  std::vector<int> count(size(), 0);
  for (SparseElimination::Vector& vector : null_)
    for (Part& part : vector) {
      const auto row = static_cast<std::size_t>(part.at);
      part.value *= unscale_[row];
      redundant_[row] = 1;
      ++count[row];
    }
  std::vector<char> kept = redundant_;
  for (const int row : checked_) kept[static_cast<std::size_t>(row)] = 1;
  checked_.clear();
  for (std::size_t row = 0; row < size(); ++row)
    if (kept[row] != 0) checked_.push_back(static_cast<int>(row));
  GrowingLists<Part> rows(count);
  for (std::size_t k = 0; k < null_.size(); ++k)
    for (const Part& part : null_[k]) rows.push(part.at, {static_cast<int>(k), part.value});
  std::vector<SparseElimination::Entry> entries;
  std::vector<double> sum(null_.size(), 0.0);
  std::vector<int> touched;
  for (std::size_t k = 0; k < null_.size(); ++k) {
    touched.clear();
    for (const Part& part : null_[k])
      for (const Part& other : rows[part.at]) {
        double& of = sum[static_cast<std::size_t>(other.at)];
        if (of == 0) touched.push_back(other.at);
        of += part.value * other.value;
      }
    for (int l : touched) {  // twice where a sum was 0 in between
      double& of = sum[static_cast<std::size_t>(l)];
      if (of != 0) entries.push_back({static_cast<int>(k), l, of});
      of = 0;
    }
  }
  gram_.factor(static_cast<int>(null_.size()), entries);
  parts_.resize(null_.size());
}

// v is in units in which `scale` gives the scaled vector.
void ConstrainedFactors::remove_null_part(std::span<double> v, std::span<const double> scale,
                                          std::span<const double> unscale) const {
  if (null_.empty()) return;
  bool any = false;
  for (std::size_t k = 0; k < null_.size(); ++k) {
    double sum = 0;
    for (const Part& part : null_[k]) {
      const auto row = static_cast<std::size_t>(part.at);
      sum += part.value * v[row] * scale[row];
    }
    parts_[k] = sum;
    any |= sum != 0;
  }
  if (!any) return;
  gram_.solve(parts_);
  for (std::size_t k = 0; k < null_.size(); ++k)
    for (const Part& part : null_[k]) {
      const auto row = static_cast<std::size_t>(part.at);
      v[row] -= part.value * parts_[k] * unscale[row];
    }
}

void ConstrainedFactors::apply(std::span<double> f) const {
  remove_null_part(f, scale_, unscale_);
  factors_.solve(f);
  remove_null_part(f, unscale_, scale_);
}

bool ConstrainedFactors::find_remainder(std::span<const double> f, std::span<const double> u,
                                        std::span<double> remainder, std::span<double> terms) const {
  bool more = false;
  for (const int row : checked_) {
    const auto i = static_cast<std::size_t>(row);
    double rest = f[i], most = std::abs(f[i]);
    for (int k = row_start_[i]; k < row_start_[i + 1]; ++k) {
      const Part& part = matrix_[static_cast<std::size_t>(k)];
      const double term = part.value * u[static_cast<std::size_t>(part.at)];
      rest -= term;
      most = std::max(most, std::abs(term));
    }
    remainder[i] = rest;
    terms[i] = most;
    more |= !redundant_[i] && std::abs(rest) > redundancy_tolerance * most;
  }
  return more;
}

}  // namespace sim
