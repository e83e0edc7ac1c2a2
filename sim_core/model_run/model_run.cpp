#include "sim_core/model_run/model_run.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/compile/compile.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/signal_origins.h"
#include "sim_core/interfaces/data_files.h"
#include "sim_core/model_run/evaluated_run_options.h"
#include "sim_core/model_run/fit_to_rates.h"
#include "sim_core/model_run/looked_at.h"
#include "sim_core/model_run/run_call_backs.h"
#include "sim_core/model_run/run_costs.h"
#include "sim_core/model_run/settle_jacobian.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

struct ModelRun::Parts {
  Parts(Compilation c, RunOptions o)
      : compilation(std::move(c)),
        options(o),
        log(compilation.program->column_names(), o.overflow),
        trace(std::make_shared<StepTrace>(static_cast<std::size_t>(compilation.program->state_count),
                                          compilation.program->blocks.size())) {}
  Compilation compilation;
  RunOptions options;
  RunOptions given_options = {};  // as the settings say, before autos were replaced
  JacobianMethod asked_jacobian_method = JacobianMethod::Auto;
  RunControl control;
  SignalLog log;
  WatchedValues board;
  std::shared_ptr<StepTrace> trace;
  Sinks sinks;
  SignalLinks links;
  bool exchanges_signals = false;
  double compile_seconds = 0;
  Diagnostics compile_warnings;               // without those about the settings of this run
  std::shared_ptr<const Program> tuned = {};  // what the program has become; null: it is as compiled
  bool was_compiled = true;
  std::shared_ptr<const Program> begun_with = {};  // null: it has not begun
  std::shared_ptr<const expr::Workspace> outer =
      {};  // variables of data files and the session it was compiled with
  std::optional<OperatingPoint> origin;
  std::shared_ptr<RunCallBacks> call_backs = {};  // null: the model has none
  std::optional<std::uint64_t> paused_at = {};    // steps, where PauseFcn was called last
  Diagnostics call_problems = {};
  std::mutex tuning;                     // one at a time
  std::mutex mutex;                      // of the following
  std::optional<OperatingPoint> paused;  // where it was paused last
  std::unique_ptr<Simulator> simulator;  // where the run is, once it has ended well
};

ModelRun::ModelRun() = default;
ModelRun::~ModelRun() = default;

static double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Result<std::unique_ptr<ModelRun>> ModelRun::prepare(const Diagram& diagram, const BlockLibrary& library,
                                                    std::span<const PortRef> looked_at) {
  const auto start = std::chrono::steady_clock::now();
  const auto outer = outer_variables(diagram);  // as the compiler sees them, or older
  auto compilation = compile_to_look_at(diagram, library, looked_at);
  if (!compilation) {
    auto options = run_options(diagram);
    Diagnostics problems = options ? Diagnostics{} : options.errors();
    problems.insert(problems.end(), compilation.errors().begin(), compilation.errors().end());
    return problems;
  }
  auto run = make(diagram, diagram, library, *std::move(compilation));
  if (!run) return run;
  (*run)->parts_->compile_seconds = seconds_since(start);
  (*run)->parts_->outer = outer;
  return run;
}

Result<std::unique_ptr<ModelRun>> ModelRun::prepare(const Diagram& diagram, const BlockLibrary& library,
                                                    const ModelRun& earlier, const Diagram& was,
                                                    std::span<const PortRef> looked_at) {
  return take_over(diagram, library, earlier, was, looked_at, [&](const Compilation& compiled) {
    return retune(compiled, compiled.program, was, diagram, library);
  });
}

Result<std::unique_ptr<ModelRun>> ModelRun::prepare(const Diagram& diagram, const BlockLibrary& library,
                                                    const ModelRun& earlier, const Diagram& was,
                                                    const RetuneBase& base) {
  return take_over(diagram, library, earlier, was, {}, [&](const Compilation& compiled) {
    return base.retune(compiled, compiled.program, diagram);
  });
}

