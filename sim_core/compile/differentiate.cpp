// Everything about the solver Jacobian that is known before the run: which entries can be non-zero, by
// element; which columns may share an evaluation; and the kernels that give exact derivatives along a
// direction of the states.
#include <algorithm>

#include "sim_core/base/work.h"
#include "sim_core/compile/phases.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/tangents.h"

namespace sim::compile_phases {

static std::string_view path_of(const Program& program, std::int32_t origin) {
  return origin < 0 ? std::string_view() : program.blocks[static_cast<std::size_t>(origin)].path;
}

static SparsityPattern pattern_of(const Program& program, const Kernel& kernel, ir::Dependencies& reads) {
  std::vector<std::pair<int, int>> entries;
  reads.prepare(kernel.results);
  double count = 0, most = 0;
  std::int32_t largest = -1;  // the block that gives the result with the most entries
  for (ir::NodeId id : kernel.results) {
    const double before = count;
    for (const std::span<const int> element : reads(id)) count += static_cast<double>(element.size());
    if (count - before > most) most = count - before, largest = program.graph.origin(id);
  }
  const WorkPlace place(path_of(program, largest));
  need_memory(count * (2 * sizeof entries[0] + sizeof(int)));
  int row = 0;
  for (ir::NodeId id : kernel.results)
    for (const std::span<const int> element : reads(id)) {
      for (int column : element) entries.emplace_back(row, column);
      ++row;
    }
  return make_pattern(row, program.state_count, entries);
}

static void add_tangents(Program& program, const Kernel& of, ir::Tangents& tangents, Kernel& into) {
  tangents.prepare(of.results);
  for (ir::NodeId id : of.results) {
    const Shape shape = program.graph.node(id).shape;
    ir::Value d = tangents({&program.graph, id});
    if (!d)
      d = program.graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0));
    into.results.push_back(d.id);
    into.size += shape.size();
  }
}

void find_patterns(Program& program) {
  ir::Dependencies reads(program.graph, ir::Op::State, program.parameters);
  reads.name_blocks([&](std::int32_t origin) { return path_of(program, origin); });
  program.jacobian_pattern = pattern_of(program, program.kernel(KernelKind::Derivatives), reads);
  program.invariant_pattern = pattern_of(program, program.kernel(KernelKind::Invariants), reads);
  program.jacobian_coloring = color_columns(program.jacobian_pattern);
  program.invariant_coloring = color_columns(program.invariant_pattern);
}

void differentiate(Program& program) {
  find_patterns(program);
  ir::Tangents tangents(program.graph);
  add_tangents(program, program.kernel(KernelKind::Derivatives), tangents,
               program.kernel(KernelKind::Tangents));
  program.analytical = tangents.analytical();
  program.without_derivative.assign(tangents.opaque_origins().begin(), tangents.opaque_origins().end());
  std::sort(program.without_derivative.begin(), program.without_derivative.end());
  program.without_derivative.erase(
      std::unique(program.without_derivative.begin(), program.without_derivative.end()),
      program.without_derivative.end());
  add_tangents(program, program.kernel(KernelKind::Invariants), tangents,
               program.kernel(KernelKind::InvariantTangents));
  ir::Tangents over_time(program.graph, ir::Tangents::AlongTime{});
  add_tangents(program, program.kernel(KernelKind::Invariants), over_time,
               program.kernel(KernelKind::InvariantRates));
}

}  // namespace sim::compile_phases
