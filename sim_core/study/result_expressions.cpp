#include "sim_core/study/result_expressions.h"

#include <algorithm>
#include <set>
#include <variant>

#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/parser.h"

namespace sim {

static const char* const time_name = "t";

static std::set<std::string> names_in(const expr::Ast& ast) {
  std::set<std::string> names;
  for (const expr::Node& node : ast.nodes())
    if (const auto* name = std::get_if<expr::Name>(&node.content)) names.insert(name->name);
  return names;
}

Result<ResultExpressions> ResultExpressions::prepare(const Study& study,
                                                     const std::vector<RecordedSignal>& signals,
                                                     const std::vector<std::string>& of_stop) {
  ResultExpressions made;
  Diagnostics problems;
  std::set<std::string> read;
  for (const StudyResult& result : study.results) {
    auto ast = expr::parse(result.expression);
    if (!ast) {
      problems.push_back(error(result.name, ast.error().message, ast.error().remedy));
      continue;
    }
    for (const std::string& name : names_in(*ast)) {
      if (!read.insert(name).second) continue;
      const auto signal = std::ranges::find(signals, name, &RecordedSignal::name);
      const auto variation = std::ranges::find(study.variations, name, &Variation::name);
      if (std::ranges::find(of_stop, name) != of_stop.end()) {
        made.of_stop_.push_back(name);
      } else if (name == time_name) {
        made.reads_time_ = true;
      } else if (signal != signals.end()) {
        made.signals_.push_back(name);
      } else if (variation != study.variations.end()) {
        made.variables_.emplace_back(variation - study.variations.begin(), name);
      } else if (!expr::find_function(name)) {
        std::vector<std::string> known{time_name};
        for (const RecordedSignal& s : signals) known.push_back(s.name);
        for (const Variation& v : study.variations) known.push_back(v.name);
        const std::string near = did_you_mean(name, known);
        problems.push_back(error(result.name, "'" + name + "' is neither a recorded signal nor a variation",
                                 !near.empty()        ? near
                                 : known.size() <= 20 ? "there are " + join(known, ", ")
                                                      : "record the signal in the model"));
      }
    }
    made.expressions_.push_back({result.name, *std::move(ast)});
  }
  if (!problems.empty()) return problems;
  return made;
}

static expr::Value column(const LogView& log, const std::vector<int>& columns) {
  const std::size_t rows = log.size();
  std::vector<double> values(rows * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k)
    log.copy_values(columns[k], 0, std::span(values).subspan(k * rows, rows));
  return expr::Value::matrix({static_cast<int>(rows), static_cast<int>(columns.size())}, std::move(values));
}

Result<std::vector<double>> ResultExpressions::evaluate(const SignalLog& log,
                                                        const std::vector<RecordedSignal>& signals,
                                                        const std::vector<std::string>& values,
                                                        const expr::NamedValues& of_stop) const {
  const LogView rows(log);
  expr::ValueScope::Variables variables;
  for (const auto& [variation, name] : variables_) {
    auto value = expr::evaluate(values[variation], expr::ValueScope());
    if (!value) return error(name, value.error().message, "use numbers in the study, or another result");
    variables.emplace(name, *std::move(value));
  }
  for (const std::string& name : signals_) {
    const auto signal = std::ranges::find(signals, name, &RecordedSignal::name);
    if (signal == signals.end())
      return error(name, "this run does not record it", "record it whatever the variations are");
    variables.emplace(name, column(rows, signal->columns));
  }
  for (const auto& [name, value] : of_stop)
    if (std::ranges::find(of_stop_, name) != of_stop_.end()) variables.emplace(name, value);
  if (reads_time_) variables.emplace(time_name, column(rows, {-1}));
  const expr::ValueScope scope(std::move(variables));
  std::vector<double> results;
  for (const Expression& expression : expressions_) {
    const auto value = expr::evaluate(expression.ast, scope);
    if (!value) return error(expression.name, value.error().message, value.error().remedy);
    const auto number = value->as_scalar();
    if (!number)
      return error(expression.name, "this is " + expr::describe(*value) + ", one real number is needed",
                   "write one, such as max(y) or y(end)");
    results.push_back(*number);
  }
  return results;
}

}  // namespace sim
