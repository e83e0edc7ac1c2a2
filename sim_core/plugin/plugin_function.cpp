#include "sim_core/plugin/plugin_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sim {

namespace {

constexpr double unwritten = std::numeric_limits<double>::quiet_NaN();

class PluginFunction : public ir::ExternalFunction {
 public:
  PluginFunction(std::shared_ptr<const PluginInstance> instance, PluginMethod method)
      : instance_(std::move(instance)), method_(method) {}

  std::string name() const override { return instance_->block().id; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(rows())}; }

  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    std::fill_n(outputs[0], rows(), unwritten);
    const fluxion_arguments at = point(arguments);
    const fluxion_block& methods = instance_->block().methods;
    switch (method_) {
      case PluginMethod::Outputs:
        return plugin_status(methods.outputs(&at, outputs[0]));
      case PluginMethod::Derivatives:
        return plugin_status(methods.derivatives(&at, outputs[0]));
      case PluginMethod::ZeroCrossings:
        return plugin_status(instance_->block().crossings.zero_crossings(&at, outputs[0]));
      case PluginMethod::Invariants:
        return plugin_status(instance_->block().invariants.invariants(&at, outputs[0]));
      case PluginMethod::InitialDiscrete:
        return plugin_status(instance_->block().discrete.initial(&at, outputs[0]));
      case PluginMethod::Update:
        return plugin_status(instance_->block().discrete.update(&at, outputs[0]));
    }
    return EvalStatus::Fatal;
  }

  bool depends(int, int row, int argument, int column) const override {
    if (!in_jacobian()) return true;
    if (argument == plugin_argument::x) return instance_->block().depends(first_row() + row, column);
    if (argument == plugin_argument::u)
      return instance_->block().depends(first_row() + row, instance_->block().state_count + column);
    return true;
  }

  std::shared_ptr<const ir::ExternalFunction> tangent() const override;

  bool in_jacobian() const {
    return method_ == PluginMethod::Outputs || method_ == PluginMethod::Derivatives;
  }
  // Rows of J = [A B; C D] that this method has.
  int first_row() const { return method_ == PluginMethod::Outputs ? instance_->block().state_count : 0; }
  int rows() const {
    const PluginBlock& block = instance_->block();
    return method_ == PluginMethod::Outputs         ? block.output_elements
           : method_ == PluginMethod::Derivatives   ? block.state_count
           : method_ == PluginMethod::Invariants    ? block.invariants.count
           : method_ == PluginMethod::ZeroCrossings ? block.crossings.count
                                                    : block.discrete.count;
  }
  int argument_count() const { return plugin_argument::parameters + instance_->parameter_count(); }
  const PluginBlock& block() const { return instance_->block(); }
  fluxion_arguments point(std::span<const double* const> arguments) const {
    const bool has_modes = block().crossings.count > 0 && method_ != PluginMethod::ZeroCrossings;
    const bool has_discrete =
        block().discrete.count > 0 && method_ != PluginMethod::InitialDiscrete &&
        (method_ != PluginMethod::ZeroCrossings || block().discrete.crossings_read != 0);
    return instance_->arguments(*arguments[plugin_argument::time], arguments[plugin_argument::x],
                                arguments[plugin_argument::u], arguments.data() + plugin_argument::parameters,
                                has_modes ? arguments[plugin_argument::mode] : nullptr,
                                has_discrete ? arguments[plugin_argument::d] : nullptr,
                                has_discrete ? arguments[plugin_argument::hit] : nullptr);
  }

 private:
  std::shared_ptr<const PluginInstance> instance_;
  PluginMethod method_;
};

// (arguments, their tangents) -> a matrix times the tangents of x and u.
class Tangent : public ir::ExternalFunction {
 public:
  explicit Tangent(PluginFunction function) : function_(std::move(function)) {}

  std::string name() const override { return function_.name() + " (jacobian)"; }
  std::vector<Shape> output_shapes() const override { return function_.output_shapes(); }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  bool depends(int output, int row, int argument, int column) const override {
    const int n = function_.argument_count();
    return argument < n || function_.depends(output, row, argument - n, column);
  }

 protected:
  const PluginFunction& function() const { return function_; }
  // Of column j, a state or behind them an element of the inputs.
  double direction(std::span<const double* const> arguments, int j) const {
    const auto n = static_cast<std::size_t>(function_.argument_count());
    const int states = function_.block().state_count;
    return j < states ? arguments[n + plugin_argument::x][j] : arguments[n + plugin_argument::u][j - states];
  }

 private:
  PluginFunction function_;
};

