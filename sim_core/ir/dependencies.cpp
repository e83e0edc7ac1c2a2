#include "sim_core/ir/dependencies.h"

#include <algorithm>
#include <numeric>

#include "sim_core/base/work.h"
#include "sim_core/ir/constrained_reads.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/reachable.h"

namespace sim::ir {

namespace {

void append(std::vector<int>& all, std::span<const int> more) {
  all.insert(all.end(), more.begin(), more.end());
}

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::span<const Dependencies::Set> Dependencies::rows_of(NodeId id) {
  if (at(id) >= first_.size() || first_[at(id)] < 0) {
    const NodeId result[] = {id};
    prepare(result);
  }
  return known_rows(id);
}

std::span<const Dependencies::Set> Dependencies::known_rows(NodeId id) const {
  return {rows_.data() + first_[at(id)], at(graph_.node(id).shape.size())};
}

void Dependencies::prepare(std::span<const NodeId> results) {
  first_.resize(at(graph_.size()), -1);
  std::vector<Set> rows;
  for (NodeId needed : reachable(graph_, results)) {
    if (first_[at(needed)] >= 0) continue;
    if (graph_.node(needed).op == Op::Solve) {  // its rows are read off the residual, which is not an operand
      const NodeId residual[] = {graph_.loop_site(graph_.node(needed).slot).residual};
      prepare(residual);
    }
    if (known_) known_->add(needed);
    std::optional<WorkPlace> place;
    if (name_) place.emplace(name_(graph_.origin(needed)));
    rows.assign(at(graph_.node(needed).shape.size()), ElementSets::empty);
    charge(rows.size() * sizeof(Set));
    compute(needed, rows);
    charge(0);
    first_[at(needed)] = static_cast<std::int64_t>(rows_.size());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }
}

void Dependencies::charge(std::size_t bytes) {
  charge_.grow(bytes + (sets_.bytes() - charged_));
  charged_ = sets_.bytes();
  check_stop();
}

void Dependencies::compute(NodeId id, std::span<Set> rows) {
  const Node& n = graph_.node(id);
  if (n.op == leaf_) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = sets_.single(n.slot + static_cast<int>(i));
  } else if (n.op == Op::Slice) {
    std::ranges::copy(known_rows(n.a).subspan(at(n.slot), rows.size()), rows.begin());
  } else if (n.op == Op::Gather) {
    const auto indices = graph_.list(n.slot);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = known_rows(n.a)[at(indices[i])];
  } else if (n.op == Op::Concat) {
    auto to = rows.begin();
    for (NodeId part : graph_.operands(id)) to = std::ranges::copy(known_rows(part), to).out;
  } else if (n.op == Op::Total) {
    std::vector<int> all;
    for (const Set row : known_rows(n.a)) append(all, sets_[row]);
    rows[0] = sets_.of(all);
  } else if (n.op == Op::Transpose) {
    add_transposed(n, rows);
  } else if (n.op == Op::MatMul) {
    add_matmul(n, rows);
  } else if (n.op == Op::Constrained) {
    add_constrained(n, rows);
  } else if (n.op == Op::LinearSolve) {
    add_linear_solve(n.a, n.b, rows);
  } else if (n.op == Op::Solve) {
    add_loop(graph_.loop_site(n.slot), rows);
  } else if (n.op == Op::Call) {
    add_call(id, rows);
  } else if (is_elementwise(n.op) || n.op == Op::History || n.op == Op::HistorySlope) {
    add_elementwise(id, rows);
  }
}

// What is known of a node's value; empty: nothing.
std::span<const double> Dependencies::known(NodeId id) const {
  if (known_) return (*known_)(id);
  return graph_.node(id).op == Op::Constant ? graph_.constant_values(id) : std::span<const double>();
}

void Dependencies::add_elementwise(NodeId id, std::span<Set> rows) {
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
    const auto from = known_rows(operands[k]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!left.empty() && element(left, i) == 0) continue;
      if (!right.empty() && element(right, i) == 0) continue;
      if (!condition.empty() && k != (element(condition, i) != 0 ? 1u : 2u)) continue;
      rows[i] = sets_.unite(rows[i], from[from.size() > 1 ? i : 0]);
      if (i % 1024 == 0) charge(0);
    }
  }
}

void Dependencies::add_transposed(const Node& n, std::span<Set> rows) const {
  const auto from = known_rows(n.a);
  for (int i = 0; i < n.shape.rows; ++i)
    for (int j = 0; j < n.shape.cols; ++j) rows[at(i + j * n.shape.rows)] = from[at(j + i * n.shape.cols)];
}

