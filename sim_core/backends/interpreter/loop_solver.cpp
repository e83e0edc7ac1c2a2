#include "sim_core/backends/interpreter/loop_solver.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim_core/backends/interpreter/run_tape.h"

namespace sim::interpreter {

constexpr double unsolved = std::numeric_limits<double>::quiet_NaN();

LoopSolver::LoopSolver(const Program& program)
    : program_(program),
      solutions_(static_cast<std::size_t>(program.unknown_count), unsolved),
      sites_(program.loops.size()) {}

// Copies the frontier; true if it is, bit by bit, that of the last solution.
bool LoopSolver::unchanged(const SolveRun& run, Site& site, const double* memory) {
  std::size_t size = 0;
  for (const Tape::Piece& piece : run.frontier) size += static_cast<std::size_t>(piece.count);
  bool same = site.read.size() == size && !site.solution.empty();
  site.read.resize(size);
  double* kept = site.read.data();
  for (const Tape::Piece& piece : run.frontier) {
    const auto bytes = static_cast<std::size_t>(piece.count) * sizeof(double);
    same = same && std::memcmp(kept, memory + piece.from, bytes) == 0;
    std::memcpy(kept, memory + piece.from, bytes);
    kept += piece.count;
  }
  return same;
}

EvalStatus LoopSolver::solve(const SolveRun& run, const ir::Graph& graph, double* memory,
                             HistoryReader* history, double* out) {
  const ir::LoopSite& loop = graph.loop_site(run.site);
  const auto n = static_cast<std::size_t>(loop.count);
  auto& kept = sites_[static_cast<std::size_t>(loop.loop)];
  if (!kept) kept = std::make_unique<Site>();
  Site& site = *kept;
  const std::span<double> last = std::span(solutions_).subspan(static_cast<std::size_t>(loop.first), n);
  if (unchanged(run, site, memory) && std::equal(last.begin(), last.end(), site.solution.begin())) {
    std::copy(last.begin(), last.end(), out);
    return EvalStatus::Ok;
  }
  site.iterate.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double guess = memory[run.guess + static_cast<std::int32_t>(k)];
    site.iterate[k] = std::isfinite(last[k]) ? last[k] : std::isfinite(guess) ? guess : 0;
  }

  double* unknowns = memory + run.unknowns;
  ir::NodeId failed = ir::no_node;
  bool evaluated = false;
  auto evaluate = [&](std::span<const double> z) {
    if (stop_ && stop_()) return EvalStatus::Recoverable;
    std::copy(z.begin(), z.end(), unknowns);
    evaluated = run_all(run.residual, graph, memory, history, *this, failed) == EvalStatus::Ok;
    return evaluated ? EvalStatus::Ok : EvalStatus::Recoverable;
  };
  NonlinearEquations equations;
  equations.size = loop.count;
  equations.tolerance = program_.loops[static_cast<std::size_t>(loop.loop)].tolerance;
  equations.residual = [&](std::span<const double> z, std::span<double> r) {
    const EvalStatus status = evaluate(z);
    std::copy_n(memory + run.residual_at, n, r.begin());
    return status;
  };
  equations.jacobian = [&](std::span<const double> z, std::span<double> jacobian) {
    if (!evaluated || !std::equal(z.begin(), z.end(), unknowns)) evaluate(z);
    if (!evaluated || run_all(run.derivatives, graph, memory, history, *this, failed) != EvalStatus::Ok)
      return EvalStatus::Recoverable;
    std::fill(jacobian.begin(), jacobian.end(), 0.0);
    for (const ir::LoopSite::Entry& entry : loop.entries)
      jacobian[static_cast<std::size_t>(entry.row) + static_cast<std::size_t>(entry.column) * n] =
          memory[run.directions_at[static_cast<std::size_t>(entry.direction)] + entry.row];
    return EvalStatus::Ok;
  };
  const NonlinearReport report = site.solver.solve(equations, program_.loop_method, site.iterate);
  ++statistics_.solves;
  statistics_.iterations += static_cast<std::uint64_t>(report.iterations);
  if (!report.converged()) {
    const bool finite =
        std::all_of(site.read.begin(), site.read.end(), [](double v) { return std::isfinite(v); });
    failure_ = {loop.loop, report, finite};
    site.solution.clear();
    std::fill_n(out, n, unsolved);
    return EvalStatus::Recoverable;
  }
  site.solution = site.iterate;
  std::copy(site.iterate.begin(), site.iterate.end(), last.begin());
  std::copy(site.iterate.begin(), site.iterate.end(), out);
  return EvalStatus::Ok;
}

EvalStatus LoopSolver::linear_solve(int n, int columns, const double* a, const double* b, double* out) {
  const auto size = static_cast<std::size_t>(n);
  std::copy_n(b, size * static_cast<std::size_t>(columns), out);
  if (!lu_.factor(n, {a, size * size})) {
    std::fill_n(out, size * static_cast<std::size_t>(columns), unsolved);
    return EvalStatus::Recoverable;
  }
  for (int k = 0; k < columns; ++k) lu_.solve({out + static_cast<std::size_t>(k) * size, size});
  return EvalStatus::Ok;
}

constexpr std::size_t most_named = 3;

template <class Entry>
static std::vector<Entry> entries_of(const std::vector<ir::ConstrainedSite::Entry>& from) {
  std::vector<Entry> entries;
  for (const auto& e : from) entries.push_back({e.row, e.column});
  return entries;
}

EvalStatus LoopSolver::constrained(const ir::Graph& graph, int site, int columns, const double* values,
                                   const double* right, double* out) {
  const ir::ConstrainedSite& shape = graph.constrained_site(site);
  const auto at = static_cast<std::size_t>(site), size = static_cast<std::size_t>(shape.size());
  if (systems_.size() <= at) systems_.resize(at + 1);
  using Entry = ConstrainedSystem::Entry;
  if (!systems_[at])
    systems_[at] =
        std::make_unique<ConstrainedSystem>(shape.unknowns, shape.constraints, entries_of<Entry>(shape.mass),
                                            entries_of<Entry>(shape.constraint));
  ConstrainedSystem& system = *systems_[at];
  using Outcome = ConstrainedSystem::Outcome;
  Outcome outcome = Outcome::Solved;
  bool solved = system.factor({values, shape.mass.size() + shape.constraint.size()});
  for (int k = 0; k < columns && solved; ++k) {
    const auto first = static_cast<std::size_t>(k) * size;
    outcome = system.solve({right + first, size}, {out + first, size});
    solved = outcome == Outcome::Solved || (shape.approximate && outcome == Outcome::Contradiction);
  }
  if (solved) return EvalStatus::Ok;
  constraint_failure_ = {};
  if (outcome != Outcome::Solved) {
    constraint_failure_.contradiction = outcome == Outcome::Contradiction;
    std::vector<int>& blocks = constraint_failure_.blocks;
    for (int worst : system.worst()) {
      const int at_origin = worst + (outcome == Outcome::Contradiction ? shape.unknowns : 0);
      if (static_cast<std::size_t>(at_origin) >= shape.origins.size() || blocks.size() == most_named) break;
      const int block = shape.origins[static_cast<std::size_t>(at_origin)];
      if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) blocks.push_back(block);
    }
    constraint_failure_.known = true;
  }
  std::fill_n(out, size * static_cast<std::size_t>(columns), unsolved);
  return EvalStatus::Recoverable;
}

}  // namespace sim::interpreter
