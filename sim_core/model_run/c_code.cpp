#include "sim_core/model_run/c_code.h"

#include <algorithm>
#include <cmath>

#include "sim_core/linalg/bandwidth.h"
#include "sim_core/linalg/dense_lu.h"
#include "sim_core/linalg/linear_solver.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/signal_links.h"
#include "sim_core/simulate/absolute_tolerances.h"
#include "sim_core/simulate/histories.h"
#include "sim_core/simulate/lagrange_basis.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/run_recorder.h"
#include "sim_core/simulate/sample_hits.h"
#include "sim_core/simulate/time_grid.h"
#include "sim_core/solvers/jacobian_choice.h"

namespace sim {

namespace {

c_source::Grid grid_of(double period, double offset) {
  const TimeGrid::Ticks ticks = TimeGrid(period, offset).ticks();
  return {period, offset, ticks.first, ticks.step, ticks.base};
}

// The time as a run has it: a hit of its grids that it misses by rounding.
double snapped(const TimeGrid& steps, const SampleHits& hits, double t) {
  if (!std::isfinite(t)) return t;
  if (const auto step = steps.first_at_or_after(t); steps.is_hit(t, step)) return steps.time(step);
  return hits.snapped(t);
}

// Beyond, quotients of ticks are no longer rounded as in a run.
bool has_too_many_ticks(const c_source::Grid& grid, double stop) {
  return std::isfinite(stop) && grid.base > 0 && std::fabs(stop) * static_cast<double>(grid.base) > 0x1p53;
}

Diagnostics refused_settings(const RunOptions& options) {
  Diagnostics found;
  if (options.method->kind != StepKind::Fixed && !options.method->needs_no_states)
    found.push_back(error("Solver", std::string(options.method->name) + " chooses its steps as it goes",
                          "choose a fixed-step solver, such as ode4"));
  if (options.non_finite_output == Policy::Error)
    found.push_back(error("NonFiniteOutput", "generated code does not look at what it records",
                          "set it to none or note"));
  if (options.method->needs_no_states && options.output != RunOptions::Output::Steps)
    found.push_back(
        error("OutputOption", "generated code records at steps only", "set it to RefineOutputTimes"));
  if (options.crossings_per_fixed_step > 0)
    found.push_back(error("EnableFixedStepZeroCrossing", "generated code cuts no steps at zero crossings",
                          "set it to off"));
  return found;
}

void refuse_projection(const Program& program, const RunOptions& options, Diagnostics& found) {
  for (const JointProjectionInfo& mechanism : program.joint_projections) {
    const BlockInfo& info = program.blocks[static_cast<std::size_t>(mechanism.block)];
    found.push_back(error(
        info.path, "positions and velocities are kept to it by a function that is not known as C source",
        "generate code for a subsystem without it", info.id));
  }
  const ProjectionMethod method = options.projection.method;
  if (method == ProjectionMethod::None) return;
  const bool any =
      std::any_of(program.invariants.begin(), program.invariants.end(), [](auto& i) { return i.active; });
  if (any && method == ProjectionMethod::Relaxation)
    found.push_back(error("Projection",
                          "relaxation changes the length of steps, and those of generated code are given",
                          "choose standard, symmetric, Newton or one step"));
  const bool bounds = std::any_of(program.invariants.begin(), program.invariants.end(),
                                  [](auto& i) { return i.active && i.lower_bound; });
  if (bounds && method == ProjectionMethod::Symmetric)
    found.push_back(error("Projection",
                          "symmetric projection is for invariants only, and the model has bounds",
                          "choose the projection method standard"));
  if (any && options.projection_too_large == Policy::Error)
    found.push_back(error("ProjectionTooLarge", "generated code does not measure projections",
                          "set it to none or warning"));
  for (const ProjectionInfo& own : program.projections) {
    if (&own != program.projections.data() && (&own - 1)->block == own.block) continue;  // it was named
    const BlockInfo& info = program.blocks[static_cast<std::size_t>(own.block)];
    found.push_back(error(info.path, "it projects its states by a function that is not known as C source",
                          "set Projection to off", info.id));
  }
}

c_source::FixedStepProjection projection_of(const Program& program, const RunOptions& options) {
  c_source::FixedStepProjection how;
  if (options.projection.method == ProjectionMethod::None || program.state_count == 0) return how;
  Invariants of;
  for (std::size_t k = 0; k < program.invariants.size(); ++k) {
    if (!program.invariants[k].active) continue;
    how.rows.push_back(static_cast<int>(k));
    of.tolerances.push_back(program.invariants[k].tolerance);
  }
  for (std::size_t k = 0; k < how.rows.size(); ++k)
    how.row_tolerances.push_back(relative_tolerance(of, options.projection, static_cast<int>(k)));
  how.repeats = options.projection.method != ProjectionMethod::Taylor;
  how.whole_steps = options.projection.method == ProjectionMethod::Symmetric;
  how.renews_gradient = options.projection.method == ProjectionMethod::Newton;
  how.weighted = options.projection.weighted;
  how.most_iterations = options.projection.max_iterations;
  how.rank_tolerance = options.projection.rank_tolerance;
  how.relative_tolerance = options.relative_tolerance;
  how.absolute_tolerances = AbsoluteTolerances(program, options).initial();
  return how;
}

// Which linear solver a run would take, and whether generated code has it.
std::optional<c_source::ImplicitMethod> implicit_method(const Program& program, const RunOptions& options,
                                                        Diagnostics& found) {
  if (options.method->tableau || options.method->kind != StepKind::Fixed || program.state_count == 0)
    return {};
  const JacobianMethod jacobian = options.jacobian.method;
  if (!is_analytical(jacobian) && program.analytical)
    found.push_back(
        error("SolverJacobianMethodControl", "generated code takes no differences", "set it to auto"));
  for (const int block : program.without_derivative) {
    const BlockInfo& info = program.blocks[static_cast<std::size_t>(block)];
    found.push_back(error(info.path,
                          "it gives no derivative, and generated code takes no differences for " +
                              std::string(options.method->name),
                          "choose an explicit solver, such as ode4", info.id));
  }
  c_source::ImplicitMethod method;
  const bool be = options.method->order == 1;
  method.order = be ? 1 : options.extrapolation_order;
  method.newton_iterations = options.newton_iterations;
  method.reference = be ? "the implicit Euler method"
                        : "P. Deuflhard, Recent progress in extrapolation methods for ordinary differential "
                          "equations, SIAM Review 27 (1985) 505-535";
  method.pattern = is_sparse(jacobian) ? with_diagonal(program.jacobian_pattern)
                                       : full_pattern(program.state_count, program.state_count);
  const LinearSolver solver(method.pattern, linear_solver_for(jacobian, options.jacobian.linear_solver));
  const LinearSolverKind kind = solver.report().kind;
  if (kind == LinearSolverKind::Band)
    method.band_order = ordered_band(method.pattern).order;
  else if (kind != LinearSolverKind::Dense || program.state_count > DenseLu::largest_plain)
    found.push_back(
        error("JacobianLinearSolver",
              "the Jacobian of " + std::to_string(program.state_count) + " states is solved with as " +
                  (kind == LinearSolverKind::Dense ? "a dense matrix, which generated code does up to " +
                                                         std::to_string(DenseLu::largest_plain) + " states"
                                                   : std::string(to_text(kind)) + " does, which generated "
                                                                                  "code does not"),
              is_sparse(jacobian) ? "set it to band"
                                  : "set it to band, and SolverJacobianMethodControl to Sparse analytical"));
  return method;
}

// None where the run interpolates otherwise than generated code does.
c_source::PastPoints past_points(const RunOptions& options) {
  c_source::PastPoints past;
  const Method& method = *options.method;
  if (!method.tableau || method.tableau->dense_stages > 0 || Histories::across_for(method) > 0 ||
      options.preserve_shape)
    return past;
  past.points = lobatto_points(Histories::points_for(method));
  const LagrangeBasis basis(past.points);
  for (int i = 0; i < basis.size(); ++i) past.scale.push_back(basis.scale(i));
  past.middle.resize(past.points.size());
  basis.values(0.5, past.middle);
  return past;
}

c_source::FixedStepRun fixed_step_run(const Program& program, const RunOptions& options) {
  c_source::FixedStepRun run;
  const TimeGrid steps(options.fixed_step, options.start_time);
  const SampleHits hits(program.rates, options.start_time);
  for (std::size_t k = 0; k < program.blocks.size(); ++k)
    if (exchanges_signals(program.blocks[k].type)) run.exchanging.push_back(static_cast<int>(k));
  if (program.state_count > 0) run.method = options.method->tableau;
  run.method_name = options.method->name;
  run.start = options.start_time;
  run.to_hits = options.method->needs_no_states;
  run.most_step = options.max_step;
  run.refine = options.decimation <= 1 && moves_inside_steps(program) ? options.refine : 1;
  run.stop = run.to_hits ? hits.snapped(options.stop_time) : snapped(steps, hits, options.stop_time);
  run.fixed_step = options.fixed_step;
  run.steps = grid_of(options.fixed_step, options.start_time);
  for (const RateInfo& rate : program.rates) {
    run.rates.push_back(grid_of(rate.period, rate.offset));
    run.first_hits.push_back(
        std::max<std::int64_t>(0, TimeGrid(rate.period, rate.offset).first_at_or_after(options.start_time)));
  }
  run.due_at_start = hits.due_at(options.start_time);
  run.decimation = options.decimation;
  run.most_rounds = options.max_consecutive_crossings;
  run.projection = projection_of(program, options);
  return run;
}

Diagnostic nothing_apart(const Program& program, const std::vector<int>& early) {
  if (early.empty())
    return error("Tasks", "no block has a sample time that is longer than a step",
                 "choose one step function, or shorter steps");
  const BlockInfo& first = program.blocks[static_cast<std::size_t>(early.front())];
  return error(
      first.path,
      "there is nothing that slower rates could compute apart: faster blocks need their results at once",
      "lead them there through a Rate Transition with Delay", first.id);
}

}  // namespace

Result<c_source::WrittenModel> c_code_of(const ModelRun& run, const std::string& name, const TimeUnit& unit,
                                         const std::map<Id, std::string>& inputs, const std::string& library,
                                         c_source::Precision precision, bool per_rate) {
  const Program& program = run.program();
  const RunOptions& options = run.options();
  Diagnostics found = refused_settings(options);
  refuse_projection(program, options, found);
  c_source::FixedStepRun how = fixed_step_run(program, options);
  how.precision = precision;
  how.library = library;
  how.per_rate = per_rate;
  how.implicit = implicit_method(program, options, found);
  if (!program.delays.empty()) how.past = past_points(options);
  const Diagnostics more = c_source::refusals(program, how);
  found.insert(found.end(), more.begin(), more.end());
  std::vector<c_source::Grid> grids = how.rates;
  grids.push_back(how.steps);
  for (const c_source::Grid& grid : grids)
    if (has_too_many_ticks(grid, how.stop)) {
      found.push_back(error("FixedStep",
                            "steps and sample times have no common measure that generated code can count in",
                            "use times with fewer digits"));
      break;
    }
  if (!found.empty()) return found;
  how.model = name;
  for (std::size_t k = 0; k < program.blocks.size(); ++k)
    if (const auto found = inputs.find(program.blocks[k].id); found != inputs.end())
      how.inputs[static_cast<int>(k)] = found->second;
  how.time_unit = unit.seconds;
  how.header = unit.column();
  for (const std::string& column : program.column_names()) how.header += ',' + csv_field(column);
  c_source::WrittenModel written = c_source::write_c(program, how);
  if (per_rate && written.tasks.empty()) return nothing_apart(program, written.early);
  return written;
}

}  // namespace sim
