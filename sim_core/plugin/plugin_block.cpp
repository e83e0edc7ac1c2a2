#include "sim_core/plugin/plugin_block.h"

#include <algorithm>

#include "sim_core/ir/values.h"
#include "sim_core/plugin/plugin_function.h"

namespace sim {

namespace {

// Ports and states have the sizes the plug-in declared; an input that is a scalar is repeated.
std::string shape_problem(const PluginBlock& block, const ParameterValues& values, const Shapes& shapes) {
  for (std::size_t k = 0; k < block.parameters.size(); ++k) {
    const int size = values[k].shape.size(), width = block.parameter_widths[k];
    if (width > 0 && size != width)
      return "parameter '" + block.parameters[k].label + "' has " + std::to_string(size) +
             " elements where " + std::to_string(width) + " are needed";
  }
  for (std::size_t k = 0; k < block.inputs.size(); ++k) {
    const int size = shapes.inputs[k].size(), width = block.inputs[k].width;
    if (size != 1 && size != width)
      return "input " + block.inputs[k].spec.name + " has shape " + to_text(shapes.inputs[k]) + " where " +
             to_text(vector_shape(width)) + " is needed";
  }
  return {};
}

// Writes the calls of one block's methods.
class CallWriter {
 public:
  CallWriter(Equations& e, const std::shared_ptr<const PluginInstance>& instance)
      : e_(e), instance_(instance), block_(instance->block()), none_(e.constant(0)) {
    x_ = block_.state_count > 0 ? e(State{0}) : none_;
    for (std::size_t k = 0; k < block_.inputs.size(); ++k)
      inputs_.push_back(ir::repeated(ir::real_only(e(In{static_cast<int>(k)}), "an S-function"),
                                     vector_shape(block_.inputs[k].width)));
    for (int k = 0; k < instance->parameter_count(); ++k) parameters_.push_back(e(Param{k}));
    u_ = joined(inputs_);
    mode_ = d_ = hit_ = none_;
  }

  void write() {
    if (block_.discrete.count > 0) begin_discrete();
    if (block_.crossings.count > 0) write_crossings();
    write_outputs();
    if (block_.discrete.count > 0) e_.store(d_, call(plugin_function(instance_, PluginMethod::Update), u_));
    if (block_.state_count == 0) return;
    e_.derivative(State{0}, call(plugin_function(instance_, PluginMethod::Derivatives), u_));
    if (block_.invariants.count > 0)
      e_.invariant(call(plugin_function(instance_, PluginMethod::Invariants), u_), {});
    if (!block_.methods.projection) return;
    std::vector<ir::Value> flat;
    for (ir::Value p : parameters_) flat.push_back(ir::slice(p, 0, vector_shape(p.shape().size())));
    e_.projection(State{0}, plugin_projection(instance_), u_, joined(flat));
  }

 private:
  void begin_discrete() {
    std::vector<ir::Value> hits;
    for (std::size_t k = 0; k < block_.periods.size(); ++k)
      hits.push_back(e_.hits(block_.periods[k], block_.offsets[k]));
    hit_ = joined(hits);
    d_ = e_.memory(call(plugin_function(instance_, PluginMethod::InitialDiscrete),
                        zeros(std::max(1, block_.input_elements))));
  }

  void write_crossings() {
    // A function that reads what the block keeps changes its branch at major steps only.
    const ir::Value d = d_, hit = hit_;
    if (block_.discrete.crossings_read == 0) d_ = hit_ = none_;
    const ir::Value functions = call(plugin_function(instance_, PluginMethod::ZeroCrossings), u_);
    d_ = d, hit_ = hit;
    std::vector<ir::Value> modes;
    for (std::size_t k = 0; k < block_.crossing_directions.size(); ++k)
      modes.push_back(e_.crosses_above(ir::slice(functions, static_cast<int>(k), scalar_shape), none_,
                                       block_.crossing_directions[k]));
    mode_ = joined(modes);
  }

