#include "sim_core/import/xcos/mapping/dialog.h"

#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"

namespace sim::importing::xcos {

static std::string named(const char* kind, int n) {
  return std::string(kind) + "(" + std::to_string(n) + ")";
}

static std::optional<expr::Value> evaluated(const std::string& text) {
  if (text.empty()) return std::nullopt;
  Result<expr::Value> value = expr::evaluate(text, expr::ValueScope());
  return value ? std::optional(std::move(*value)) : std::nullopt;
}

std::string Dialog::text(int n) const { return t.given(named("exprs", n).c_str()); }
std::optional<expr::Value> Dialog::value(int n) const {
  return evaluated(t.given(named("value", n).c_str()));
}
std::optional<double> Dialog::number(int n) const {
  const auto v = value(n);
  return v ? v->as_scalar() : std::nullopt;
}
std::vector<double> Dialog::numbers(int n) const {
  const auto v = value(n);
  return v ? v->real() : std::vector<double>{};
}
std::vector<double> Dialog::stored(const char* name) const {
  const auto v = evaluated(t.given(name));
  return v ? v->real() : std::vector<double>{};
}

void Dialog::set(const char* parameter, int n, const std::string& stored_text) const {
  const std::string given = text(n), unknown = t.given(named("unknown", n).c_str());
  if (given.empty()) {
    if (!stored_text.empty()) t.set(parameter, stored_text);
    return;
  }
  if (unknown.empty() || stored_text.empty()) return t.set_expression(parameter, given);
  t.set(parameter, stored_text);
  t.approximate(std::string(parameter) + " is the number that Xcos stored for " + given + ", because " +
                unknown);
}

std::string Dialog::stored_piece(const char* name, std::size_t from, int rows, int columns) const {
  const std::vector<double> all = stored(name);
  const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  if (rows < 1 || columns < 1 || from > all.size() || count > all.size() - from) return {};
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
  return expr::to_text(expr::Value::matrix(
      {rows, columns}, std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(count))));
}

std::string to_list(const std::vector<double>& numbers) { return expr::to_text(expr::Value::row(numbers)); }

void place_events(BlockTranslation& t) {
  const int inputs = t.input_count(), outputs = t.output_count();
  for (int n = 1; n <= t.input_count(SourcePort::Event); ++n)
    t.result.inputs[{SourcePort::Event, n}] = inputs + n - 1;
  for (int n = 1; n <= t.output_count(SourcePort::Event); ++n)
    t.result.outputs[{SourcePort::Event, n}] = outputs + n - 1;
}

}  // namespace sim::importing::xcos
