#pragma once
// The call-backs of a model: settings with statements "name = expression" in the language of expressions.
// They set variables and do nothing else, so that a model of somebody else runs nothing but arithmetic.
//
//   PostLoadFcn  a level of variables behind those of the data files, which the model's own variables see
//   InitFcn      a level behind the model's own variables, which blocks see
//   StartFcn     values for one run, from its start on
//   PauseFcn     values with which a run goes on that has paused
//   StopFcn      results of a run
//
// The first two are levels of the workspace (workspaces.h), a function of the model and its data files: the
// other three belong to runs (model_run/run_call_backs.h).
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/variable_files.h"
#include "sim_core/expr/workspace.h"

namespace sim {

inline constexpr const char* after_opening = "PostLoadFcn";
inline constexpr const char* before_compiling = "InitFcn";
inline constexpr const char* at_start = "StartFcn";
inline constexpr const char* at_pause = "PauseFcn";
inline constexpr const char* at_stop = "StopFcn";

// The workspace with a level for each statement of the call-back; statements that cannot be read are left
// out.
expr::Workspace with_call_back(expr::Workspace outer, std::string_view statements);

// What is wrong with the call-backs of the workspace: lines that are no statement, expressions without a
// value; and names of PostLoadFcn that a variable of the model hides, as warnings.
Diagnostics call_back_problems(const Diagram& diagram);

// The names that a call-back gives values.
std::vector<std::string> call_back_names(std::string_view statements);

// The values of a call-back of a run. `given` is asked once for each name that a statement reads: a value
// besides the variables of the model, which it hides. Messages begin with "StopFcn line 2".
Result<expr::NamedValues> call_back_values(
    const Diagram& diagram, const char* call_back,
    const std::function<std::optional<expr::Value>(const std::string& name)>& given);

// What can be told before a run: statements that cannot be read, and names that mean nothing. `given`: those
// that the run gives.
Diagnostics call_back_problems(const Diagram& diagram, const char* call_back,
                               const std::vector<std::string>& given);

// The diagram where InitFcn gives these values besides.
Diagram with_values(Diagram diagram, const expr::NamedValues& values);

}  // namespace sim
