#include "sim_core/ir/dependencies.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "sim_core/base/work.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/reachable.h"

namespace sim::ir {

static void merge(std::vector<int>& into, const std::vector<int>& from) {
  if (from.empty()) return;
  if (into.empty()) {
    into = from;
    return;
  }
  std::vector<int> both;
  both.reserve(into.size() + from.size());
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(both));
  into = std::move(both);
}

const std::vector<std::vector<int>>& Dependencies::operator()(NodeId id) {
  if (static_cast<std::size_t>(id) >= done_.size() || !done_[static_cast<std::size_t>(id)]) {
    const NodeId result[] = {id};
    prepare(result);
  }
  return memo_[static_cast<std::size_t>(id)];
}

void Dependencies::prepare(std::span<const NodeId> results) {
  memo_.resize(static_cast<std::size_t>(graph_.size()));
  done_.resize(static_cast<std::size_t>(graph_.size()), 0);
  for (NodeId needed : reachable(graph_, results)) {
    if (done_[static_cast<std::size_t>(needed)]) continue;
    if (graph_.node(needed).op == Op::Solve) {  // its rows are read off the residual, which is not an operand
      const NodeId residual[] = {graph_.loop_site(graph_.node(needed).slot).residual};
      prepare(residual);
    }
    if (known_) known_->add(needed);
    std::optional<WorkPlace> place;
    if (name_) place.emplace(name_(graph_.origin(needed)));
    memo_[static_cast<std::size_t>(needed)] = compute(needed);
    done_[static_cast<std::size_t>(needed)] = 1;
  }
}

void Dependencies::keep(const std::vector<int>& row) {
  charge_.grow(row.capacity() * sizeof(int));
  check_stop();
}

Dependencies::Rows Dependencies::compute(NodeId id) {
  const Node& n = graph_.node(id);
  const int count = n.shape.size();
  Rows rows(static_cast<std::size_t>(count));
  charge_.grow(rows.size() * sizeof rows[0]);
  auto of = [&](NodeId operand) -> const auto& { return memo_[static_cast<std::size_t>(operand)]; };
  if (n.op == leaf_) {
    for (int i = 0; i < count; ++i) rows[static_cast<std::size_t>(i)] = {n.slot + i};
  } else if (n.op == Op::Slice) {
    for (int i = 0; i < count; ++i)
      keep(rows[static_cast<std::size_t>(i)] = of(n.a)[static_cast<std::size_t>(n.slot + i)]);
  } else if (n.op == Op::Gather) {
    auto indices = graph_.list(n.slot);
    for (std::size_t i = 0; i < rows.size(); ++i)
      keep(rows[i] = of(n.a)[static_cast<std::size_t>(indices[i])]);
  } else if (n.op == Op::Concat) {
    std::size_t at = 0;
    for (NodeId part : graph_.operands(id))
      for (const auto& row : of(part)) keep(rows[at++] = row);
  } else if (n.op == Op::Total) {
    for (const auto& row : of(n.a)) merge(rows[0], row);
  } else if (n.op == Op::Transpose) {
    for (int i = 0; i < n.shape.rows; ++i)
      for (int j = 0; j < n.shape.cols; ++j)
        keep(rows[static_cast<std::size_t>(i + j * n.shape.rows)] =
                 of(n.a)[static_cast<std::size_t>(j + i * n.shape.cols)]);
  } else if (n.op == Op::MatMul) {
    add_matmul(n, rows);
  } else if (n.op == Op::LinearSolve) {
    add_linear_solve(n.a, n.b, rows);
  } else if (n.op == Op::Constrained) {
    add_linear_solve(n.a, n.b, rows);
  } else if (n.op == Op::Solve) {
    add_loop(graph_.loop_site(n.slot), rows);
  } else if (n.op == Op::Call) {
    add_call(id, rows);
  } else if (is_elementwise(n.op) || n.op == Op::History || n.op == Op::HistorySlope) {
    add_elementwise(id, rows);
  }
  return rows;
}

// What is known of a node's value; empty: nothing.
std::span<const double> Dependencies::known(NodeId id) const {
  if (known_) return (*known_)(id);
  return graph_.node(id).op == Op::Constant ? graph_.constant_values(id) : std::span<const double>();
}

