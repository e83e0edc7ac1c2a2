#include "sim_core/model_run/evaluated_run_options.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/solvers/methods/settings_of_method.h"

namespace sim {

namespace {

constexpr std::int64_t most_counted = 1'000'000'000'000'000;

// "[0 0.1 0.2]", as programs write long lists: read without the language of expressions, which takes a
// hundred times as long. Nothing: it is something else.
std::optional<expr::Value> plain_row(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<double> numbers;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) break;
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto number = parse_number(text.substr(0, end));
    if (!number || text.find_first_not_of("0123456789.e-+", 0) < end) return std::nullopt;
    numbers.push_back(*number);
    text.remove_prefix(end);
  }
  if (numbers.size() < 2) return std::nullopt;
  return expr::Value::row(std::move(numbers));
}

class SettingsReader {
 public:
  explicit SettingsReader(const Diagram& diagram)
      : diagram_(diagram), workspace_(workspace_of(diagram, no_id)), scope_(workspace_) {}

  // A number within [least, most], or `automatic` where the setting is "auto".
  double number(std::string_view name, double least, double most, double automatic = 0) {
    const std::string text = setting(diagram_, name);
    if (text == "auto") return automatic;
    auto value = evaluated(name, text);
    if (!value) {
      problems.push_back(value.error());
      problems.back().path = name;
      return automatic;
    }
    const auto v = value->as_scalar();
    if (!v || std::isnan(*v) || *v < least || *v > most) {
      problems.push_back(error(std::string(name), "'" + text + "' does not give a usable number",
                               "it may be from " + to_text(least) + " to " + to_text(most)));
      return automatic;
    }
    return *v;
  }

  std::int64_t whole(std::string_view name, std::int64_t least, std::int64_t most, std::int64_t automatic) {
    const double value =
        number(name, static_cast<double>(least), static_cast<double>(most), static_cast<double>(automatic));
    if (value == std::floor(value)) return static_cast<std::int64_t>(value);
    problems.push_back(error(
        std::string(name),
        "'" + setting(diagram_, name) + "' gives " + to_text(value) + ", but it has to be a whole number",
        "write one from " + std::to_string(least) + " to " + to_text(static_cast<double>(most))));
    return automatic;
  }

  // The numbers of a vector, or of a scalar; empty where it is wrong, which is reported with `remedy`.
  std::vector<double> numbers(std::string_view name, const std::string& message, const std::string& remedy) {
    const auto value = evaluated(name, setting(diagram_, name));
    const bool usable = value && !value->is_string() && !value->is_complex();
    if (usable) return value->real();
    problems.push_back(value ? error({}, message, remedy) : value.error());
    problems.back().path = name;
    return {};
  }

  // Given, and as something else than what it is anyway.
  bool differs_from_default(std::string_view name) const {
    const auto given = diagram_.settings.find(std::string(name));
    const SettingSpec* spec = find_setting(name);
    if (given == diagram_.settings.end() || spec == nullptr) return false;
    if (given->second == spec->default_value) return false;
    // What is no expression is not evaluated: an evaluation that fails looks for names like it, in each run.
    if (!is_expression(spec->kind) || given->second == "auto" || spec->default_value == "auto") return true;
    const auto value = evaluated(name, given->second), usual = evaluated(name, spec->default_value);
    return !value || !usual || !(*value == *usual);
  }

  bool automatic(std::string_view name) const { return setting(diagram_, name) == "auto"; }

