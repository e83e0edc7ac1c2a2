#include "sim_core/linalg/sparse_elimination.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "sim_core/linalg/growing_lists.h"
#include "sim_core/linalg/index.h"

namespace sim {

namespace {

constexpr double canceled = 1e-10;    // of its terms: an entry below counts as zero
constexpr double large_enough = 0.5;  // of the largest in its row and in its column: may be a pivot
constexpr int candidates = 4;         // lines that are looked at for a pivot

// Lines (rows or columns) by how many entries they have: lists that are linked both ways.
class Buckets {
 public:
  explicit Buckets(int n) : first_(at(n) + 2, -1), lines_(at(n), {-1, -1, -1}) {}
  int first(int count) const { return first_[at(count)]; }
  int next(int line) const { return lines_[at(line)].next; }
  void put(int line, int count) {
    if (lines_[at(line)].count == count) return;
    remove(line);
    int& head = first_[at(count)];
    lines_[at(line)] = {head, -1, count};
    if (head >= 0) lines_[at(head)].before = line;
    head = line;
  }
  void remove(int line) {
    Line& of = lines_[at(line)];
    if (of.count < 0) return;
    (of.before >= 0 ? lines_[at(of.before)].next : first_[at(of.count)]) = of.next;
    if (of.next >= 0) lines_[at(of.next)].before = of.before;
    of.count = -1;
  }

 private:
  struct Line {
    int next, before, count;
  };
  std::vector<int> first_;
  std::vector<Line> lines_;
};

std::vector<int> counts(int n, std::span<const SparseElimination::Entry> entries,
                        int SparseElimination::Entry::*line) {
  constexpr int room = 2;
  std::vector<int> count(at(n), room);
  for (const auto& e : entries) ++count[at(e.*line)];
  return count;
}

}  // namespace

// What is left of the matrix, and the choice of pivots.
class SparseEliminationSteps {
 public:
  SparseEliminationSteps(SparseElimination& factors, std::span<const SparseElimination::Entry> entries)
      : factors_(factors),
        n_(factors.n_),
        rows_(counts(n_, entries, &SparseElimination::Entry::row)),
        columns_(counts(n_, entries, &SparseElimination::Entry::column)),
        place_(at(n_), -1),
        by_row_(n_),
        by_column_(n_) {
    for (const auto& e : entries) {
      if (e.value == 0) continue;
      rows_.push(e.row, {e.column, e.value, std::abs(e.value)});
      columns_.push(e.column, e.row);
    }
    for (int k = n_; k-- > 0;) {
      by_row_.put(k, rows_.size(k));
      by_column_.put(k, columns_.size(k));
    }
  }

  void run() {
    for (Choice choice = find(); choice.row >= 0; choice = find()) eliminate(choice);
  }

 private:
  // `terms`: the largest magnitude of what was added up to give the value, and its factors.
  struct Left {
    int column;
    double value, terms;
  };
  struct Choice {
    int row = -1, column = -1;
  };

  std::size_t place_in_row(int i, int j) {
    const std::span<const Left> row = rows_[i];
    std::size_t k = 0;
    while (row[k].column != j) ++k;
    return k;
  }
  double value(int i, int j) { return std::abs(rows_[i][place_in_row(i, j)].value); }
  void leave_column(int j, int i) {
    const std::span<const int> column = columns_[j];
    columns_.remove(j, at(static_cast<int>(std::find(column.begin(), column.end(), i) - column.begin())));
  }