void Dependencies::add_elementwise(NodeId id, Rows& rows) {
  const Node& n = graph_.node(id);
  const auto operands = graph_.operands(id);
  const auto element = [](std::span<const double> values, std::size_t i) {
    return values[values.size() > 1 ? i : 0];
  };
  std::span<const double> left, right, condition;  // of a product and of a choice
  if (known_ && (n.op == Op::Mul || n.op == Op::Div)) left = known(n.a);
  if (known_ && n.op == Op::Mul) right = known(n.b);
  if (known_ && n.op == Op::Select) condition = known(n.a);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const auto& from = memo_[static_cast<std::size_t>(operands[k])];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!left.empty() && element(left, i) == 0) continue;
      if (!right.empty() && element(right, i) == 0) continue;
      if (!condition.empty() && k != (element(condition, i) != 0 ? 1u : 2u)) continue;
      merge(rows[i], from[from.size() > 1 ? i : 0]);
      if (k + 1 == operands.size()) keep(rows[i]);
    }
  }
}

void Dependencies::add_matmul(const Node& n, Rows& rows) {
  const auto& a = memo_[static_cast<std::size_t>(n.a)];
  const auto& b = memo_[static_cast<std::size_t>(n.b)];
  const int inner = graph_.node(n.a).shape.cols;
  const std::span<const double> left_values = known(n.a), right_values = known(n.b);
  const auto zero = [](std::span<const double> values, int k) {
    return !values.empty() && values[static_cast<std::size_t>(k)] == 0;
  };
  for (int j = 0; j < n.shape.cols; ++j)
    for (int i = 0; i < n.shape.rows; ++i) {
      auto& row = rows[static_cast<std::size_t>(i + j * n.shape.rows)];
      for (int k = 0; k < inner; ++k) {
        const int left = i + k * n.shape.rows, right = k + j * inner;
        if (zero(left_values, left) || zero(right_values, right)) continue;
        for (const auto* from : {&a[static_cast<std::size_t>(left)], &b[static_cast<std::size_t>(right)]})
          row.insert(row.end(), from->begin(), from->end());
      }
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      keep(row);
    }
}

// Every element of the solution depends on the whole matrix and its column of b.
void Dependencies::add_linear_solve(NodeId a, NodeId b, Rows& rows) {
  const auto &matrix = memo_[static_cast<std::size_t>(a)], &right = memo_[static_cast<std::size_t>(b)];
  std::vector<int> common;
  for (const auto& row : matrix) merge(common, row);
  const auto n = static_cast<std::size_t>(graph_.node(b).shape.rows);
  for (std::size_t column = 0; column < rows.size(); column += n) {
    std::vector<int> all = common;
    for (std::size_t i = 0; i < n; ++i) merge(all, right[column + i]);
    for (std::size_t i = 0; i < n; ++i) keep(rows[column + i] = all);
  }
}

// Unknowns that a residual reads together depend on what any of their residuals reads.
void Dependencies::add_loop(const LoopSite& site, Rows& rows) {
  const auto n = static_cast<std::size_t>(site.count);
  std::vector<std::size_t> group(2 * n);  // of residual i, and of unknown n + j
  std::iota(group.begin(), group.end(), std::size_t{0});
  auto find = [&](std::size_t k) {
    while (group[k] != k) k = group[k] = group[group[k]];
    return k;
  };
  for (const LoopSite::Entry& entry : site.entries)
    group[find(static_cast<std::size_t>(entry.row))] = find(n + static_cast<std::size_t>(entry.column));
  std::vector<std::vector<int>> read(2 * n);
  const auto& residual = memo_[static_cast<std::size_t>(site.residual)];
  for (std::size_t i = 0; i < n; ++i) merge(read[find(i)], residual[i]);
  for (std::size_t j = 0; j < n; ++j) keep(rows[j] = read[find(n + j)]);
  if (leaf_ != Op::Unknown) return;
  for (auto& row : rows)  // its own are bound
    std::erase_if(row, [&](int k) { return k >= site.first && k < site.first + site.count; });
}

void Dependencies::add_call(NodeId id, Rows& rows) {
  const CallSite& site = graph_.call_site(graph_.node(id).slot);
  const auto shapes = site.function->output_shapes();
  std::size_t at = 0;
  for (std::size_t o = 0; o < shapes.size(); ++o)
    for (int row = 0; row < shapes[o].size(); ++row, ++at)
      for (std::size_t k = 0; k < site.arguments.size(); ++k) {
        const auto& from = memo_[static_cast<std::size_t>(site.arguments[k])];
        for (std::size_t column = 0; column < from.size(); ++column)
          if (!from[column].empty() &&
              site.function->depends(static_cast<int>(o), row, static_cast<int>(k), static_cast<int>(column)))
            merge(rows[at], from[column]);
      }
}

}  // namespace sim::ir
