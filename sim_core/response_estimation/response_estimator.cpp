#include "sim_core/response_estimation/response_estimator.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>
#include <utility>

#include "sim_core/base/shared_work.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/expr/value.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/point_block.h"
#include "sim_core/linear_analysis/point_evaluation.h"
#include "sim_core/linear_analysis/reach_points.h"
#include "sim_core/linear_analysis/sampled_map.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/operating_points/point_transfer.h"
#include "sim_core/response_estimation/measuring_blocks.h"
#include "sim_core/response_estimation/response_run.h"

namespace sim {

// Of runs that are measured, at most: what is added is small.
static constexpr double largest_tolerance = 1e-8;

struct ResponseEstimator::Parts {
  const BlockLibrary* library = nullptr;  // as it was given
  Diagram diagram;                        // likewise
  std::vector<AnalysisPoint> points;
  ResponseWishes wishes;
  std::vector<Excitation> excitations;
  std::map<std::string, double> inputs;
  std::shared_ptr<const BlockLibrary> with_blocks;
  DrivenModel model;
  std::shared_ptr<const ModelRun> run;  // of the driven model
  std::shared_ptr<const Program> program;
  double sample_time = 0;  // s
};

ResponseEstimator::ResponseEstimator(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ResponseEstimator::~ResponseEstimator() = default;
ResponseEstimator::ResponseEstimator(ResponseEstimator&&) noexcept = default;
ResponseEstimator& ResponseEstimator::operator=(ResponseEstimator&&) noexcept = default;

static Diagnostics check(const ResponseWishes& wishes) {
  const auto wrong = [](std::string message, std::string remedy) {
    return Diagnostics{error({}, std::move(message), std::move(remedy))};
  };
  if (wishes.amplitude && (!(*wishes.amplitude > 0) || !std::isfinite(*wishes.amplitude)))
    return wrong("an amplitude of " + told(*wishes.amplitude) + " excites nothing that can be measured",
                 "write a number above 0, small enough that the model stays linear");
  const int least = wishes.excitation == ExcitationKind::Sines ? 1 : 2;
  if (wishes.periods < least)
    return wrong("at least " + std::to_string(least) + " periods have to be measured",
                 "write a larger number");
  if (wishes.settle_periods < 0 || !(wishes.settle_time >= 0) || !std::isfinite(wishes.settle_time))
    return wrong("the time to settle is not below 0", "write 0 or more");
  if (!(wishes.agreement > 0))
    return wrong("the agreement of periods is above 0", "write a part of the response, such as 1e-3");
  if (!(wishes.round_to >= 0) || !std::isfinite(wishes.round_to))
    return wrong("what periods are rounded to is not below 0", "write seconds, or 0");
  if (std::isnan(wishes.sample_time) || std::isinf(wishes.sample_time))
    return wrong("the sample time is no number", "write seconds");
  return {};
}

// Sampled as wished for, or because nothing in the model is continuous.
static double sample_time_of(const ResponseWishes& wishes, const Program& program) {
  if (wishes.sample_time > 0) return wishes.sample_time;
  const bool discrete = program.state_count == 0 && !program.rates.empty();
  return wishes.sample_time == 0 || discrete ? common_period(program) : 0;
}

// The point blocks of one diagram that several copies of a subsystem have.
static const BlockInfo* copied_block(const DrivenModel& model, const Program& program) {
  std::set<Id> ours, seen;
  for (const DrivenModel::Source& source : model.sources) ours.insert(source.block);
  for (const DrivenModel::Meter& meter : model.meters) ours.insert(meter.signal.block);
  for (const BlockInfo& block : program.blocks)
    if (ours.contains(block.id) && !seen.insert(block.id).second) return &block;
  return nullptr;
}

Result<ResponseEstimator> ResponseEstimator::prepare(const Diagram& diagram, const BlockLibrary& library,
                                                     const ResponseWishes& wishes,
                                                     std::span<const AnalysisPoint> points,
                                                     const std::map<std::string, double>& inputs) {
  if (Diagnostics problems = check(wishes); !problems.empty()) return problems;
  auto excited = excitations(wishes.excitation, wishes.frequencies, wishes.round_to, wishes.seed);
  if (!excited) return excited.errors();
  auto parts = std::make_unique<Parts>();
  parts->library = &library;
  parts->diagram = diagram;
  parts->points.assign(points.begin(), points.end());
  if (points.empty()) parts->points = default_points(diagram);
  parts->wishes = wishes;
  parts->excitations = *std::move(excited);
  parts->inputs = inputs;
  const Diagram prepared = with_ports_to_mark(diagram, inputs);
  const auto plain = run_to_instrument(prepared, diagram, library, parts->points);
  if (!plain) return plain.errors();
  const auto model =
      instrument(prepared, parts->points, (*plain)->program(), top_level_ports(diagram, "ports/inport"));
  if (!model) return model.errors();
  const char* remedy = "mark a signal by a right click on its line, or name signals";
  if (model->inputs.empty()) return error({}, "no analysis point adds an input", remedy);
  if (model->outputs.empty()) return error({}, "no analysis point reads an output", remedy);
  parts->sample_time = sample_time_of(wishes, (*plain)->program());
  if (wishes.sample_time == 0 && parts->sample_time == 0)
    return error({}, "the model has no sample times", "give the sample time, or leave it out");
  parts->with_blocks = std::make_shared<const BlockLibrary>(with_measuring_blocks(library));
  parts->model = driven_model(*model, parts->sample_time);
  // One list for each: how many there are is compiled in.
  const std::string zeros = expr::to_text(
      expr::Value::vector(std::vector<double>(parts->excitations.front().harmonics.size(), 1.0)));
  for (const DrivenModel::Source& source : parts->model.sources) {
    auto& parameters = parts->model.diagram.blocks.at(source.block).parameters;
    parameters[frequency_parameter] = parameters[phase_parameter] = zeros;
    parameters[amplitude_parameter] = expr::to_text(expr::Value::matrix(
        source.shape, std::vector<double>(static_cast<std::size_t>(source.shape.size()), 0.0)));
  }
  for (const DrivenModel::Meter& meter : parts->model.meters) {
    if (parts->sample_time > 0) continue;
    auto& parameters = parts->model.diagram.blocks.at(meter.block).parameters;
    parameters[frequency_parameter] = zeros;
    parameters[offset_parameter] = expr::to_text(
        expr::Value::vector(std::vector<double>(static_cast<std::size_t>(meter.shape.size()), 0.0)));
  }
  auto run = ModelRun::prepare(parts->model.diagram, *parts->with_blocks, parts->model.looked_at());
  if (!run) return run.errors();
  parts->run = *std::move(run);
  parts->program = std::make_shared<const Program>(parts->run->program());
  if (const BlockInfo* copied = copied_block(parts->model, *parts->program))
    return error(copied->path, "the signal is in a subsystem that runs several times at each instant",
                 "mark a signal outside of it");
  if (wishes.input >= static_cast<int>(parts->model.inputs.size()))
    return error({}, "there is no input " + std::to_string(wishes.input + 1),
                 "there are " + std::to_string(parts->model.inputs.size()));
  return ResponseEstimator(std::move(parts));
}

const Program& ResponseEstimator::program() const { return *parts_->program; }

Result<std::vector<OperatingPoint>> ResponseEstimator::reach(std::vector<double> times) const {
  const Parts& p = *parts_;
  auto points = reach_points(*p.run, p.model.diagram, *p.with_blocks, p.model.looked_at(), times);
  if (points)
    for (OperatingPoint& point : *points) point.inputs = p.inputs;
  return points;
}

Result<OperatingPoint> ResponseEstimator::taken_over(const OperatingPoint& point, const Program& from) const {
  const auto beginning = parts_->run->initial_point();
  if (!beginning) return beginning.errors();
  return transfer_point(point, from, *beginning, *parts_->program);
}

namespace {

using expr::Value;

ir::NodeId node_of(const Program& program, PortRef signal) {
  for (const WatchedSignal& watched : program.watched)
    if (program.blocks[static_cast<std::size_t>(watched.block)].id == signal.block &&
        watched.port == signal.port)
      return watched.node;
  return ir::no_node;
}

// What holds for all runs from a point.
Result<ResponseStart> start_at(const DrivenModel& model, const BlockLibrary& library, const ModelRun& run,
                               const std::shared_ptr<const Program>& program, const OperatingPoint& point,
                               double sample_time) {
  PointEvaluation evaluation(program, run.options(), point);
  if (Diagnostics problems = evaluation.problems(); !problems.empty()) return problems;
  ResponseStart start;
  start.model = &model;
  start.library = &library;
  start.compiled = &run;
  start.point = point;
  start.diagram = model.diagram;
  start.sample_time = sample_time;
  const auto values_of = [&](PortRef signal, Shape shape) {
    std::vector<double> values;
    if (const ir::NodeId node = node_of(*program, signal); node != ir::no_node)
      values = evaluation.values({node});
    values.resize(static_cast<std::size_t>(shape.size()), 0.0);
    return values;
  };
  for (const DrivenModel::Cut& cut : model.cuts) {
    auto& parameters = start.diagram.blocks.at(cut.block).parameters;
    parameters[cut_parameter] = "1";
    parameters[held_parameter] =
        expr::to_text(Value::matrix(cut.shape, values_of({cut.block, 1}, cut.shape)));
  }
  for (const DrivenModel::Meter& meter : model.meters) {
    start.outputs.push_back(values_of(meter.signal, meter.shape));
    for (const double value : start.outputs.back())
      if (!std::isfinite(value))
        return error({}, "an output has no value at the operating point", "choose another one");
    if (sample_time == 0)
      start.diagram.blocks.at(meter.block).parameters[offset_parameter] =
          expr::to_text(Value::vector(start.outputs.back()));
  }
  auto& settings = start.diagram.settings;
  for (const char* setting : {"OutputTimes", "Decimation", "Refine", "EnablePacing", "OutputOption"})
    settings.erase(setting);
  const bool fixed = run.options().method->kind == StepKind::Fixed;
  if (!fixed) settings["RelTol"] = to_text(std::min(run.options().relative_tolerance, largest_tolerance));
  if (sample_time > 0)
    settings["Refine"] = "1";
  else if (fixed)
    settings["Decimation"] = "1000000000";  // what is recorded is not looked at
  else
    settings["OutputOption"] = "SpecifiedOutputTimes";
  return start;
}

}  // namespace

Result<EstimatedResponse> ResponseEstimator::estimate(const OperatingPoint& point,
                                                      const ResponseOptions& options) const {
  const Parts& p = *parts_;
  if (point.inputs != p.inputs) {
    const auto there = prepare(p.diagram, *p.library, p.wishes, p.points, point.inputs);
    return there ? there->estimate(point, options) : there.errors();
  }
  const auto start = start_at(p.model, *p.with_blocks, *p.run, p.program, point, p.sample_time);
  if (!start) return start.errors();
  EstimatedResponse response;
  response.time = point.time;
  response.sample_time = p.sample_time;
  for (const DrivenModel::Element& input : p.model.inputs) response.inputs.push_back(input.name);
  for (const DrivenModel::Element& output : p.model.outputs) response.outputs.push_back(output.name);

  PointEvaluation evaluation(p.program, p.run->options(), point);
  for (const DrivenModel::Element& input : p.model.inputs) {
    response.amplitudes.push_back(p.wishes.amplitude.value_or(0.01));
    const ir::NodeId node = node_of(*p.program, p.model.input_signal(input));
    if (p.wishes.amplitude || node == ir::no_node) continue;
    const double value = evaluation.values({node})[static_cast<std::size_t>(input.element)];
    if (value != 0 && std::isfinite(value)) response.amplitudes.back() = 0.01 * std::abs(value);
  }

  struct Job {
    int input;
    const Excitation* excitation;
  };
  std::vector<Job> jobs;  // short runs first: something can be seen early
  for (auto excitation = p.excitations.rbegin(); excitation != p.excitations.rend(); ++excitation)
    for (int k = 0; k < static_cast<int>(response.inputs.size()); ++k)
      if (p.wishes.input < 0 || p.wishes.input == k) jobs.push_back({k, &*excitation});
  const std::size_t lines = p.excitations.front().harmonics.size(), all = jobs.size() * lines;
  std::mutex mutex;  // of the response
  const auto measure = [&](std::size_t k) {
    const Excitation& excitation = *jobs[k].excitation;
    const double amplitude =
        response.amplitudes[static_cast<std::size_t>(jobs[k].input)] / std::sqrt(static_cast<double>(lines));
    std::vector<EstimatedPoint> points = run_response(*start, p.wishes, jobs[k].input, excitation, amplitude);
    const std::lock_guard lock(mutex);
    for (EstimatedPoint& each : points) {
      response.points.push_back(std::move(each));
      if (options.point) options.point(response.points.back(), response.points.size(), all);
    }
    return Diagnostics{};
  };
  const auto done = share_work(jobs.size(), {options.jobs, options.stop, {}}, "measure a response", measure);
  if (!done) return done.errors();
  response.finished = *done;
  std::ranges::sort(response.points, {},
                    [](const EstimatedPoint& each) { return std::pair(each.input, each.frequency); });
  return response;
}

}  // namespace sim