  // Ascending, each once.
  std::vector<double> instants(std::string_view name) {
    std::vector<double> times =
        numbers(name, "these are not instants", "write a vector of real, finite numbers");
    if (!std::all_of(times.begin(), times.end(), [](double t) { return std::isfinite(t); })) {
      problems.push_back(
          error(std::string(name), "these are not instants", "write a vector of real, finite numbers"));
      return {};
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }

  std::string choice(std::string_view name) {
    auto value = check_setting(name, setting(diagram_, name));
    if (value) return *value;
    problems.push_back(value.error());
    return std::string(find_setting(name)->default_value);
  }

  Policy policy(std::string_view name) {
    const std::string text = choice(name);
    return text == "error"     ? Policy::Error
           : text == "warning" ? Policy::Warning
           : text == "note"    ? Policy::Note
                               : Policy::None;
  }

  Diagnostics problems;

 private:
  Result<expr::Value> evaluated(std::string_view name, std::string_view text) const {
    if (auto row = plain_row(text)) return *std::move(row);
    return expr::evaluate_in(find_setting(name)->unit, text, scope_);
  }

  const Diagram& diagram_;
  expr::Workspace workspace_;
  expr::WorkspaceScope scope_;
};

// [hmin n]: the least step, and how many steps in a row may violate it before the run ends; with n = -1, as
// with hmin alone, that is said by MinStepSizeMsg and MaxConsecutiveMinStep.
void read_min_step(SettingsReader& read, RunOptions& options) {
  options.min_step_violation = read.policy("MinStepSizeMsg");
  options.max_consecutive_min_steps = read.whole("MaxConsecutiveMinStep", 0, most_counted, 1);
  if (read.automatic("MinStep")) return;
  const char *message = "it is neither a step nor a step and a number of violations",
             *remedy = "write auto, a step in seconds, or [step number], the number -1 or more";
  const auto reported = read.problems.size();
  const std::vector<double> given = read.numbers("MinStep", message, remedy);
  if (read.problems.size() > reported) return;
  const auto is_count = [](double n) { return n == std::floor(n) && n >= -1 && n <= most_counted; };
  const bool usable =
      !given.empty() && given.size() <= 2 && given[0] >= 0 && (given.size() == 1 || is_count(given[1]));
  if (!usable) {
    read.problems.push_back(error("MinStep", message, remedy));
    return;
  }
  options.min_step = given[0];
  if (given.size() == 2 && given[1] >= 0) {
    options.min_step_violation = Policy::Error;
    options.max_consecutive_min_steps = static_cast<std::int64_t>(given[1]);
  }
  if (options.min_step > options.max_step)
    read.problems.push_back(
        error("MinStep", "the least step is longer than the longest, MaxStep", "make it smaller, or auto"));
}

void check_step(SettingsReader& read, const RunOptions& options, const char* setting, double step) {
  const double latest = std::max(std::fabs(options.start_time),
                                 std::isfinite(options.stop_time) ? std::fabs(options.stop_time) : 0);
  if (latest + step == latest)
    read.problems.push_back(
        error(setting, "a step of " + to_text(step) + " s does not move the time at t = " + to_text(latest),
              "use a larger step"));
}

void read_steps(SettingsReader& read, RunOptions& options) {
  constexpr double most = std::numeric_limits<double>::max(),
                   infinity = std::numeric_limits<double>::infinity();
  constexpr double least = std::numeric_limits<double>::min();
  options.start_time = read.number("StartTime", -most, most);
  options.stop_time = read.number("StopTime", -most, infinity);
  if (!(options.stop_time >= options.start_time))
    read.problems.push_back(
        error("StopTime", "the stop time lies before the start time", "make it larger than StartTime"));
  const double span = options.stop_time - options.start_time;
  const double fiftieth = std::isfinite(span) && span > 0 ? span / 50 : 0.2;
  options.max_step = read.number("MaxStep", least, infinity, fiftieth);
  if (std::isinf(options.max_step) && std::isinf(options.stop_time))
    read.problems.push_back(
        error("MaxStep", "without a stop time a step needs a limit", "write auto or a number"));
  read_min_step(read, options);
  options.initial_step = read.number("InitialStep", least, infinity, 0);
  options.fixed_step = read.number("FixedStep", least, infinity, fiftieth);
  if (options.method && options.method->kind == StepKind::Fixed)
    check_step(read, options, "FixedStep", options.fixed_step);
  else if (!read.automatic("MaxStep"))
    check_step(read, options, "MaxStep", options.max_step);
  options.relative_tolerance = read.number("RelTol", 1e-16, 1, 1e-3);
  const double automatic = options.relative_tolerance <= 1e-3 ? options.relative_tolerance * 1e-3 : 1e-6;
  options.absolute_tolerance = read.number("AbsTol", least, most, automatic);
  options.scale_absolute_tolerance = read.choice("AutoScaleAbsTol") == "on" && read.automatic("AbsTol");
}

void find_idle_settings(const SettingsReader& read, const std::string& formula, RunOptions& options) {
  for (const SettingSpec& setting : all_settings()) {
    if (!read.differs_from_default(setting.name)) continue;
    if (auto idle = why_idle(setting.name, *options.method, formula))
      options.idle_settings.push_back(
          {std::string(setting.name), std::move(idle->reason), std::move(idle->remedy)});
  }
}

// What only some solvers read.
void read_method(SettingsReader& read, RunOptions& options) {
  options.method = find_method(read.choice("Solver"));
  const std::string formula = read.choice("ODENIntegrationMethod");
  options.max_order = static_cast<int>(read.whole("MaxOrder", 1, 5, 5));
  options.extrapolation_order = static_cast<int>(read.whole("ExtrapolationOrder", 1, 4, 4));
  options.newton_iterations = static_cast<int>(read.whole("NumberNewtonIterations", 1, 100, 1));
  options.backward_differences = read.choice("BdfFormula") == "BDF";
  options.renew_jacobian = read.choice("SolverResetMethod") == "Robust";
  if (!options.method) return;
  options.preserve_shape = read.choice("ShapePreserveControl") == "EnableAll" &&
                           setting_applies("ShapePreserveControl", *options.method, formula);
  find_idle_settings(read, formula, options);
  if (options.method->name == "odeN") options.method = nonadaptive_method(formula);
}

void read_projection(SettingsReader& read, RunOptions& options) {
  const std::string method = read.choice("Projection");
  options.projection.method = method == "off"          ? ProjectionMethod::None
                              : method == "one step"   ? ProjectionMethod::Taylor
                              : method == "Newton"     ? ProjectionMethod::Newton
                              : method == "symmetric"  ? ProjectionMethod::Symmetric
                              : method == "relaxation" ? ProjectionMethod::Relaxation
                                                       : ProjectionMethod::Standard;
  options.projection.weighted = read.choice("ProjectionNorm") == "weighted";
  options.projection.tolerance = read.number("ProjectionTolerance", 0, 1e300, 0);
  options.projection_too_large = read.policy("ProjectionTooLarge");
  options.retry_projection = read.choice("ProjectionTooLarge") == "retry";
  if (options.retry_projection) options.projection_too_large = Policy::Warning;
}

}  // namespace

