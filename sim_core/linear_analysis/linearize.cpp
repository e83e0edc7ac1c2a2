#include "sim_core/linear_analysis/linearize.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/linear_analysis/approximate_blocks.h"
#include "sim_core/linear_analysis/cut_paths.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linear_equations.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/point_block.h"
#include "sim_core/linear_analysis/point_evaluation.h"
#include "sim_core/linear_analysis/reach_points.h"
#include "sim_core/linear_analysis/sampled_map.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"

namespace sim {

struct Linearizer::Parts {
  Diagram diagram;  // as it was given
  const BlockLibrary* library = nullptr;
  std::vector<AnalysisPoint> points;
  InputValues inputs;
  std::shared_ptr<const BlockLibrary> with_points;
  std::shared_ptr<const ModelRun> plain;  // knows the dimensions of signals
  InstrumentedModel model;
  std::shared_ptr<const ModelRun> run;  // of the instrumented model
  std::shared_ptr<const Program> program;
  LinearEquations equations;
};

Linearizer::Linearizer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Linearizer::~Linearizer() = default;
Linearizer::Linearizer(Linearizer&&) noexcept = default;
Linearizer& Linearizer::operator=(Linearizer&&) noexcept = default;

// What is linearized in place of the diagram.
static Diagram prepared_diagram(const Diagram& diagram, const BlockLibrary& library, InputValues inputs) {
  Diagram prepared = with_ports_to_mark(diagram, std::move(inputs));
  approximate_derivatives(prepared, library);
  return prepared;
}

Result<Linearizer> Linearizer::prepare(const Diagram& diagram, const BlockLibrary& library,
                                       std::span<const AnalysisPoint> points, const InputValues& inputs) {
  auto parts = std::make_unique<Parts>();
  parts->diagram = diagram;
  parts->library = &library;
  parts->points.assign(points.begin(), points.end());
  if (points.empty()) parts->points = default_points(diagram);
  parts->inputs = inputs;
  const Diagram prepared = prepared_diagram(diagram, library, inputs);
  auto plain = run_to_instrument(prepared, diagram, library, parts->points);
  if (!plain) return plain.errors();
  parts->plain = *std::move(plain);
  auto model =
      instrument(prepared, parts->points, parts->plain->program(), top_level_ports(diagram, "ports/inport"));
  if (!model) return model.errors();
  parts->model = *std::move(model);
  parts->with_points = std::make_shared<const BlockLibrary>(with_point_block(library));
  auto run = ModelRun::prepare(parts->model.diagram, *parts->with_points, parts->model.looked_at());
  if (!run) return run.errors();
  parts->run = *std::move(run);
  return finish(std::move(parts));
}

Result<Linearizer> Linearizer::with(const Diagram& diagram) const { return with(diagram, parts_->inputs); }

Result<Linearizer> Linearizer::with_inputs(const InputValues& inputs) const {
  return with(parts_->diagram, inputs);
}

const InputValues& Linearizer::inputs() const { return parts_->inputs; }

Result<Linearizer> Linearizer::with(const Diagram& diagram, const InputValues& inputs) const {
  const Parts& before = *parts_;
  auto model = instrument(prepared_diagram(diagram, *before.library, inputs), before.points,
                          before.plain->program(), top_level_ports(diagram, "ports/inport"));
  if (!model) return prepare(diagram, *before.library, before.points, inputs);
  auto run = ModelRun::prepare(model->diagram, *before.with_points, *before.run, before.model.diagram,
                               model->looked_at());
  if (!run) return run.errors();
  if ((*run)->was_compiled()) return prepare(diagram, *before.library, before.points, inputs);
  auto parts = std::make_unique<Parts>();
  parts->diagram = diagram;
  parts->library = before.library;
  parts->points = before.points;
  parts->inputs = inputs;
  parts->with_points = before.with_points;
  parts->plain = before.plain;
  parts->model = *std::move(model);
  parts->run = *std::move(run);
  return finish(std::move(parts));
}

Result<Linearizer> Linearizer::finish(std::unique_ptr<Parts> parts) {
  parts->program = std::make_shared<const Program>(parts->run->program());
  auto equations = linear_equations(parts->model, parts->program);
  if (!equations) return equations.errors();
  parts->equations = *std::move(equations);
  return Linearizer(std::move(parts));
}

const Program& Linearizer::program() const { return *parts_->program; }
double Linearizer::start_time() const { return parts_->run->start_time(); }

Result<std::vector<OperatingPoint>> Linearizer::reach(std::vector<double> times) const {
  const Parts& p = *parts_;
  auto points = reach_points(*p.run, p.model.diagram, *p.with_points, p.model.looked_at(), times);
  if (points)
    for (OperatingPoint& point : *points) point.inputs = p.inputs;
  return points;
}

Result<std::vector<OperatingPoint>> Linearizer::reach_given(std::vector<double> times) const {
  for (const double t : times)
    if (std::isfinite(t) && t < start_time())
      return error({},
                   "t = " + told_time(t) + " is before the run, which starts at " + told_time(start_time()),
                   "give a time from StartTime on");
  return reach(std::move(times));
}

static void give_pade_orders(LinearModel& model, const LinearEquations& equations, const Diagram& diagram,
                             const BlockLibrary& library) {
  std::map<Id, int> known;
  for (Id block : equations.delay_blocks) {
    if (!known.contains(block)) known[block] = pade_order(diagram, library, block);
    model.pade_orders.push_back(known.at(block));
  }
}

Result<LinearModel> Linearizer::at(const OperatingPoint& point, bool cuts) const {
  if (point.inputs != parts_->inputs) {
    const auto there = with_inputs(point.inputs);
    return there ? there->at(point, cuts) : there.errors();
  }
  PointEvaluation evaluation(parts_->program, parts_->run->options(), point);
  if (Diagnostics problems = evaluation.problems(); !problems.empty()) return problems;
  auto model = evaluate(parts_->equations, evaluation, point);
  if (!model) return model;
  model->notes.insert(model->notes.begin(), parts_->model.notes.begin(), parts_->model.notes.end());
  give_pade_orders(*model, parts_->equations, parts_->model.diagram, *parts_->with_points);
  if (cuts) model->cuts = find_cuts(parts_->model, parts_->equations, evaluation, parts_->diagram);
  return model;
}

Result<LinearModel> Linearizer::beside(OperatingPoint& point, std::span<const double> states,
                                       std::span<const double> added) const {
  if (point.inputs != parts_->inputs) {
    const auto there = with_inputs(point.inputs);
    return there ? there->beside(point, states, added) : there.errors();
  }
  std::copy(states.begin(), states.end(), point.states.begin());
  PointEvaluation evaluation(parts_->program, parts_->run->options(), point);
  if (Diagnostics problems = evaluation.problems(); !problems.empty()) return problems;
  return evaluate_beside(parts_->equations, evaluation, point, added);
}

Result<LinearModel> Linearizer::sampled_at(const OperatingPoint& point, double period) const {
  if (point.inputs != parts_->inputs) {
    const auto there = with_inputs(point.inputs);
    return there ? there->sampled_at(point, period) : there.errors();
  }
  auto model = sampled_map(parts_->model, parts_->equations, parts_->run->options(), point, period);
  if (model)
    model->notes.insert(model->notes.begin(), parts_->model.notes.begin(), parts_->model.notes.end());
  return model;
}

std::vector<std::size_t> Linearizer::hold_inputs(OperatingPoint& point,
                                                 std::span<const double> values) const {
  std::map<Id, std::string> open;
  for (const ModelInput& input : model_inputs(parts_->diagram))
    if (can_be_held(input)) open[input.block] = input.name;
  std::vector<std::size_t> others;
  std::size_t at = 0;
  for (const LinearEquations::Signal& signal : parts_->equations.inputs)
    for (int k = 0; k < signal.shape.size(); ++k, ++at) {
      if (const auto input = open.find(signal.marked); input != open.end() && signal.shape.is_scalar())
        point.inputs[input->second] = values[at];
      else
        others.push_back(at);
    }
  return others;
}

Result<LinearModel> linearize(const Diagram& diagram, const BlockLibrary& library, double t) {
  const auto linearizer = Linearizer::prepare(diagram, library);
  if (!linearizer) return linearizer.errors();
  const auto points = linearizer->reach({t});
  if (!points) return points.errors();
  auto model = linearizer->at(points->front(), false);
  return model ? with_pade(*model, 0) : model;
}

}  // namespace sim
