#include "sim_core/linear_analysis/instrumented_model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sim_core/diagram/signal_origins.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/linear_analysis/point_block.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

namespace {

std::optional<PortRef> source_of(const Diagram& diagram, Id outport) {
  for (const auto& [id, line] : diagram.lines)
    if (line.target && line.target->block == outport) return line.source;
  return std::nullopt;
}

bool is_floating(ElementType type) { return type == ElementType::Double || type == ElementType::Single; }

// What the signal carries; nothing: it is not computed.
std::optional<PortInfo> carried(const SignalOrigins& origins, const Program& program, PortRef signal) {
  const auto origin = origins.of(signal);
  if (!origin) return std::nullopt;
  for (const WatchedSignal& watched : program.watched) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(watched.block)];
    if (block.id == origin->block && watched.port == origin->port)
      return block.outputs[static_cast<std::size_t>(watched.port)];
  }
  return std::nullopt;
}

std::string zeros(Shape shape) {
  // -0 leaves every number as it is, zeros of both signs too.
  return "-zeros(" + std::to_string(shape.rows) + ", " + std::to_string(shape.cols) + ")";
}

class Instrumenting {
 public:
  Instrumenting(const Diagram& diagram, const Program& program, std::span<const Id> inports)
      : original_(diagram), program_(program), inports_(inports.begin(), inports.end()), origins_(diagram) {
    model_.diagram = diagram;
  }

  void add(const AnalysisPoint& point) {
    const PointEffect effect = effect_of(point.kind);
    is_port_ = inports_.contains(point.signal.block);
    const auto at = point_at(point.signal);
    if (!at) return;
    InstrumentedModel::Point& here = model_.points[*at];
    here.adds = here.adds || effect.adds;
    here.cuts = here.cuts || effect.cuts;
    const std::string name = title(point.signal);
    if (effect.adds) model_.inputs.push_back({name, *at, false});
    if (effect.reads != PointReading::None)
      model_.outputs.push_back({name, *at, effect.reads == PointReading::Before});
  }

  // An Outport without a line shows a constant 0.
  void add_outport(Id outport) {
    const auto source = source_of(original_, outport);
    is_port_ = true;
    const auto at = source ? point_at(*source) : std::nullopt;
    if (at) model_.outputs.push_back({original_.blocks.at(outport).name, *at, false});
  }

  Result<InstrumentedModel> take() {
    if (!problems_.empty()) return problems_;
    return std::move(model_);
  }

 private:
  std::string title(PortRef signal) const {
    if (inports_.contains(signal.block)) return original_.blocks.at(signal.block).name;
    return signal_title(original_, signal);
  }

  std::optional<std::size_t> point_at(PortRef signal) {
    if (const auto known = at_.find(signal); known != at_.end()) return known->second;
    if (!original_.blocks.contains(signal.block)) return std::nullopt;
    const std::string name = title(signal);
    const auto carries = carried(origins_, program_, signal);
    if (!carries) {
      fail(signal, name + " carries no signal that is computed: nothing reads it, or it is a bus",
           "mark the signal of an element, or one that something reads");
      return std::nullopt;
    }
    if (carries->shape.complex) {
      fail(signal, name + " is complex", "mark its real and imaginary parts");
      return std::nullopt;
    }
    if (!is_floating(carries->type)) {
      fail(signal,
           name + " carries " + std::string(name_of(carries->type)) + " values, which have no derivative",
           "mark a signal of floating-point numbers");
      return std::nullopt;
    }
    const Id block = insert(signal, carries->shape, name);
    model_.points.push_back({signal, block, carries->shape});
    return at_[signal] = model_.points.size() - 1;
  }

  // Between the output and everything that reads it.
  Id insert(PortRef signal, Shape shape, const std::string& name) {
    Diagram& diagram = model_.diagram;
    const Id id = diagram.new_id();
    Block block;
    block.type = point_block_type;
    block.parent = original_.blocks.at(signal.block).parent;
    block.name = unique_block_name(diagram, block.parent, "analysis point at " + name);
    block.parameters = {{perturbation_parameter, zeros(shape)}, {held_parameter, zeros(shape)}};
    block.position = original_.blocks.at(signal.block).position;
    for (auto& [line_id, line] : diagram.lines)
      if (line.source == signal) line.source = PortRef{id, 0};
    Line line;
    line.parent = block.parent;
    line.source = signal;
    line.target = PortRef{id, 0};
    diagram.blocks[id] = std::move(block);
    diagram.lines[diagram.new_id()] = std::move(line);
    return id;
  }

  void fail(PortRef signal, std::string message, std::string remedy) {
    (is_port_ ? model_.notes : problems_)
        .push_back({is_port_ ? Severity::Note : Severity::Error, block_path(original_, signal.block),
                    std::move(message), std::move(remedy), signal.block});
  }

  const Diagram& original_;
  const Program& program_;
  std::set<Id> inports_;
  SignalOrigins origins_;
  InstrumentedModel model_;
  std::map<PortRef, std::size_t> at_;
  Diagnostics problems_;
  bool is_port_ = false;  // the point is a top-level port
};

}  // namespace

std::vector<PortRef> InstrumentedModel::looked_at() const {
  std::vector<PortRef> all;
  for (const Point& point : points) all.push_back({point.block, 0});
  return all;
}

std::vector<AnalysisPoint> default_points(const Diagram& diagram) {
  std::vector<AnalysisPoint> points = analysis_points(diagram);
  bool input = false, output = false;
  for (const AnalysisPoint& point : points) {
    input = input || effect_of(point.kind).adds;
    output = output || effect_of(point.kind).reads != PointReading::None;
  }
  if (!input)
    for (Id id : top_level_ports(diagram, "ports/inport")) points.push_back({{id, 0}, PointKind::Input});
  if (!output)
    for (Id id : top_level_ports(diagram, "ports/outport")) points.push_back({{id, 0}, PointKind::Output});
  return points;
}

Diagram with_ports_to_mark(const Diagram& diagram, InputValues inputs) {
  const Diagram open = with_constant_inputs_open(diagram, inputs);
  Diagram prepared = with_open_inputs(open, OpenInput::Parameter, inputs).diagram;
  for (const char* silent : {"UnconnectedInput", "UnconnectedOutput", "UnconnectedLine"})
    prepared.settings[silent] = "none";
  return prepared;
}

Result<std::unique_ptr<ModelRun>> run_to_instrument(const Diagram& prepared, const Diagram& original,
                                                    const BlockLibrary& library,
                                                    std::span<const AnalysisPoint> points) {
  std::vector<PortRef> signals;
  for (const AnalysisPoint& point : points)
    if (original.blocks.contains(point.signal.block)) signals.push_back(point.signal);
  return ModelRun::prepare(prepared, library, signals);
}

Result<InstrumentedModel> instrument(const Diagram& diagram, std::span<const AnalysisPoint> points,
                                     const Program& program, std::span<const Id> inports) {
  Instrumenting instrumenting(diagram, program, inports);
  for (const AnalysisPoint& point : points) {
    const auto block = diagram.blocks.find(point.signal.block);
    if (block != diagram.blocks.end() && block->second.type == "ports/outport" &&
        block->second.parent == no_id)
      instrumenting.add_outport(point.signal.block);
    else
      instrumenting.add(point);
  }
  return instrumenting.take();
}

}  // namespace sim