bool settings_are_numbers(const Diagram& diagram) {
  return std::ranges::all_of(diagram.settings, [](const auto& setting) {
    const SettingSpec* spec = find_setting(setting.first);
    return !spec || !is_expression(spec->kind) || setting.second == "auto" || parse_number(setting.second);
  });
}

Result<RunOptions> run_options(const Diagram& diagram) {
  SettingsReader read(diagram);
  RunOptions options;
  for (const auto& [name, value] : diagram.settings)
    if (!find_setting(name)) read.problems.push_back(check_setting(name, value).error());
  read_method(read, options);
  read_steps(read, options);
  read_projection(read, options);
  for (JacobianMethod method : {JacobianMethod::SparsePerturbation, JacobianMethod::FullPerturbation,
                                JacobianMethod::SparseAnalytical, JacobianMethod::FullAnalytical})
    if (read.choice("SolverJacobianMethodControl") == to_text(method)) options.jacobian.method = method;
  for (LinearSolverKind kind : {LinearSolverKind::Dense, LinearSolverKind::Band, LinearSolverKind::Klu,
                                LinearSolverKind::Multifrontal, LinearSolverKind::Umfpack})
    if (read.choice("JacobianLinearSolver") == to_text(kind)) options.jacobian.linear_solver = kind;
  options.consecutive_tolerance = read.number("ConsecutiveZCsStepRelTol", 0, 1);
  options.max_consecutive_crossings = read.whole("MaxConsecutiveZCs", 1, most_counted, 1000);
  const double threshold =
      read.number("ZcThreshold", std::numeric_limits<double>::min(), 1e300, options.relative_tolerance);
  options.crossing_threshold = read.choice("ZeroCrossAlgorithm") == "Adaptive" ? threshold : 0;
  options.endless_crossings = read.policy("MaxConsecutiveZCsMsg");
  options.ignored_crossing = read.policy("IgnoredZcDiagnostic");
  options.energy_balance = read.policy("EnergyBalance");
  const auto per_step = static_cast<int>(read.whole("MaxZcPerStep", 1, 1'000'000, 2));
  options.crossings_per_fixed_step = read.choice("EnableFixedStepZeroCrossing") == "on" ? per_step : 0;
  options.most_bracketings = static_cast<int>(read.whole("MaxZcBracketingIterations", 1, 1'000'000, 10));
  options.look_inside_steps = read.choice("ZcInteriorScan") == "on";
  const double rate = read.number("PacingRate", 1e-9, 1e9, 1);
  options.pace = read.choice("EnablePacing") == "on" ? rate : 0;
  const std::string output = read.choice("OutputOption");
  const bool fixed = options.method && options.method->kind == StepKind::Fixed;
  options.output = fixed                               ? RunOptions::Output::Steps
                   : output == "AdditionalOutputTimes" ? RunOptions::Output::StepsAndTimes
                   : output == "SpecifiedOutputTimes"  ? RunOptions::Output::Times
                                                       : RunOptions::Output::Steps;
  options.output_times = read.instants("OutputTimes");
  const auto& times = options.output_times;
  const auto first = std::lower_bound(times.begin(), times.end(), options.start_time);
  if (options.output == RunOptions::Output::Times && (first == times.end() || *first > options.stop_time))
    read.problems.push_back(error("OutputTimes", "none of them lies between the start and the stop time",
                                  "name some, or choose another OutputOption"));
  options.refine = static_cast<int>(read.whole("Refine", 1, 1000, 4));
  options.decimation = static_cast<int>(read.whole("Decimation", 1, 1'000'000'000, 1));
  options.overflow = read.choice("RecordBeyondMemory") == "ThinOldest" ? SignalLog::Overflow::ThinOldest
                                                                       : SignalLog::Overflow::ToDisk;
  options.non_finite_output = read.policy("NonFiniteOutput");
  options.profile = read.choice("Profile") == "on";
  for (Backend backend : {Backend::Interpreter, Backend::Native})
    if (read.choice("Backend") == to_text(backend)) options.backend = backend;
  if (!options.method && read.problems.empty())
    read.problems.push_back(error("Solver", "this build is without SUNDIALS, whose solver it is",
                                  "choose another, such as ode15s, or build where SUNDIALS 6 is installed"));
  if (!read.problems.empty()) return read.problems;
  return options;
}

}  // namespace sim
