#include "sim_core/compile/loop_equations.h"

#include <algorithm>

#include "sim_core/ir/loops.h"
#include "sim_core/linalg/coloring.h"
#include "sim_core/linalg/sparsity_pattern.h"

namespace sim::compile_phases {

namespace {

// A row that no column is left for in the largest matching of rows with columns; -1: there is none. Paths are
// augmented breadth-first.
int unmatched_row(int n, std::span<const std::pair<int, int>> entries) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(n));
  for (const auto& [row, column] : entries) columns[static_cast<std::size_t>(row)].push_back(column);
  std::vector<int> row_of(static_cast<std::size_t>(n), -1), from(static_cast<std::size_t>(n)),
      column_of(from);
  column_of.assign(static_cast<std::size_t>(n), -1);
  for (int start = 0; start < n; ++start) {
    from.assign(static_cast<std::size_t>(n), -1);  // by column: the row it was reached from
    std::vector<int> queue{start};
    int end = -1;
    for (std::size_t k = 0; k < queue.size() && end < 0; ++k)
      for (int column : columns[static_cast<std::size_t>(queue[k])]) {
        if (from[static_cast<std::size_t>(column)] >= 0) continue;
        from[static_cast<std::size_t>(column)] = queue[k];
        if (row_of[static_cast<std::size_t>(column)] < 0) {
          end = column;
          break;
        }
        queue.push_back(row_of[static_cast<std::size_t>(column)]);
      }
    if (end < 0) return start;
    while (end >= 0) {
      const int row = from[static_cast<std::size_t>(end)];
      const int next = column_of[static_cast<std::size_t>(row)];
      row_of[static_cast<std::size_t>(end)] = row;
      column_of[static_cast<std::size_t>(row)] = end;
      end = row == start ? -1 : next;
    }
  }
  return -1;
}

}  // namespace

LoopUnknowns::LoopUnknowns(ir::Graph& graph, const LoopInfo& info, int index) : graph_(graph), info_(info) {
  site_.loop = index;
  site_.first = info.first;
  site_.count = info.count;
  site_.floor = graph.size();
  int offset = 0;
  for (const LoopInfo::Torn& torn : info.torn) {
    offsets_.push_back(offset);
    offset += static_cast<int>(torn.elements.size());
  }
}

bool LoopUnknowns::is_whole(std::size_t torn, Shape shape) const {
  return static_cast<int>(info_.torn[torn].elements.size()) == shape.size();
}

ir::Value LoopUnknowns::stand_in(std::size_t torn, Shape shape) {
  const std::vector<int>& elements = info_.torn[torn].elements;
  const int first = info_.first + offsets_[torn], count = static_cast<int>(elements.size());
  graph_.set_origin(info_.torn[torn].block);
  if (is_whole(torn, shape)) return graph_.leaf(ir::Op::Unknown, first, shape);
  const ir::Value parts[] = {graph_.leaf(ir::Op::Unknown, first, vector_shape(count)), graph_.constant(0)};
  std::vector<std::int32_t> places(static_cast<std::size_t>(shape.size()), count);
  for (int k = 0; k < count; ++k) places[static_cast<std::size_t>(elements[static_cast<std::size_t>(k)])] = k;
  return graph_.gather(graph_.concat(parts, vector_shape(count + 1)), places, shape);
}

ir::Value LoopUnknowns::solved(std::size_t torn, Shape shape, ir::Value solution) const {
  return graph_.slice(solution, offsets_[torn], shape);
}

ir::Value LoopUnknowns::elements(std::size_t torn, ir::Value v) const {
  const std::vector<int>& elements = info_.torn[torn].elements;
  const Shape column = vector_shape(static_cast<int>(elements.size()));
  if (is_whole(torn, v.shape())) return graph_.slice(v, 0, column);
  return graph_.gather(v, std::vector<std::int32_t>(elements.begin(), elements.end()), column);
}

ir::Value LoopUnknowns::solve(const Blocks& model, Program& program, Report& report, ir::Dependencies& reads,
                              std::span<const ir::Value> residuals, std::span<const ir::Value> guesses,
                              std::span<const ir::BranchRole> branches) {
  graph_.set_origin(info_.torn.front().block);
  site_.residual = graph_.concat(residuals, vector_shape(site_.count)).id;
  std::vector<std::pair<int, int>> entries;
  int row = 0;
  for (const std::span<const int> unknowns : reads(site_.residual)) {
    for (int unknown : unknowns)
      if (unknown >= site_.first && unknown < site_.first + site_.count)
        entries.emplace_back(row, unknown - site_.first);
    ++row;
  }
  if (const int lost = unmatched_row(site_.count, entries); lost >= 0) {
    std::size_t torn = 0;
    while (torn + 1 < offsets_.size() && offsets_[torn + 1] <= lost) ++torn;
    report.fail(model.instances[static_cast<std::size_t>(info_.torn[torn].block)],
                "the equations of the algebraic loop through it cannot determine its " +
                    std::to_string(site_.count) + (site_.count == 1 ? " unknown" : " unknowns") +
                    ": some do not appear in any equation that is left for them",
                "see that what each Algebraic Constraint makes zero depends on its output");
    return {};
  }
  const Coloring coloring = color_columns(make_pattern(site_.count, site_.count, entries));
  ir::add_branches(graph_, site_, branches, program.unknown_count + program.branch_count, entries,
                   coloring.color);
  program.branch_count += site_.branches.count;
  const ir::Value guess = graph_.concat(guesses, vector_shape(site_.count));
  return ir::close_loop(graph_, site_, entries, coloring.color, guess);
}

}  // namespace sim::compile_phases
