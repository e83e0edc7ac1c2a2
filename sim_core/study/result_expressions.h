#pragma once
// The results of a study: expressions over what a run recorded. A signal is a column of its values at the
// instants of the run, a row for each; of a vector, a matrix with a column for each element. `t` are the
// instants in s. So max(we), y(end), sum(abs(e)) / numel(t), max(y(:,2)) - y(1,2). What StopFcn of the model
// makes of a run may be used by its name. Variations that are variables stand for their values.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"
#include "sim_core/expr/variable_files.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/study/study.h"

namespace sim {

class ResultExpressions {
 public:
  // Errors: a text that is no expression, and names that mean nothing, with near ones.
  // `of_stop`: the names that StopFcn gives values.
  static Result<ResultExpressions> prepare(const Study& study, const std::vector<RecordedSignal>& recorded,
                                           const std::vector<std::string>& of_stop = {});

  // One number for each result, or why there is none: a value that is no real number. `recorded`: of this
  // run, whose program may be another one; `values`: of the variations, in their order; `of_stop`: what
  // StopFcn made of the run.
  Result<std::vector<double>> evaluate(const SignalLog& log, const std::vector<RecordedSignal>& recorded,
                                       const std::vector<std::string>& values,
                                       const expr::NamedValues& of_stop = {}) const;

 private:
  struct Expression {
    std::string name;
    expr::Ast ast;
  };
  std::vector<Expression> expressions_;
  std::vector<std::string> signals_;                            // names of those that are read
  std::vector<std::pair<std::size_t, std::string>> variables_;  // variations that are read
  std::vector<std::string> of_stop_;                            // names that are read
  bool reads_time_ = false;
};

}  // namespace sim