Result<std::unique_ptr<ModelRun>> ModelRun::take_over(
    const Diagram& diagram, const BlockLibrary& library, const ModelRun& earlier, const Diagram& was,
    std::span<const PortRef> looked_at, const std::function<Retuned(const Compilation&)>& retuned_from) {
  const auto start = std::chrono::steady_clock::now();
  const Compilation& compiled = earlier.parts_->compilation;
  if (outer_variables(diagram) != earlier.parts_->outer ||
      !is_for(compiled, origin_blocks(diagram, looked_at)))
    return prepare(diagram, library, looked_at);
  Retuned retuned = retuned_from(compiled);
  if (!retuned.refused.empty()) return prepare(diagram, library, looked_at);
  Compilation fitting = compiled;
  fitting.program = std::move(retuned.program);
  fitting.warnings = earlier.parts_->compile_warnings;
  const bool same_options = diagram.settings == was.settings && settings_are_numbers(diagram);
  auto run = make(was, diagram, library, std::move(fitting),
                  same_options ? &earlier.parts_->given_options : nullptr);
  if (!run) return run;
  (*run)->parts_->compile_seconds = seconds_since(start);
  (*run)->parts_->was_compiled = false;
  (*run)->parts_->outer = earlier.parts_->outer;
  return run;
}

Result<std::unique_ptr<ModelRun>> ModelRun::make(const Diagram& compiled, const Diagram& diagram,
                                                 const BlockLibrary& library, Compilation compilation,
                                                 const RunOptions* known) {
  auto options = known ? Result<RunOptions>(*known) : run_options(diagram);
  if (!options) return options.errors();
  const RunOptions given = *options;
  const std::shared_ptr<RunCallBacks> call_backs = RunCallBacks::of(compiled, diagram, library);
  if (call_backs) {
    auto started = call_backs->start(compilation, options->start_time);
    if (!started) return started.errors();
    compilation.program = *std::move(started);
  }
  if (Diagnostics problems = fit_to_rates(diagram, *compilation.program, *options); !problems.empty())
    return problems;
  auto sinks = find_sinks(diagram, library, *compilation.program);
  if (!sinks) return sinks.errors();
  auto links = find_signal_links(diagram, library, *compilation.program);
  if (!links) return links.errors();
  const JacobianMethod asked = options->jacobian.method;
  Diagnostics warnings = compilation.warnings;
  const Diagnostics concerns = settle_jacobian(*compilation.program, *options);
  compilation.warnings.insert(compilation.warnings.end(), concerns.begin(), concerns.end());
  std::unique_ptr<ModelRun> run(new ModelRun);
  run->parts_ = std::make_unique<Parts>(std::move(compilation), *options);
  run->parts_->compile_warnings = std::move(warnings);
  run->parts_->given_options = given;
  run->parts_->asked_jacobian_method = asked;
  run->parts_->control.set_pace(options->pace);
  run->parts_->sinks = *std::move(sinks);
  run->parts_->links = *std::move(links);
  run->parts_->call_backs = call_backs;
  return run;
}

std::unique_ptr<ModelRun> ModelRun::again() const {
  Compilation same = parts_->compilation;
  if (parts_->begun_with) same.program = parts_->begun_with;
  std::unique_ptr<ModelRun> run(new ModelRun);
  run->parts_ = std::make_unique<Parts>(std::move(same), parts_->options);
  run->parts_->compile_warnings = parts_->compile_warnings;
  run->parts_->given_options = parts_->given_options;
  run->parts_->asked_jacobian_method = parts_->asked_jacobian_method;
  run->parts_->sinks = parts_->sinks;
  run->parts_->links = parts_->links;
  run->parts_->was_compiled = false;
  run->parts_->outer = parts_->outer;
  run->parts_->origin = parts_->origin;
  run->parts_->call_backs = parts_->call_backs;
  return run;
}

// Whether what one has at an instant means the same in the other.
static bool same_layout(const Program& a, const Program& b) {
  return a.state_count == b.state_count && a.discrete_count == b.discrete_count &&
         a.mode_count == b.mode_count && a.captured_count == b.captured_count &&
         a.unknown_count == b.unknown_count && a.delays.size() == b.delays.size();
}

Result<std::unique_ptr<ModelRun>> ModelRun::again(const Diagram& was, const BlockLibrary& library,
                                                  std::span<const PortRef> looked_at) const {
  if (outer_variables(was) != parts_->outer)
    return error({}, "variables of the session or of data files were changed since the run", "run again");
  if (parts_->begun_with && parts_->begun_with != parts_->compilation.program)
    return error({}, "parameters were changed before the run began", "run again");
  auto prepared = prepare(was, library, looked_at);
  if (!prepared || !parts_->origin) return prepared;
  if (!same_layout(program(), (*prepared)->program()))
    return error({}, "the run began at an operating point, which says nothing of blocks it left out",
                 "run from the model's own initial values");
  (*prepared)->start_from(*parts_->origin);
  return prepared;
}

