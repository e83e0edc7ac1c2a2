#include "sim_core/block_preview/block_preview.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block_preview/limited_run.h"
#include "sim_core/block_preview/preview_span.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim {

namespace {

constexpr int steps = 1000;        // of a run, at least
constexpr int few_samples = 30;    // shown of a response
constexpr int many_samples = 600;  // for a frequency response

class Preview {
 public:
  Preview(const BlockQuestion& question, const BlockLibrary& library, const std::function<bool()>& wanted,
          const PreviewLimits& limits)
      : question_(question), library_(library), wanted_(wanted), limits_(limits) {}

  BlockPreview make() {
    type_ = library_.find(question_.type);
    if (type_ == nullptr || type_->role != BlockRole::Ordinary || !type_->conserving.empty() ||
        type_->declares_invariant || type_->logs_inputs)
      return {};
    const SingleBlock alone = begin_single_block(question_, library_);
    if (alone.input_names.size() > 1 || alone.output_names.empty()) return {};
    const auto workspace = workspace_of(alone.diagram, no_id);
    const auto values =
        evaluate_parameters(alone.diagram, *type_, alone.block, expr::WorkspaceScope(workspace));
    if (!values) return {};
    values_ = *values;
    preview_.output = alone.output_names.front();
    anatomy_ = block_anatomy(question_, library_);
    if (alone.input_names.empty()) return over_time();
    preview_.input = alone.input_names.front();
    if (!anatomy_.compiled || type_->at_major_steps || anatomy_.inputs.size() != 1) return {};
    if (anatomy_.state_count > 0 || anatomy_.reads_past || anatomy_.reads_time) return response();
    const bool sampled = !type_->discrete_states.empty() || anatomy_.at_hits || type_->sample_time >= 0;
    if (anatomy_.discrete_count > 0 && sampled && anatomy_.crossings.empty()) return sampled_response();
    return over_input();
  }

 private:
  using Kind = BlockPreview::Kind;

  std::optional<RecordedRun> run(const Source& source, double stop) {
    SingleBlock bench = single_block(question_, library_, [&](int) { return source; });
    bench.diagram.settings["StopTime"] = to_text(stop);
    bench.diagram.settings["MaxStep"] = to_text(stop / steps);
    return limited_run(bench.diagram, library_, wanted_, limits_);
  }

  BlockPreview over_time() {
    const auto result = run({}, time_span(*type_, values_));
    if (!result) return {};
    for (const PreviewCurve& column : result->columns) add(column, result->times);
    return finished(Kind::OverTime);
  }

  // Up, and where the block remembers something, down again.
  BlockPreview over_input() {
    const InputRange range = input_range(*type_, values_, anatomy_);
    const bool both = anatomy_.discrete_count > 0;
    const std::string low = to_text(range.low), high = to_text(range.high);
    const auto result = run({"sources/piecewise_linear",
                             {{"TimeValues", both ? "[0 1 2]" : "[0 1]"},
                              {"OutValues", "[" + low + "; " + high + (both ? "; " + low : "") + "]"}}},
                            both ? 2 : 1);
    if (!result) return {};
    std::vector<double> input;
    for (double t : result->times)
      input.push_back(range.low + (range.high - range.low) * (t > 1 ? 2 - t : t));
    for (PreviewCurve column : result->columns) {
      column.staircase = false;
      add(column, input);
    }
    return finished(Kind::OverInput);
  }

  BlockPreview response() {
    const auto linear = linear_preview(question_, library_);
    double span = linear && anatomy_.state_count > 0 ? response_span(linear->times) : 10;
    if (anatomy_.reads_past || anatomy_.state_count == 0) span = time_span(*type_, values_);
    const auto result = run({"sources/constant", {{"Value", "1"}}}, span);
    if (!result) return {};
    for (const PreviewCurve& column : result->columns) add(column, result->times);
    if (linear && anatomy_.state_count > 0 && anatomy_.crossings.empty())
      preview_.magnitude = linear->magnitude;
    return finished(Kind::StepResponse);
  }

