#include "sim_core/response_estimation/driven_model.h"

#include <map>

#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/point_block.h"
#include "sim_core/program/program.h"
#include "sim_core/response_estimation/measuring_blocks.h"

namespace sim {

namespace {

class Driving {
 public:
  Driving(const InstrumentedModel& model, double sample_time) : model_(model), sample_time_(sample_time) {
    driven_.diagram = model.diagram;
  }

  DrivenModel run() {
    for (const InstrumentedModel::Port& port : model_.inputs)
      add_elements(driven_.inputs, port, source_at(port.point));
    for (const InstrumentedModel::Port& port : model_.outputs)
      add_elements(driven_.outputs, port, meter_of(port));
    for (const InstrumentedModel::Point& point : model_.points)
      if (point.cuts) driven_.cuts.push_back({point.block, point.shape});
    return std::move(driven_);
  }

 private:
  void add_elements(std::vector<DrivenModel::Element>& all, const InstrumentedModel::Port& port,
                    std::size_t at) const {
    const Shape shape = model_.points[port.point].shape;
    for (int k = 0; k < shape.size(); ++k) all.push_back({port.name + element_suffix(shape, k), at, k});
  }

  Id add(const char* type, const std::string& name, Id parent,
         std::map<std::string, std::string> parameters = {}) {
    Block block;
    block.type = type;
    block.parent = parent;
    block.name = unique_block_name(driven_.diagram, parent, name);
    block.parameters = std::move(parameters);
    const Id id = driven_.diagram.new_id();
    driven_.diagram.blocks[id] = std::move(block);
    return id;
  }

  void connect(PortRef from, PortRef to) {
    Line line;
    line.parent = driven_.diagram.blocks.at(to.block).parent;
    line.source = from;
    line.target = to;
    driven_.diagram.lines[driven_.diagram.new_id()] = std::move(line);
  }

  // The sum behind the point, and its excitation.
  std::size_t source_at(std::size_t point) {
    if (const auto known = source_of_.find(point); known != source_of_.end()) return known->second;
    const InstrumentedModel::Point& at = model_.points[point];
    const Id parent = driven_.diagram.blocks.at(at.block).parent;
    const Id sum = add("math/sum", "excited", parent), source = add(excitation_type, "excitation", parent);
    for (auto& [id, line] : driven_.diagram.lines)
      if (line.source == PortRef{at.block, 0}) line.source = PortRef{sum, 0};
    connect({at.block, 0}, {sum, 0});
    Id last = source;
    if (sample_time_ > 0) {
      last =
          add("discrete/zero_order_hold", "held excitation", parent, {{"SampleTime", to_text(sample_time_)}});
      connect({source, 0}, {last, 0});
    }
    connect({last, 0}, {sum, 1});
    sum_of_[point] = sum;
    driven_.sources.push_back({source, at.shape, {at.block, 0}});
    return source_of_[point] = driven_.sources.size() - 1;
  }

  // By a tag, so that what measures is not inside a subsystem that does not always run.
  std::size_t meter_of(const InstrumentedModel::Port& port) {
    const Id block = model_.points[port.point].block;
    const auto sum = sum_of_.find(port.point);
    const PortRef signal = port.before            ? PortRef{block, 1}
                           : sum == sum_of_.end() ? PortRef{block, 0}
                                                  : PortRef{sum->second, 0};
    const std::string tag = "measured signal " + std::to_string(driven_.meters.size() + 1);
    const Id into = add("routing/goto", tag, driven_.diagram.blocks.at(block).parent,
                        {{"GotoTag", tag}, {"TagVisibility", "global"}});
    const Id out = add("routing/from", tag, no_id, {{"GotoTag", tag}});
    const Id meter = add(sample_time_ > 0 ? sampler_type : correlator_type, "meter", no_id);
    connect(signal, {into, 0});
    connect({out, 0}, {meter, 0});
    driven_.meters.push_back({meter, signal, model_.points[port.point].shape});
    return driven_.meters.size() - 1;
  }

  const InstrumentedModel& model_;
  const double sample_time_;
  DrivenModel driven_;
  std::map<std::size_t, std::size_t> source_of_;  // by point
  std::map<std::size_t, Id> sum_of_;
};

}  // namespace

std::vector<PortRef> DrivenModel::looked_at() const {
  std::vector<PortRef> all;
  for (const Meter& meter : meters) {
    all.push_back(meter.signal);
    if (diagram.blocks.at(meter.block).type == correlator_type) all.push_back({meter.block, 0});
  }
  for (const Source& source : sources) all.push_back(source.signal);
  for (const Cut& cut : cuts) all.push_back({cut.block, 1});
  return all;
}

DrivenModel driven_model(const InstrumentedModel& model, double sample_time) {
  return Driving(model, sample_time).run();
}

}  // namespace sim