RunResult ModelRun::execute() {
  try {
    const Work work([&control = parts_->control] { return control.stop_requested(); });
    return simulate();
  } catch (const WorkStopped&) {  // before the first step
    RunResult result;
    result.end = RunEnd::Stopped;
    return result;
  } catch (...) {
    RunResult result;
    result.diagnostics.push_back(failure_report("finish the run"));
    return result;
  }
}

void ModelRun::exchange_signals() { parts_->exchanges_signals = true; }

// What blocks that exchange signals need is open as long as the run goes on.
RunResult ModelRun::simulate() {
  const auto note = [](std::string message, std::string remedy) {
    return Diagnostic{Severity::Note, {}, std::move(message), std::move(remedy)};
  };
  if (parts_->links.links.empty()) return simulate(nullptr);
  if (!parts_->exchanges_signals) {
    RunResult result = simulate(nullptr);
    result.diagnostics.push_back(
        note("this run exchanges no signals with other programs", "run the model by itself"));
    return result;
  }
  const auto exchange = open_signal_links(parts_->links, program());
  if (!exchange) {
    RunResult refused;
    refused.diagnostics = exchange.errors();
    return refused;
  }
  const bool paced = parts_->control.pace() > 0;
  RunResult result = simulate(exchange->get());
  for (Diagnostic& d : (*exchange)->losses()) result.diagnostics.push_back(std::move(d));
  if (!paced)
    result.diagnostics.push_back(
        note("signals were exchanged as fast as the run went", "switch Pacing on to follow the wall clock"));
  return result;
}

RunResult ModelRun::simulate(SignalExchange* exchange) {
  const auto start = std::chrono::steady_clock::now();
  // Parameters that were given before the start are those of the whole run.
  const std::optional<Tuning> first = parts_->control.take_tuning();
  parts_->begun_with = first ? first->program : parts_->compilation.program;
  auto owned = std::make_unique<Simulator>(parts_->begun_with, parts_->options, parts_->control, parts_->log);
  owned->show_watched_on(parts_->board);
  owned->trace_steps_in(*parts_->trace);
  owned->exchange_by(exchange);
  const auto tell_where_paused = [this](Simulator& simulator) {
    simulator.when_paused([this, &simulator] {
      OperatingPoint point = simulator.operating_point();
      {
        std::lock_guard lock(parts_->mutex);
        parts_->paused = std::move(point);
      }
      call_at_pause();
    });
  };
  tell_where_paused(*owned);
  Simulator::End end = owned->run(parts_->origin ? &*parts_->origin : nullptr);
  while (end == Simulator::End::Retuned) {
    std::optional<Tuning> tuning = parts_->control.take_tuning();
    auto next = std::make_unique<Simulator>(tuning->program, parts_->options, parts_->control, parts_->log);
    next->take_over(*owned, std::move(tuning->changes));
    next->exchange_by(exchange);
    tell_where_paused(*next);
    owned = std::move(next);
    end = owned->run();
  }
  Simulator& simulator = *owned;
  simulator.exchange_by(nullptr);
  RunResult result;
  result.end = end == Simulator::End::Finished  ? RunEnd::Finished
               : end == Simulator::End::Stopped ? RunEnd::Stopped
                                                : RunEnd::Failed;
  result.diagnostics = simulator.diagnostics();
  result.statistics = simulator.statistics();
  parts_->trace->finish();
  result.statistics.profile = simulator.profile();
  if (parts_->options.backend == Backend::Native && result.statistics.native_kernels == 0 &&
      result.end != RunEnd::Failed)
    result.diagnostics.push_back(
        {Severity::Note, "Backend",
         "native is set, but the equations were evaluated by the " + result.statistics.backend,
         "set auto to run without this note"});
  describe_costs(result.statistics, program(), parts_->trace->totals(), simulator.evaluations());
  result.ended_by = simulator.ended_by();
  result.statistics.compile_seconds = parts_->compile_seconds;
  result.statistics.run_seconds = seconds_since(start);
  call_at_stop(result);
  std::lock_guard lock(parts_->mutex);
  parts_->paused.reset();
  if (simulator.can_go_on()) parts_->simulator = std::move(owned);
  return result;
}