  // One value a sample.
  std::optional<std::vector<std::vector<double>>> samples(double amplitude, double period, int count,
                                                          std::vector<std::string>& names) {
    const Source source{"sources/repeating_sequence_stair",
                        {{"OutValues", "[" + to_text(amplitude) + "]"}, {"SampleTime", to_text(period)}}};
    SingleBlock bench = single_block(question_, library_, [&](int) { return source; });
    bench.diagram.settings["StopTime"] = to_text(period * (count - 0.5));
    bench.diagram.settings["Solver"] = "discrete";
    const auto result = limited_run(bench.diagram, library_, wanted_, limits_);
    if (!result) return {};
    std::vector<std::vector<double>> all;
    for (const PreviewCurve& column : result->columns) {
      std::vector<double> values(static_cast<std::size_t>(count), 0.0);
      for (std::size_t row = 0, k = 0; k < values.size(); ++k) {
        const double until = (static_cast<double>(k) + 0.25) * period;
        while (row + 1 < result->times.size() && result->times[row + 1] <= until) ++row;
        if (row < column.y.size()) values[k] = column.y[row];
      }
      names.push_back(column.name);
      all.push_back(std::move(values));
    }
    return all;
  }

  BlockPreview sampled_response() {
    double period = 1;
    if (anatomy_.sample_time.kind == SampleTime::Kind::Discrete) period = anatomy_.sample_time.period;
    std::vector<std::string> names;
    const auto unit = samples(1, period, many_samples, names);
    const auto twice = samples(2, period, many_samples, names);
    if (!unit || !twice) return {};
    bool linear = true;
    for (std::size_t c = 0; c < unit->size(); ++c) {
      PreviewCurve curve{names[c], {}, {}, true};
      std::vector<double> times;
      for (int k = 0; k < few_samples; ++k)
        times.push_back(period * k), curve.y.push_back((*unit)[c][static_cast<std::size_t>(k)]);
      for (std::size_t k = 0; k < (*unit)[c].size(); ++k) {
        const double a = 2 * (*unit)[c][k], b = (*twice)[c][k];
        linear = linear && std::abs(a - b) <= 1e-9 * (1 + std::abs(b));
      }
      add(curve, times);
    }
    for (std::size_t c = 0; linear && c < unit->size(); ++c)
      if (auto magnitude = sampled_magnitude((*unit)[c], period)) {
        magnitude->name = names[c];
        preview_.magnitude.push_back(std::move(*magnitude));
      }
    return finished(Kind::StepResponse);
  }

  void add(PreviewCurve curve, const std::vector<double>& x) {
    // "Block:dx" is the block's second output, "Block[2]" the second element of its only one.
    if (curve.name.starts_with("Block:"))
      curve.name.erase(0, 6);
    else if (curve.name.starts_with("Block"))
      curve.name.replace(0, 5, preview_.output);
    curve.x = x;
    preview_.curves.push_back(std::move(curve));
  }

  BlockPreview finished(Kind kind) {
    const auto shows = [](const PreviewCurve& curve) {
      return std::count_if(curve.y.begin(), curve.y.end(), [](double v) { return std::isfinite(v); }) > 1;
    };
    if (kind != Kind::OverInput || anatomy_.crossings.empty())
      if (says_nothing()) return {};
    if (!wanted_() || std::none_of(preview_.curves.begin(), preview_.curves.end(), shows)) return {};
    preview_.kind = kind;
    return std::move(preview_);
  }

  // Constant curves, and the identity of a block that has no number to change that.
  bool says_nothing() const {
    const bool numbers = std::any_of(
        type_->parameters.begin(), type_->parameters.end(),
        [](const ParameterSpec& spec) { return spec.kind == ParameterKind::Real && spec.tunable; });
    bool constant = true, identity = !numbers;
    for (const PreviewCurve& curve : preview_.curves)
      for (std::size_t k = 0; k < curve.y.size(); ++k) {
        constant = constant && (curve.y[k] == curve.y[0] || !std::isfinite(curve.y[k]));
        identity = identity && curve.y[k] == curve.x[k];
      }
    return constant || identity;
  }

  const BlockQuestion& question_;
  const BlockLibrary& library_;
  const std::function<bool()>& wanted_;
  const PreviewLimits& limits_;
  const BlockType* type_ = nullptr;
  ParameterValues values_;
  BlockAnatomy anatomy_;
  BlockPreview preview_;
};

}  // namespace

BlockPreview block_preview(const BlockQuestion& question, const BlockLibrary& library,
                           const std::function<bool()>& wanted, const PreviewLimits& limits) {
  return Preview(question, library, wanted, limits).make();
}

}  // namespace sim