void Dependencies::add_matmul(const Node& n, std::span<Set> rows) {
  const auto a = known_rows(n.a), b = known_rows(n.b);
  const int inner = graph_.node(n.a).shape.cols;
  const std::span<const double> left_values = known(n.a), right_values = known(n.b);
  const auto zero = [](std::span<const double> values, int k) {
    return !values.empty() && values[at(k)] == 0;
  };
  std::vector<int> row;
  for (int j = 0; j < n.shape.cols; ++j)
    for (int i = 0; i < n.shape.rows; ++i) {
      for (int k = 0; k < inner; ++k) {
        const int left = i + k * n.shape.rows, right = k + j * inner;
        if (zero(left_values, left) || zero(right_values, right)) continue;
        append(row, sets_[a[at(left)]]);
        append(row, sets_[b[at(right)]]);
      }
      rows[at(i + j * n.shape.rows)] = sets_.of(row);
      charge(0);
    }
}

// Every element of the solution depends on the whole matrix and its column of b.
void Dependencies::add_linear_solve(NodeId a, NodeId b, std::span<Set> rows) {
  const auto right = known_rows(b);
  std::vector<int> all;
  for (const Set row : known_rows(a)) append(all, sets_[row]);
  const Set common = sets_.of(all);
  const std::size_t n = at(graph_.node(b).shape.rows);
  for (std::size_t column = 0; column < rows.size(); column += n) {
    append(all, sets_[common]);
    for (std::size_t i = 0; i < n; ++i) append(all, sets_[right[column + i]]);
    std::ranges::fill(rows.subspan(column, n), sets_.of(all));
    charge(0);
  }
}

// Block after block: the unknowns of one depend on all that its equations read, those of later blocks among
// it. Where that decides on the order in which equations are computed (known_ is not there), every element
// depends on everything.
void Dependencies::add_constrained(const Node& n, std::span<Set> rows) {
  const auto reads = known_ ? constrained_reads(graph_, n, *known_) : std::nullopt;
  if (!reads) return add_linear_solve(n.a, n.b, rows);
  const auto blocks = at(reads->order.count);
  std::vector<std::vector<int>> equations(blocks), later(blocks);  // of each block; blocks that it reads
  const auto values = known_rows(n.a), right = known_rows(n.b);
  for (std::size_t row = 0; row < rows.size(); ++row)
    append(equations[at(reads->order.of_row[row])], sets_[right[row]]);
  for (const ConstrainedReads::Entry& entry : reads->entries) {
    const int block = reads->order.of_row[at(entry.row)],
              of_column = reads->order.of_column[at(entry.column)];
    append(equations[at(block)], sets_[values[at(entry.value)]]);
    if (of_column != block) later[at(block)].push_back(of_column);
  }
  std::vector<Set> of_block(blocks, ElementSets::empty);
  for (std::size_t block = blocks; block-- > 0;) {
    for (const int other : later[block]) append(equations[block], sets_[of_block[at(other)]]);
    of_block[block] = sets_.of(equations[block]);
    charge(0);
  }
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = of_block[at(reads->order.of_column[k])];
}

// Unknowns that a residual reads together depend on what any of their residuals reads.
void Dependencies::add_loop(const LoopSite& site, std::span<Set> rows) {
  const std::size_t n = at(site.count);
  std::vector<std::size_t> group(2 * n);  // of residual i, and of unknown n + j
  std::iota(group.begin(), group.end(), std::size_t{0});
  auto find = [&](std::size_t k) {
    while (group[k] != k) k = group[k] = group[group[k]];
    return k;
  };
  for (const LoopSite::Entry& entry : site.entries) group[find(at(entry.row))] = find(n + at(entry.column));
  std::vector<std::vector<int>> read(2 * n);
  const auto residual = known_rows(site.residual);
  for (std::size_t i = 0; i < n; ++i) append(read[find(i)], sets_[residual[i]]);
  const auto own = [&](int k) {  // bound by it
    return leaf_ == Op::Unknown && k >= site.first && k < site.first + site.count;
  };
  std::vector<Set> of_group(2 * n, -1);
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t k = find(n + j);
    if (of_group[k] < 0) {
      std::erase_if(read[k], own);
      of_group[k] = sets_.of(read[k]);
      charge(0);
    }
    rows[j] = of_group[k];
  }
}

void Dependencies::add_call(NodeId id, std::span<Set> rows) {
  const CallSite& site = graph_.call_site(graph_.node(id).slot);
  const auto shapes = site.function->output_shapes();
  std::vector<int> all;
  std::size_t to = 0;
  for (std::size_t o = 0; o < shapes.size(); ++o)
    for (int row = 0; row < shapes[o].size(); ++row, ++to) {
      for (std::size_t k = 0; k < site.arguments.size(); ++k) {
        const auto from = known_rows(site.arguments[k]);
        for (std::size_t column = 0; column < from.size(); ++column)
          if (from[column] != ElementSets::empty &&
              site.function->depends(static_cast<int>(o), row, static_cast<int>(k), static_cast<int>(column)))
            append(all, sets_[from[column]]);
      }
      rows[to] = sets_.of(all);
      charge(0);
    }
}

}  // namespace sim::ir
