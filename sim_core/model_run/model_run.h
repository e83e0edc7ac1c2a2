#pragma once
// One run of one model, from the diagram to the log: what the window, the command line and the tests share.
//
//   auto prepared = ModelRun::prepare(diagram, library);     // compiles; any thread
//   if (!prepared) show(prepared.errors());
//   RunResult result = (*prepared)->execute();               // blocks; another thread may look and ask to
//   stop
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/compile/retune.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/variable_files.h"
#include "sim_core/model_run/signal_links.h"
#include "sim_core/model_run/sinks.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/operating_point.h"
#include "sim_core/simulate/run_control.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/simulate/step_trace.h"
#include "sim_core/simulate/watched_values.h"

namespace sim {

enum class RunEnd { Finished, Stopped, Failed };

struct RunResult {
  RunEnd end = RunEnd::Failed;
  Diagnostics diagnostics;  // what happened during the run
  RunStatistics statistics;
  std::string ended_by;         // the path of the block that ended it before its time; empty: none did
  expr::NamedValues variables;  // what StopFcn made of it
};

class Simulator;
struct RunOptions;
enum class JacobianMethod;

class ModelRun {
 public:
  // Compiles `diagram` with its settings. Errors name the place; warnings are kept (see warnings()).
  // `looked_at`: outputs, as lines leave them, that are computed like recorded ones; where the model does not
  // compile with them, it is compiled without.
  static Result<std::unique_ptr<ModelRun>> prepare(const Diagram& diagram, const BlockLibrary& library,
                                                   std::span<const PortRef> looked_at = {});
  // The same, but does not compile where the program of an earlier run, made from the diagram `was`, fits:
  // where at most tunable parameters, settings of runs and looks have changed.
  static Result<std::unique_ptr<ModelRun>> prepare(const Diagram& diagram, const BlockLibrary& library,
                                                   const ModelRun& earlier, const Diagram& was,
                                                   std::span<const PortRef> looked_at = {});
  // The same for many runs: `base` is that of `was` (TunableModel keeps one for each thread).
  static Result<std::unique_ptr<ModelRun>> prepare(const Diagram& diagram, const BlockLibrary& library,
                                                   const ModelRun& earlier, const Diagram& was,
                                                   const RetuneBase& base);
  ~ModelRun();

  // Lets execute() begin where another run of this model was.
  void start_from(OperatingPoint point);
  // Where the run is, while it is paused and after execute() has finished or was stopped; else null. Any
  // thread.
  std::optional<OperatingPoint> operating_point() const;
  // Where runs of the model begin.
  Result<OperatingPoint> initial_point() const;

  // Lets execute() exchange signals with other programs, where the model has blocks for that and may do so.
  // Without it these blocks keep what they begin with. Not for runs that others start many of.
  void exchange_signals();

  // The same run from its beginning: this program with the parameters it began with, these options and this
  // origin; what was asked of this one while it went on does not count. Once this one is over.
  std::unique_ptr<ModelRun> again() const;
  // The same, but recompiled from the diagram `was` so that these outputs are computed too. What they need
  // may have zero crossings and sample times of its own: its steps may be others.
  Result<std::unique_ptr<ModelRun>> again(const Diagram& was, const BlockLibrary& library,
                                          std::span<const PortRef> looked_at) const;

  // Runs to the end in the calling thread. Once only.
  RunResult execute();

  // Gives the run the values that tunable parameters have in `now`, from its next major step on; `compiled`
  // is the diagram it was prepared from. Evaluates all parameters: not for a thread that must not wait. One
  // thread at a time, during the run or before it.
  struct Tuned {
    std::vector<TunedParameter> changes;
    Diagnostics refused;  // what differs besides and takes effect with the next run only
  };
  Tuned tune(const Diagram& compiled, const Diagram& now, const BlockLibrary& library);

  // Any thread, during the run too.
  RunControl& control();
  const SignalLog& log() const;
  WatchedValues& watched_values();                      // the newest values of all signals
  std::shared_ptr<const StepTrace> step_trace() const;  // how long each step was, and why
  const Program& program() const;                       // as it was compiled
  bool was_compiled() const;                            // false: it has the program of an earlier run
  const RunOptions& options() const;                    // autos replaced by what they stand for
  JacobianMethod asked_jacobian_method() const;         // before it was settled
  const Diagnostics& warnings() const;                  // of the compilation
  const std::vector<std::string>& reductions() const;   // what block reduction left out
  const Sinks& sinks() const;                           // To File and To Variable blocks
  double start_time() const;
  double stop_time() const;

 private:
  ModelRun();
  static Result<std::unique_ptr<ModelRun>> make(const Diagram& compiled, const Diagram& diagram,
                                                const BlockLibrary& library, Compilation compilation,
                                                const RunOptions* known = nullptr);
  static Result<std::unique_ptr<ModelRun>> take_over(
      const Diagram& diagram, const BlockLibrary& library, const ModelRun& earlier, const Diagram& was,
      std::span<const PortRef> looked_at, const std::function<Retuned(const Compilation&)>& retuned_from);
  RunResult simulate();
  RunResult simulate(SignalExchange* exchange);
  void call_at_pause();
  void call_at_stop(RunResult& result) const;
  Tuned tune_to(const Diagram& compiled, const Diagram& now, const BlockLibrary& library);
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sim
