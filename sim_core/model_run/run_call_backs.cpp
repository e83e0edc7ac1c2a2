#include "sim_core/model_run/run_call_backs.h"

#include <algorithm>

#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/recorded_signals.h"

namespace sim {

static const std::string time_name = "t";

// A column for each element of a signal, a row for each instant.
static expr::Value column(const LogView& log, const std::vector<int>& columns) {
  const std::size_t rows = log.size();
  std::vector<double> values(rows * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k)
    log.copy_values(columns[k], 0, std::span(values).subspan(k * rows, rows));
  return expr::Value::matrix({static_cast<int>(rows), static_cast<int>(columns.size())}, std::move(values));
}

static Result<expr::NamedValues> over_log(const Diagram& diagram, const char* call_back,
                                          const Program& program, const SignalLog& log) {
  const LogView rows(log);
  const std::vector<RecordedSignal> signals = recorded_signals(program);
  return call_back_values(diagram, call_back, [&](const std::string& name) -> std::optional<expr::Value> {
    if (name == time_name) return column(rows, {-1});
    const auto signal = std::ranges::find(signals, name, &RecordedSignal::name);
    if (signal == signals.end()) return std::nullopt;
    return column(rows, signal->columns);
  });
}

std::shared_ptr<RunCallBacks> RunCallBacks::of(const Diagram& compiled, const Diagram& diagram,
                                               const BlockLibrary& library) {
  for (const char* call_back : {at_start, at_pause, at_stop})
    if (!setting(diagram, call_back).empty())
      return std::shared_ptr<RunCallBacks>(new RunCallBacks(compiled, diagram, library));
  return nullptr;
}

Result<std::shared_ptr<const Program>> RunCallBacks::start(const Compilation& compilation, double t) {
  std::vector<std::string> known{time_name};
  for (const RecordedSignal& signal : recorded_signals(*compilation.program)) known.push_back(signal.name);
  Diagnostics problems;
  for (const char* call_back : {at_pause, at_stop}) {
    const Diagnostics found = call_back_problems(now_, call_back, known);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (!problems.empty()) return problems;
  if (setting(now_, at_start).empty()) return compilation.program;
  const auto values = call_back_values(now_, at_start, [&](const std::string& name) {
    return name == time_name ? std::optional(expr::Value::scalar(t)) : std::nullopt;
  });
  if (!values) return values.errors();
  keep(*values);
  Retuned retuned = retune(compilation, compilation.program, compiled_, now(), library_);
  if (retuned.refused.empty()) return std::move(retuned.program);
  for (const Diagnostic& d : retuned.refused)
    problems.push_back(error(at_start, (d.path.empty() ? "" : d.path + ": ") + d.message,
                             "set it in InitFcn, before the model is compiled", d.element));
  return problems;
}

Result<bool> RunCallBacks::pause(const Program& program, const SignalLog& log) {
  const Diagram now = as_it_is();
  if (setting(now, at_pause).empty()) return false;
  const auto values = over_log(this->now(), at_pause, program, log);
  if (!values) return values.errors();
  keep(*values);
  return true;
}

Result<expr::NamedValues> RunCallBacks::stop(const Program& program, const SignalLog& log) const {
  if (setting(as_it_is(), at_stop).empty()) return expr::NamedValues();
  return over_log(now(), at_stop, program, log);
}

void RunCallBacks::follow(const Diagram& now) {
  const std::lock_guard lock(mutex_);
  now_ = now;
}

Diagram RunCallBacks::as_it_is() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

Diagram RunCallBacks::now() const {
  const std::lock_guard lock(mutex_);
  return values_.empty() ? now_ : with_values(now_, values_);
}

// A later value of a name takes the place of an earlier one.
void RunCallBacks::keep(const expr::NamedValues& values) {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, value] : values) {
    std::erase_if(values_, [&, known = name](const auto& old) { return old.first == known; });
    values_.emplace_back(name, value);
  }
}

}  // namespace sim
