#include "sim_core/linalg/peeled_elimination.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "sim_core/linalg/index.h"

namespace sim {

static std::span<const SparseElimination::Part> row_of(std::span<const int> row_start,
                                                       std::span<const SparseElimination::Part> parts,
                                                       int row) {
  return parts.subspan(at(row_start[at(row)]), at(row_start[at(row) + 1] - row_start[at(row)]));
}

void PeeledElimination::Side::add(int row, int column, std::span<const Part> entries) {
  double pivot = 0;
  for (const Part& part : entries)
    if (part.at == column)
      pivot = part.value;
    else
      parts.push_back(part);
  steps.push_back({row, column, pivot, static_cast<int>(parts.size())});
}

void PeeledElimination::Side::work_off(std::span<const double> b, std::span<double> x) const {
  const Part* part = parts.data();
  for (const Step& step : steps) {
    double rest = b[at(step.row)];
    for (const Part* end = parts.data() + step.end; part < end; ++part) rest -= part->value * x[at(part->at)];
    x[at(step.column)] = rest / step.pivot;
  }
}

void PeeledElimination::factor(std::span<const int> row_start, std::span<const Part> parts,
                               std::span<const double> scale) {
  peel(row_start, parts);
  factor_core(row_start, parts, scale);
  x_.assign(row_start.size() - 1, 0.0);
}

void PeeledElimination::peel(std::span<const int> row_start, std::span<const Part> parts) {
  const int n = static_cast<int>(row_start.size()) - 1;
  std::vector<char> taken(at(n), 0);
  std::vector<int> left(at(n)), leaves;
  for (int i = 0; i < n; ++i) {
    left[at(i)] = row_start[at(i) + 1] - row_start[at(i)];
    if (left[at(i)] == 1) leaves.push_back(i);
  }
  struct Pair {
    int leaf, neighbor;
  };
  std::vector<Pair> pairs;
  // The first come first: vectors of the null space are as long as the ways from leaf to leaf.
  for (std::size_t next = 0; next < leaves.size(); ++next) {
    const int leaf = leaves[next];
    if (taken[at(leaf)] != 0 || left[at(leaf)] != 1) continue;
    const auto row = row_of(row_start, parts, leaf);
    const int neighbor =
        std::find_if(row.begin(), row.end(), [&](const Part& part) { return taken[at(part.at)] == 0; })->at;
    taken[at(leaf)] = taken[at(neighbor)] = 1;
    pairs.push_back({leaf, neighbor});
    for (const Part& part : row_of(row_start, parts, neighbor))
      if (taken[at(part.at)] == 0 && --left[at(part.at)] == 1) leaves.push_back(part.at);
  }
  front_ = back_ = {};
  for (const Pair& pair : pairs) front_.add(pair.leaf, pair.neighbor, row_of(row_start, parts, pair.leaf));
  for (std::size_t k = pairs.size(); k-- > 0;)
    if (pairs[k].leaf != pairs[k].neighbor)
      back_.add(pairs[k].neighbor, pairs[k].leaf, row_of(row_start, parts, pairs[k].neighbor));
  core_.clear();
  place_.assign(at(n), -1);
  for (int i = 0; i < n; ++i) {
    if (taken[at(i)] != 0) continue;
    place_[at(i)] = static_cast<int>(core_.size());
    core_.push_back(i);
  }
}

void PeeledElimination::factor_core(std::span<const int> row_start, std::span<const Part> parts,
                                    std::span<const double> scale) {
  known_.clear(), known_end_.clear(), core_scale_.clear();
  std::vector<SparseElimination::Entry> entries;
  for (int row : core_) {
    core_scale_.push_back(scale[at(row)]);
    for (const Part& part : row_of(row_start, parts, row))
      if (const int column = place_[at(part.at)]; column < 0)
        known_.push_back(part);
      else
        entries.push_back({place_[at(row)], column, part.value * scale[at(row)] * scale[at(part.at)]});
    known_end_.push_back(static_cast<int>(known_.size()));
  }
  factors_.factor(static_cast<int>(core_.size()), entries);
  core_x_.resize(core_.size());
}

void PeeledElimination::solve(std::span<double> b) const {
  front_.work_off(b, x_);
  const Part* part = known_.data();
  for (std::size_t k = 0; k < core_.size(); ++k) {
    double rest = b[at(core_[k])];
    for (const Part* end = known_.data() + known_end_[k]; part < end; ++part)
      rest -= part->value * x_[at(part->at)];
    core_x_[k] = rest * core_scale_[k];
  }
  factors_.solve(core_x_);
  for (std::size_t k = 0; k < core_.size(); ++k) x_[at(core_[k])] = core_x_[k] * core_scale_[k];
  back_.work_off(b, x_);
  std::copy(x_.begin(), x_.end(), b.begin());
}

// The front is zero, the core has its own null space, and the steps of the back follow from it: those only
// that it leads to.
std::vector<PeeledElimination::Vector> PeeledElimination::null_space(std::span<const int> row_start,
                                                                     std::span<const Part> parts) const {
  std::vector<Vector> basis = factors_.null_space();
  if (basis.empty()) return basis;
  std::vector<int> step_of(place_.size(), -1);  // by row
  for (std::size_t k = 0; k < back_.steps.size(); ++k) step_of[at(back_.steps[k].row)] = static_cast<int>(k);
  std::vector<double> x(place_.size(), 0.0);
  std::vector<char> seen(back_.steps.size(), 0);
  std::vector<int> all_seen;
  std::priority_queue<int, std::vector<int>, std::greater<>> next;
  const auto lead_on = [&](int column) {  // the pattern is symmetric
    for (const Part& part : row_of(row_start, parts, column))
      if (const int step = step_of[at(part.at)]; step >= 0 && seen[at(step)] == 0) {
        seen[at(step)] = 1;
        all_seen.push_back(step);
        next.push(step);
      }
  };
  for (Vector& vector : basis) {
    for (Part& part : vector) {
      part.value *= core_scale_[at(part.at)];
      part.at = core_[at(part.at)];
      x[at(part.at)] = part.value;
    }
    for (const Part& part : vector) lead_on(part.at);
    while (!next.empty()) {
      const auto k = at(next.top());
      next.pop();
      const Step& step = back_.steps[k];
      double rest = 0;
      for (int p = k == 0 ? 0 : back_.steps[k - 1].end; p < step.end; ++p)
        rest -= back_.parts[at(p)].value * x[at(back_.parts[at(p)].at)];
      if (rest == 0) continue;
      x[at(step.column)] = rest / step.pivot;
      vector.push_back({step.column, x[at(step.column)]});
      lead_on(step.column);
    }
    for (const Part& part : vector) x[at(part.at)] = 0;
    for (int step : all_seen) seen[at(step)] = 0;
    all_seen.clear();
  }
  return basis;
}

}  // namespace sim