// In the thread of the run, which waits once this is over. It waits again after each change of parameters:
// the call-back is called once where it is.
void ModelRun::call_at_pause() {
  if (!parts_->call_backs) return;
  const std::uint64_t steps = parts_->control.progress().steps;
  if (parts_->paused_at == steps) return;
  parts_->paused_at = steps;
  try {
    const auto called = parts_->call_backs->pause(program(), parts_->log);
    if (called && *called) {
      const Tuned tuned =
          tune_to(parts_->call_backs->compiled(), parts_->call_backs->now(), parts_->call_backs->library());
      for (const Diagnostic& d : tuned.refused)
        parts_->call_problems.push_back(warning(at_pause, (d.path.empty() ? "" : d.path + ": ") + d.message,
                                                "set what can be changed during a run", d.element));
    } else if (!called) {
      for (const Diagnostic& d : called.errors())
        parts_->call_problems.push_back(warning(d.path, d.message, d.remedy));
    }
  } catch (const WorkStopped&) {  // the run, which sees so itself
  }
}

void ModelRun::call_at_stop(RunResult& result) const {
  Diagnostics& found = result.diagnostics;
  found.insert(found.end(), parts_->call_problems.begin(), parts_->call_problems.end());
  if (!parts_->call_backs || result.end == RunEnd::Failed) return;
  auto values = parts_->call_backs->stop(program(), parts_->log);
  if (values) {
    result.variables = *std::move(values);
    return;
  }
  for (const Diagnostic& d : values.errors()) found.push_back(warning(d.path, d.message, d.remedy));
}

ModelRun::Tuned ModelRun::tune(const Diagram& compiled, const Diagram& now, const BlockLibrary& library) {
  if (!parts_->call_backs) return tune_to(compiled, now, library);
  parts_->call_backs->follow(now);
  return tune_to(compiled, parts_->call_backs->now(), library);
}

ModelRun::Tuned ModelRun::tune_to(const Diagram& compiled, const Diagram& now, const BlockLibrary& library) {
  const std::lock_guard one(parts_->tuning);
  const Compilation& compilation = parts_->compilation;
  Retuned retuned =
      retune(compilation, parts_->tuned ? parts_->tuned : compilation.program, compiled, now, library);
  if (!retuned.changes.empty()) {
    parts_->tuned = retuned.program;
    Tuning tuning{retuned.program, {}};
    for (const TunedParameter& c : retuned.changes)
      tuning.changes.push_back({0, c.block, c.parameter, c.before, c.after});
    parts_->control.tune(std::move(tuning));
  }
  return {std::move(retuned.changes), std::move(retuned.refused)};
}

void ModelRun::start_from(OperatingPoint point) { parts_->origin = std::move(point); }

std::optional<OperatingPoint> ModelRun::operating_point() const {
  std::lock_guard lock(parts_->mutex);
  std::optional<OperatingPoint> point = parts_->paused;
  if (parts_->simulator) point = parts_->simulator->operating_point();
  if (point && parts_->origin) point->inputs = parts_->origin->inputs;
  return point;
}

Result<OperatingPoint> ModelRun::initial_point() const {
  RunOptions options = parts_->options;
  options.stop_time = options.start_time;
  RunControl control;
  SignalLog log(program().column_names());
  Simulator simulator(parts_->compilation.program, options, control, log);
  if (simulator.run() != Simulator::End::Failed) return simulator.operating_point();
  if (!simulator.diagnostics().empty()) return simulator.diagnostics();
  return error({}, "the model cannot begin to run");
}

RunControl& ModelRun::control() { return parts_->control; }
std::shared_ptr<const StepTrace> ModelRun::step_trace() const { return parts_->trace; }
WatchedValues& ModelRun::watched_values() { return parts_->board; }
const SignalLog& ModelRun::log() const { return parts_->log; }
const Program& ModelRun::program() const { return *parts_->compilation.program; }
bool ModelRun::was_compiled() const { return parts_->was_compiled; }
const Diagnostics& ModelRun::warnings() const { return parts_->compilation.warnings; }
const std::vector<std::string>& ModelRun::reductions() const { return parts_->compilation.reductions; }
const Sinks& ModelRun::sinks() const { return parts_->sinks; }
const RunOptions& ModelRun::options() const { return parts_->options; }
JacobianMethod ModelRun::asked_jacobian_method() const { return parts_->asked_jacobian_method; }
double ModelRun::start_time() const { return parts_->options.start_time; }
double ModelRun::stop_time() const { return parts_->options.stop_time; }

}  // namespace sim
