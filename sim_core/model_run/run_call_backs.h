#pragma once
// StartFcn, PauseFcn and StopFcn of a model in one of its runs. StartFcn and PauseFcn give names of the model
// values as InitFcn would, and the program is retuned to them; StopFcn gives results.
#include <memory>
#include <mutex>

#include "sim_core/compile/retune.h"
#include "sim_core/interfaces/call_backs.h"
#include "sim_core/simulate/signal_log.h"

namespace sim {

class RunCallBacks {
 public:
  // `compiled`: the diagram that the program was compiled from; `diagram`: that of the run. Null: the model
  // has no call-backs of runs.
  static std::shared_ptr<RunCallBacks> of(const Diagram& compiled, const Diagram& diagram,
                                          const BlockLibrary& library);

  // StartFcn at the time t: the program of the run. Errors: what has no value or cannot be changed without
  // compiling, and what can be told before the run of the other call-backs.
  Result<std::shared_ptr<const Program>> start(const Compilation& compilation, double t);
  // PauseFcn: names of the model have other values from now on; false: they have those they had.
  Result<bool> pause(const Program& program, const SignalLog& log);
  // The results.
  Result<expr::NamedValues> stop(const Program& program, const SignalLog& log) const;

  // The model as it is now, with the values of StartFcn and PauseFcn. Any thread.
  void follow(const Diagram& now);
  Diagram now() const;
  const Diagram& compiled() const { return compiled_; }
  const BlockLibrary& library() const { return library_; }

 private:
  RunCallBacks(Diagram compiled, Diagram diagram, BlockLibrary library)
      : compiled_(std::move(compiled)), library_(std::move(library)), now_(std::move(diagram)) {}
  Diagram as_it_is() const;
  void keep(const expr::NamedValues& values);

  const Diagram compiled_;
  const BlockLibrary library_;
  mutable std::mutex mutex_;  // of the following
  Diagram now_;
  expr::NamedValues values_;  // of StartFcn and PauseFcn
};

}  // namespace sim