  // What a line alone has decides what it decides: no other pivot could.
  Choice find() {
    if (const int j = by_column_.first(1); j >= 0) return {columns_[j][0], j};
    if (const int i = by_row_.first(1); i >= 0) return {i, rows_[i][0].column};
    Choice best;
    double least = std::numeric_limits<double>::infinity();
    int looked = 0;
    for (int count = 2; count <= n_; ++count) {
      const double bound = static_cast<double>(count - 1) * (count - 1);
      if (best.row >= 0 && least <= bound) break;
      for (int j = by_column_.first(count); j >= 0; j = by_column_.next(j)) {
        look_along_column(j, best, least);
        if (++looked >= candidates && best.row >= 0) return best;
      }
      for (int i = by_row_.first(count); i >= 0; i = by_row_.next(i)) {
        look_along_row(i, best, least);
        if (++looked >= candidates && best.row >= 0) return best;
      }
    }
    return best;
  }

  double largest_in_row(int i) {
    double most = 0;
    for (const Left& e : rows_[i]) most = std::max(most, std::abs(e.value));
    return most;
  }
  double largest_in_column(int j) {
    double most = 0;
    for (int i : columns_[j]) most = std::max(most, value(i, j));
    return most;
  }
  void look_along_column(int j, Choice& best, double& least) {
    const double most = largest_in_column(j);
    for (int i : columns_[j]) {
      const double size = value(i, j);
      if (size >= large_enough * most && size >= large_enough * largest_in_row(i))
        take_if_better(i, j, best, least);
    }
  }
  void look_along_row(int i, Choice& best, double& least) {
    const double most = largest_in_row(i);
    for (const Left& e : rows_[i])
      if (std::abs(e.value) >= large_enough * most &&
          std::abs(e.value) >= large_enough * largest_in_column(e.column))
        take_if_better(i, e.column, best, least);
  }
  void take_if_better(int i, int j, Choice& best, double& least) {
    const double merit = static_cast<double>(rows_.size(i) - 1) * (columns_.size(j) - 1);
    if (merit >= least) return;
    least = merit;
    best = {i, j};
  }

  void eliminate(const Choice& choice) {
    const std::size_t place = place_in_row(choice.row, choice.column);
    const Left pivot = rows_[choice.row][place];
    rows_.remove(choice.row, place);
    across_.assign(rows_[choice.row].begin(), rows_[choice.row].end());
    rows_.clear(choice.row);
    below_.assign(columns_[choice.column].begin(), columns_[choice.column].end());
    columns_.clear(choice.column);
    by_row_.remove(choice.row);
    by_column_.remove(choice.column);
    for (const Left& e : across_) leave_column(e.column, choice.row);
    for (int i : below_) {
      if (i == choice.row) continue;
      subtract(i, choice.column, pivot);
      by_row_.put(i, rows_.size(i));
    }
    for (const Left& e : across_) {
      by_column_.put(e.column, columns_.size(e.column));
      factors_.upper_.push_back({e.column, e.value});
    }
    factors_.pivots_.push_back({choice.row, choice.column, pivot.value,
                                static_cast<int>(factors_.lower_.size()),
                                static_cast<int>(factors_.upper_.size())});
  }

  // Row i less the multiple of the pivot's row that makes its entry below the pivot zero.
  void subtract(int i, int pivot_column, const Left& pivot) {
    const std::size_t place = place_in_row(i, pivot_column);
    const Left below = rows_[i][place];
    const double factor = below.value / pivot.value;
    const double doubt = std::max(below.terms, std::abs(factor) * pivot.terms) / std::abs(pivot.value);
    rows_.remove(i, place);
    factors_.lower_.push_back({i, factor});
    if (across_.empty()) return;
    int k = 0;
    for (const Left& e : rows_[i]) place_[at(e.column)] = k++;
    bool zeros = false;
    for (const Left& e : across_) {
      const double terms = std::max(std::abs(factor) * e.terms, doubt * std::abs(e.value));
      if (place_[at(e.column)] < 0) {
        rows_.push(i, {e.column, -factor * e.value, terms});
        columns_.push(e.column, i);
        continue;
      }
      Left& changed = rows_[i][at(place_[at(e.column)])];
      changed.value -= factor * e.value;
      changed.terms = std::max(changed.terms, terms);
      zeros |= std::abs(changed.value) <= canceled * changed.terms;
    }
    for (const Left& e : rows_[i]) place_[at(e.column)] = -1;
    if (zeros) drop_zeros(i);
  }

