#include "sim_core/model_run/c_code.h"

#include <algorithm>
#include <cmath>

#include "sim_core/model_run/csv.h"
#include "sim_core/simulate/absolute_tolerances.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/sample_hits.h"
#include "sim_core/simulate/time_grid.h"

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
  if (options.method->kind != StepKind::Fixed)
    found.push_back(error("Solver", std::string(options.method->name) + " chooses its steps as it goes",
                          "choose a fixed-step solver, such as ode4"));
  else if (!options.method->tableau)
    found.push_back(error("Solver",
                          std::string(options.method->name) +
                              " solves equations in each step, which generated "
                              "code does not do yet",
                          "choose ode1, ode2, ode3, ode4, ode5 or ode8"));
  if (options.non_finite_output == Policy::Error)
    found.push_back(error("NonFiniteOutput", "generated code does not look at what it records",
                          "set it to none or note"));
  if (options.crossings_per_fixed_step > 0)
    found.push_back(error("EnableFixedStepZeroCrossing", "generated code cuts no steps at zero crossings",
                          "set it to off"));
  return found;
}

void refuse_projection(const Program& program, const RunOptions& options, Diagnostics& found) {
  const ProjectionMethod method = options.projection.method;
  if (method == ProjectionMethod::None) return;
  const bool any =
      std::any_of(program.invariants.begin(), program.invariants.end(), [](auto& i) { return i.active; });
  if (any && (method == ProjectionMethod::Symmetric || method == ProjectionMethod::Relaxation))
    found.push_back(error("Projection", "generated code has no projection of whole steps",
                          "choose standard, Newton or one step"));
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
  how.renews_gradient = options.projection.method == ProjectionMethod::Newton;
  how.weighted = options.projection.weighted;
  how.most_iterations = options.projection.max_iterations;
  how.rank_tolerance = options.projection.rank_tolerance;
  how.relative_tolerance = options.relative_tolerance;
  how.absolute_tolerances = AbsoluteTolerances(program, options).initial();
  return how;
}

c_source::FixedStepRun fixed_step_run(const Program& program, const RunOptions& options) {
  c_source::FixedStepRun run;
  const TimeGrid steps(options.fixed_step, options.start_time);
  const SampleHits hits(program.rates, options.start_time);
  run.method = options.method->tableau;
  run.method_name = options.method->name;
  run.start = options.start_time;
  run.stop = snapped(steps, hits, options.stop_time);
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

}  // namespace

Result<c_source::WrittenModel> c_code_of(const ModelRun& run, const std::string& name, const TimeUnit& unit,
                                         const std::map<Id, std::string>& inputs,
                                         const std::string& library) {
  const Program& program = run.program();
  const RunOptions& options = run.options();
  Diagnostics found = refused_settings(options);
  refuse_projection(program, options, found);
  c_source::FixedStepRun how = fixed_step_run(program, options);
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
  how.library = library;
  for (std::size_t k = 0; k < program.blocks.size(); ++k)
    if (const auto found = inputs.find(program.blocks[k].id); found != inputs.end())
      how.inputs[static_cast<int>(k)] = found->second;
  how.time_unit = unit.seconds;
  how.header = unit.column();
  for (const std::string& column : program.column_names()) how.header += ',' + csv_field(column);
  return c_source::write_c(program, how);
}

}  // namespace sim
