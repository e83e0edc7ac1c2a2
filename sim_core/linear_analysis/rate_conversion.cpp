#include "sim_core/linear_analysis/rate_conversion.h"

#include <cmath>

#include "sim_core/base/told_number.h"
#include "sim_core/expr/functions.h"

namespace sim {

using expr::Value;

static constexpr std::string_view conversion_names[] = {"zoh", "tustin", "matched"};

std::string_view name_of(RateConversion method) { return conversion_names[static_cast<int>(method)]; }

std::optional<RateConversion> rate_conversion(std::string_view name) {
  for (int k = 0; k < 3; ++k)
    if (conversion_names[k] == name) return static_cast<RateConversion>(k);
  return std::nullopt;
}

static Value value_of(const LinearMatrix& matrix) {
  return Value::matrix({matrix.rows, matrix.columns}, matrix.values);
}

static LinearMatrix matrix_of(const Value& value) {
  return {static_cast<int>(value.rows()), static_cast<int>(value.cols()), value.real()};
}

// The matrices behind c2d or d2c, with the names and values of the model as far as they still fit.
static Result<LinearModel> converted(const LinearModel& model, const char* function, double period,
                                     std::string_view method) {
  const expr::Function* convert = expr::find_function(function);
  const std::vector<Value> arguments{value_of(a_of(model)), value_of(b_of(model)),
                                     value_of(c_of(model)), value_of(d_of(model)),
                                     Value::scalar(period), Value::string(std::string(method))};
  std::vector<LinearMatrix> found;
  for (int k = 0; k < 4; ++k) {
    const auto result = expr::call(*convert, arguments, k + 1, 4);
    if (!result) return result.errors();
    found.push_back(matrix_of(*result));
  }
  LinearModel out = linear_model(found[0], found[1], found[2], found[3]);
  out.inputs = model.inputs, out.outputs = model.outputs;
  out.input_units = model.input_units, out.output_units = model.output_units;
  out.u = model.u, out.y = model.y, out.time = model.time, out.notes = model.notes;
  // With held inputs the states are what they were.
  if (method == "zoh" && out.states.size() == model.states.size()) {
    out.states = model.states, out.state_units = model.state_units, out.x = model.x;
  }
  return out;
}

Result<LinearModel> with_sample_time(const LinearModel& model, double period, RateConversion method) {
  if (!(period > 0) || !std::isfinite(period))
    return error({}, "a sample time of " + told(period) + " s is not above 0", "write seconds");
  if (model.delay_count() > 0)
    return error({}, "delays have no matrices to convert", "replace them by Pade approximations");
  if (model.sample_time == period) return model;
  Result<LinearModel> continuous = model;
  if (model.sample_time > 0)
    continuous =
        converted(model, "d2c", model.sample_time, method == RateConversion::Tustin ? "tustin" : "zoh");
  if (!continuous) return continuous;
  if (continuous->state_count() == 0) {
    continuous->sample_time = period;
    return continuous;
  }
  auto sampled = converted(*continuous, "c2d", period, name_of(method));
  if (sampled) sampled->sample_time = period;
  return sampled;
}

}  // namespace sim