  void drop_zeros(int i) {
    for (std::size_t k = at(rows_.size(i)); k-- > 0;) {
      const Left e = rows_[i][k];
      if (std::abs(e.value) > canceled * e.terms) continue;
      rows_.remove(i, k);
      leave_column(e.column, i);
      by_column_.put(e.column, columns_.size(e.column));
    }
  }

  SparseElimination& factors_;
  int n_;
  GrowingLists<Left> rows_;
  GrowingLists<int> columns_;  // the rows that have an entry there
  std::vector<int> place_;
  Buckets by_row_, by_column_;
  std::vector<Left> across_;  // the pivot's row
  std::vector<int> below_;    // the rows of its column
};

void SparseElimination::factor(int n, std::span<const Entry> entries) {
  n_ = n;
  pivots_.clear();
  free_.clear();
  lower_.clear();
  upper_.clear();
  pivots_.reserve(at(n));
  lower_.reserve(entries.size());
  upper_.reserve(entries.size());
  work_.assign(at(n), 0.0);
  SparseEliminationSteps(*this, entries).run();
  std::vector<char> has_pivot(at(n), 0);
  for (const Pivot& p : pivots_) has_pivot[at(p.column)] = 1;
  for (int j = 0; j < n; ++j)
    if (!has_pivot[at(j)]) free_.push_back(j);
}

void SparseElimination::solve(std::span<double> b) const {
  const Part* part = lower_.data();
  for (const Pivot& p : pivots_) {
    const Part* end = lower_.data() + p.lower_end;
    const double value = b[at(p.row)];
    if (value == 0) {
      part = end;
      continue;
    }
    for (; part < end; ++part) b[at(part->at)] -= part->value * value;
  }
  for (int j : free_) work_[at(j)] = 0;
  part = upper_.data() + upper_.size();
  for (std::size_t k = pivots_.size(); k-- > 0;) {
    const Pivot& p = pivots_[k];
    const Part* begin = upper_.data() + (k == 0 ? 0 : pivots_[k - 1].upper_end);
    double value = b[at(p.row)];
    while (part > begin) --part, value -= part->value * work_[at(part->at)];
    work_[at(p.column)] = value / p.value;
  }
  std::copy(work_.begin(), work_.end(), b.begin());
}

// Back substitution that touches only the pivots that it leads to.
std::vector<SparseElimination::Vector> SparseElimination::null_space() const {
  if (free_.empty()) return {};
  std::vector<int> room(at(n_), 0);
  for (const Part& part : upper_) ++room[at(part.at)];
  GrowingLists<Part> columns(room);
  int end = 0;
  for (int k = 0; k < rank(); ++k)
    for (; end < pivots_[at(k)].upper_end; ++end)
      columns.push(upper_[at(end)].at, {k, upper_[at(end)].value});
  std::vector<Vector> basis;
  std::vector<double> sum(pivots_.size(), 0.0);
  std::vector<char> waits(pivots_.size(), 0);
  std::priority_queue<int> next;
  for (int start : free_) {
    Vector x;
    const auto set = [&](int column, double value) {
      x.push_back({column, value});
      for (const Part& above : columns[column]) {
        sum[at(above.at)] -= above.value * value;
        if (!waits[at(above.at)]) next.push(above.at);
        waits[at(above.at)] = 1;
      }
    };
    set(start, 1);
    while (!next.empty()) {
      const std::size_t k = at(next.top());
      next.pop();
      const double value = sum[k] / pivots_[k].value;
      sum[k] = 0;
      waits[k] = 0;
      if (value != 0) set(pivots_[k].column, value);
    }
    basis.push_back(std::move(x));
  }
  return basis;
}

}  // namespace sim