  // An output is computed from those input ports alone that the pattern says it reads: the others are no
  // direct feedthrough. Outputs that read the same ports share the call.
  void write_outputs() {
    if (block_.outputs.empty()) return;
    const auto function = plugin_function(instance_, PluginMethod::Outputs);
    int first = 0;
    for (std::size_t port = 0; port < block_.outputs.size(); ++port) {
      const int width = block_.outputs[port].width;
      std::vector<ir::Value> read;
      int column = block_.state_count;
      for (std::size_t in = 0; in < inputs_.size(); ++in) {
        const int input_width = block_.inputs[in].width;
        read.push_back(reads(first, width, column, input_width) ? inputs_[in] : zeros(input_width));
        column += input_width;
      }
      e_.output(Out{static_cast<int>(port)},
                ir::slice(call(function, joined(read)), first, vector_shape(width)));
      first += width;
    }
  }

  bool reads(int first, int rows, int column, int columns) const {
    for (int row = 0; row < rows; ++row)
      for (int j = 0; j < columns; ++j)
        if (block_.depends(block_.state_count + first + row, column + j)) return true;
    return false;
  }

  ir::Value call(std::shared_ptr<const ir::ExternalFunction> function, ir::Value u) {
    std::vector<ir::Value> arguments{e_.time(), x_, u, mode_, d_, hit_};
    arguments.insert(arguments.end(), parameters_.begin(), parameters_.end());
    return e_.graph().call_all(std::move(function), arguments);
  }
  ir::Value joined(const std::vector<ir::Value>& parts) {
    int size = 0;
    for (ir::Value part : parts) size += part.shape().size();
    return parts.empty() ? none_ : ir::concat(parts, vector_shape(size));
  }
  ir::Value zeros(int width) {
    return e_.graph().constant(vector_shape(width),
                               std::vector<double>(static_cast<std::size_t>(width), 0.0));
  }

  Equations& e_;
  const std::shared_ptr<const PluginInstance>& instance_;
  const PluginBlock& block_;
  ir::Value none_, x_, u_, mode_, d_, hit_;
  std::vector<ir::Value> inputs_, parameters_;
};

void write_equations(const std::shared_ptr<const PluginBlock>& block, Equations& e) {
  std::vector<std::int32_t> widths;
  std::vector<const double*> values;
  for (int k = 0; k < static_cast<int>(block->parameters.size()); ++k) {
    const ParameterValue& value = e.value(Param{k});
    widths.push_back(value.shape.size());
    values.push_back(value.numbers.data());
  }
  auto instance = std::make_shared<PluginInstance>(block, std::move(widths));
  if (std::string problem = instance->start(values); !problem.empty()) {
    e.report(error({}, std::move(problem), "change the block's parameters"));
    return;
  }
  CallWriter(e, instance).write();
}

}  // namespace

BlockType plugin_block_type(std::shared_ptr<const PluginBlock> block) {
  BlockType type;
  type.id = block->id, type.label = block->label, type.category = block->category, type.doc = block->doc;
  type.keywords = block->keywords;
  type.plugin = block->file;
  type.icon.text = block->icon;
  type.default_width = 96, type.default_height = 48;
  type.parameters = block->parameters;
  for (const PluginPort& port : block->inputs) type.fixed_inputs.push_back(port.spec);
  for (const PluginPort& port : block->outputs) type.fixed_outputs.push_back(port.spec);
  if (block->state_count > 0)
    type.states.push_back({block->state_name, Param{block->initial_state_parameter}, ShapeSource::Fixed});
  type.shape_rule = [block](const ParameterValues& values, Shapes& shapes) {
    shapes.problem = shape_problem(*block, values, shapes);
    for (std::size_t k = 0; k < block->outputs.size(); ++k)
      shapes.outputs[k] = vector_shape(block->outputs[k].width);
    if (block->state_count > 0) shapes.states[0] = vector_shape(block->state_count);
  };
  type.declares_invariant = block->invariants.count > 0;
  type.equations = [block](Equations& e) { write_equations(block, e); };
  return type;
}

}  // namespace sim