// With rows of J.
class PluginTangent final : public Tangent {
 public:
  using Tangent::Tangent;

  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const PluginBlock& block = function().block();
    std::vector<double> values(block.pattern_rows.size(), unwritten);
    const fluxion_arguments at = function().point(arguments);
    const EvalStatus status = plugin_status(block.methods.jacobian(&at, values.data()));
    std::fill_n(outputs[0], function().rows(), 0.0);
    if (status != EvalStatus::Ok) return status;
    for (int j = 0; j < block.state_count + block.input_elements; ++j) {
      const double by = direction(arguments, j);
      if (by == 0) continue;
      const auto column = static_cast<std::size_t>(j);
      for (int k = block.pattern_columns[column]; k < block.pattern_columns[column + 1]; ++k) {
        const int row = block.pattern_rows[static_cast<std::size_t>(k)] - function().first_row();
        if (row >= 0 && row < function().rows()) outputs[0][row] += values[static_cast<std::size_t>(k)] * by;
      }
    }
    return EvalStatus::Ok;
  }
};

// With the gradient of the invariants.
class InvariantTangent final : public Tangent {
 public:
  using Tangent::Tangent;

  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const PluginBlock& block = function().block();
    const int rows = function().rows(), columns = block.state_count + block.input_elements;
    std::vector<double> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), unwritten);
    const fluxion_arguments at = function().point(arguments);
    const EvalStatus status = plugin_status(block.invariants.gradient(&at, values.data()));
    std::fill_n(outputs[0], rows, 0.0);
    if (status != EvalStatus::Ok) return status;
    const double* entry = values.data();
    for (int j = 0; j < columns; ++j)
      for (int row = 0; row < rows; ++row) outputs[0][row] += *entry++ * direction(arguments, j);
    return EvalStatus::Ok;
  }
};

std::shared_ptr<const ir::ExternalFunction> PluginFunction::tangent() const {
  if (method_ == PluginMethod::Invariants && block().invariants.gradient)
    return std::make_shared<InvariantTangent>(*this);
  if (!block().methods.jacobian || !in_jacobian()) return nullptr;
  return std::make_shared<PluginTangent>(*this);
}

}  // namespace

bool PluginBlock::depends(int row, int column) const {
  if (!has_pattern) return true;
  if (column < 0 || column >= state_count + input_elements) return false;
  const auto j = static_cast<std::size_t>(column);
  return std::binary_search(pattern_rows.begin() + pattern_columns[j],
                            pattern_rows.begin() + pattern_columns[j + 1], row);
}

PluginInstance::~PluginInstance() {
  if (started_ && block_->methods.terminate) block_->methods.terminate(data_);
}

std::string PluginInstance::start(const std::vector<const double*>& parameters) {
  const fluxion_arguments at = arguments(0, nullptr, nullptr, parameters.data(), nullptr);
  if (block_->methods.check_parameters) {
    char message[500] = {};
    const std::int32_t status = block_->methods.check_parameters(&at, message, sizeof message);
    message[sizeof message - 1] = '\0';
    if (status != FLUXION_OK) return message[0] ? message : "the plug-in refuses these parameters";
  }
  if (block_->methods.start) {
    if (block_->methods.start(&at, &data_) != FLUXION_OK) return "the plug-in cannot start this block";
    started_ = true;
  }
  return {};
}

fluxion_arguments PluginInstance::arguments(double t, const double* x, const double* u,
                                            const double* const* p, const double* mode, const double* d,
                                            const double* hit) const {
  return {sizeof(fluxion_arguments), t, x, u, p, widths_.data(), mode, data_, d, hit};
}

std::shared_ptr<const ir::ExternalFunction> plugin_function(std::shared_ptr<const PluginInstance> instance,
                                                            PluginMethod method) {
  return std::make_shared<PluginFunction>(std::move(instance), method);
}

ir::ProjectionMethod plugin_projection(std::shared_ptr<const PluginInstance> instance) {
  return [instance = std::move(instance)](double t, std::span<double> x, std::span<double> error,
                                          const double* u, const double* p, double tolerance) {
    std::vector<const double*> parameters;
    for (int k = 0; k < instance->parameter_count(); p += instance->parameter_width(k++))
      parameters.push_back(p);
    const std::vector<double> before(x.begin(), x.end()), error_before(error.begin(), error.end());
    const fluxion_arguments at = instance->arguments(t, before.data(), u, parameters.data(), nullptr);
    EvalStatus status = plugin_status(instance->block().methods.projection(
        &at, x.data(), error.empty() ? nullptr : error.data(), tolerance));
    auto finite = [](std::span<const double> v) {
      return std::all_of(v.begin(), v.end(), [](double e) { return std::isfinite(e); });
    };
    if (status == EvalStatus::Ok && !(finite(x) && finite(error))) status = EvalStatus::Recoverable;
    if (status != EvalStatus::Ok) {
      std::copy(before.begin(), before.end(), x.begin());
      std::copy(error_before.begin(), error_before.end(), error.begin());
    }
    return status;
  };
}

EvalStatus plugin_status(std::int32_t status) {
  return status == FLUXION_OK ? EvalStatus::Ok : status > 0 ? EvalStatus::Recoverable : EvalStatus::Fatal;
}

}  // namespace sim
