// Element types, forwards and backwards to a fixed point: what the equations say (type_inference), what
// parameters choose, what readers require of outputs that inherit backwards. A type that follows from itself
// only is reported and taken for double. At last outputs of narrower types are converted to them.
#include <algorithm>

#include "sim_core/base/text.h"
#include "sim_core/compile/type_inference.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/ir/bit_functions.h"
#include "sim_core/ir/cast.h"
#include "sim_core/ir/wrapping_products.h"

namespace sim::compile_phases {

namespace {

std::string chosen_type(const Instance& instance) {
  const int chosen = instance.type->output_type.chosen;
  return chosen < 0 ? std::string() : instance.parameters[static_cast<std::size_t>(chosen)].text;
}

class TypePropagation {
 public:
  TypePropagation(EquationSystem& model, TypeTable& types, Report& report)
      : model_(model), types_(types), report_(report), inference_(model, types) {
    for (const std::size_t k : stoppable_indices(model.instances)) {
      const Instance& instance = model.instances[k];
      if (instance.reduced || instance.is_virtual()) continue;
      const std::string chosen = chosen_type(instance);
      for (int port = 0; port < static_cast<int>(instance.outputs.size()); ++port) {
        const Driver output{static_cast<int>(k), port};
        outputs_.push_back(output);
        if (is_memory(output)) continue;
        // What a component says of its branches holds numbers together, some of them truths.
        if (const int told = model.networks[instance].output; told >= 0 && port >= told) {
          given_[output] = ElementType::Double;
          continue;
        }
        if (chosen == inherit_back) {
          backwards_.insert(output);
        } else if (auto t = element_type(chosen)) {
          given_[output] = *t;
        } else if (const auto told = model.equations[instance].roles.output_types.find(port);
                   told != model.equations[instance].roles.output_types.end()) {
          given_[output] = told->second;
        } else if (instance.type->output_type.fixed) {
          given_[output] = *instance.type->output_type.fixed;
        }
      }
    }
  }

  void run() {
    const bool wide = std::all_of(given_.begin(), given_.end(),
                                  [](const auto& given) { return given.second == ElementType::Double; });
    if (wide && backwards_.empty() && inference_.all_double()) return store_double();
    // Each round determines at least one more output.
    for (;;) {
      inference_.run(given_, backwards_);
      if (!close_memories() && !require_backwards() && !take_for_double()) break;
    }
    store();
    check();
    check_initial_values();
    convert();
  }

 private:
  // Memories are led from pass to pass as they are.
  bool is_memory(const Driver& output) const {
    const Instance& instance = model_.instances[static_cast<std::size_t>(output.instance)];
    return output.port >=
           static_cast<int>(instance.outputs.size()) - model_.equations[instance].memory_outputs;
  }

  // A block that knows its inputs and still not its output counts or the like: it feeds itself only.
  bool close_memories() {
    std::vector<Driver> closed;
    for (const Driver& output : stoppable(outputs_)) {
      if (inference_.output(output) || backwards_.contains(output)) continue;
      const Instance& instance = model_.instances[static_cast<std::size_t>(output.instance)];
      bool known = true;
      for (std::size_t port = 0; port < instance.inputs.size(); ++port)
        known = known && inference_.input(instance, port).has_value();
      if (known) closed.push_back(output);
    }
    for (const Driver& output : closed) given_[output] = ElementType::Double;
    return !closed.empty();
  }

  // What the readers of an output that has no type yet make of it. All at once, from the same state: the
  // order of blocks does not matter.
  bool require_backwards() {
    std::map<Driver, ElementType> required;
    std::vector<Driver> unknown;
    for (const Driver& output : stoppable(outputs_))
      if (!inference_.output(output)) unknown.push_back(output);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Driver& output : unknown)
        if (auto t = requirement(output, required)) {
          auto [it, fresh] = required.try_emplace(output, *t);
          const ElementType wider = common_type(it->second, *t);
          changed = changed || fresh || wider != it->second;
          it->second = wider;
        }
    }
    bool any = false;
    for (const auto& [output, t] : required)
      if (backwards_.erase(output)) given_[output] = t, any = true;
    if (any) return true;
    // A loop of blocks that all inherit: what is required of one output holds for all.
    for (const auto& [output, t] : required) any = given_.try_emplace(output, t).second || any;
    return any;
  }

  std::optional<ElementType> requirement(const Driver& output,
                                         const std::map<Driver, ElementType>& required) const {
    std::optional<ElementType> common;
    auto include = [&](std::optional<ElementType> t) {
      if (t) common = common ? common_type(*common, *t) : *t;
    };
    for (const auto [reader, input] : inference_.readers()(output)) {
      const Instance& instance = model_.instances[static_cast<std::size_t>(reader)];
      for (int port = 0; port < static_cast<int>(instance.outputs.size()); ++port) {
        const Driver result{reader, port};
        if (!model_.equations[instance].reads(static_cast<std::size_t>(port),
                                              static_cast<std::size_t>(input)))
          continue;
        if (auto t = inference_.output(result)) {
          // What a comparison gives says nothing about what is compared.
          const bool chosen = given_.contains(result) && !instance.type->output_type.fixed;
          if (*t != ElementType::Boolean || chosen) include(t);
        } else if (auto it = required.find(result); it != required.end()) {
          include(it->second);
        }
      }
    }
    return common;
  }

  // What is left follows from itself only.
  bool take_for_double() {
    std::vector<std::string> blocks;
    const Instance* first = nullptr;
    bool any = false;
    for (const Driver& output : stoppable(outputs_)) {
      if (inference_.output(output)) continue;
      const Instance& instance = model_.instances[static_cast<std::size_t>(output.instance)];
      backwards_.erase(output);
      given_[output] = ElementType::Double;
      any = true;
      if (!first) first = &instance;
      blocks.push_back("'" + instance.path + "'");
    }
    if (any) report(*first, std::move(blocks));
    return any;
  }

  void report(const Instance& first, std::vector<std::string> blocks) {
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    constexpr std::size_t most = 8;
    const std::size_t count = blocks.size();
    if (count > most) blocks.resize(most);
    std::string names = join(blocks, ", ");
    if (count > most) names += " and " + std::to_string(count - most) + " more";
    report_.as_set(
        "UnderspecifiedDataTypes",
        warning(
            first.path,
            "the data types of the signals of " + names + " follow from nothing; they are taken for double",
            "give one of them an output data type, or put a Signal Specification on a line", first.id));
  }

  void store() {
    for (const std::size_t k : stoppable_indices(model_.instances)) {
      const Instance& instance = model_.instances[k];
      types_[k].inputs.assign(instance.inputs.size(), ElementType::Double);
      types_[k].outputs.assign(instance.outputs.size(), ElementType::Double);
      if (instance.reduced || instance.is_virtual()) continue;
      for (std::size_t port = 0; port < instance.inputs.size(); ++port)
        types_[k].inputs[port] = inference_.input(instance, port).value_or(ElementType::Double);
      for (std::size_t port = 0; port < instance.outputs.size(); ++port)
        types_[k].outputs[port] =
            inference_.output({static_cast<int>(k), static_cast<int>(port)}).value_or(ElementType::Double);
    }
  }

  void store_double() {
    for (const Instance& instance : stoppable(model_.instances)) {
      types_[instance].inputs.assign(instance.inputs.size(), ElementType::Double);
      types_[instance].outputs.assign(instance.outputs.size(), ElementType::Double);
    }
    check();
  }

  // A program is written before the types of its inputs are known, and computes with numbers.
  void check_programs() {
    for (const Instance& instance : stoppable(model_.instances)) {
      const auto& specs = instance.type->parameters;
      if (instance.reduced || std::none_of(specs.begin(), specs.end(), [](const ParameterSpec& spec) {
            return spec.kind == ParameterKind::Script;
          }))
        continue;
      for (std::size_t port = 0; port < types_[instance].inputs.size(); ++port) {
        const ElementType type = types_[instance].inputs[port];
        if (!is_integer(type) || only_casts(instance, port)) continue;
        const std::string name = instance.inputs[port].name, integer(name_of(type));
        report_.diagnostics.push_back(warning(
            instance.path,
            join({"its input '" + name + "' is", integer + ", but the program computes with it as double"},
                 " "),
            "begin with " + join({name, "=", integer}, " ") + "(" + name +
                ") to compute with integers, or convert it to double in front of the block",
            instance.id));
      }
    }
  }

  // Whether the block does nothing with an input but round it, as int8(u) does.
  bool only_casts(const Instance& instance, std::size_t port) const {
    const int first = model_.equations[instance].input_first[port];
    const int count = model_.shapes[instance].inputs[port].size();
    const auto is_input = [&](ir::NodeId id) {
      const ir::Node& from = model_.open.node(id);
      return from.op == ir::Op::Input && from.slot >= first && from.slot < first + count;
    };
    for (const ir::NodeId id : stoppable_nodes(model_.open)) {
      const ir::Op op = model_.open.node(id).op;
      if (!ir::is_leaf(op) && op != ir::Op::Round && std::ranges::any_of(model_.open.operands(id), is_input))
        return false;
    }
    return std::ranges::none_of(model_.equations[instance].roles.outputs, is_input);
  }

  void check() {
    check_programs();
    for (const Instance& instance : stoppable(model_.instances)) {
      if (!instance.type->output_type.specifies || instance.reduced) continue;
      const auto wanted = element_type(chosen_type(instance));
      if (wanted && types_[instance].inputs[0] != *wanted)
        report_.fail(instance,
                     "the signal is " + std::string(name_of(types_[instance].inputs[0])) + " where " +
                         std::string(name_of(*wanted)) + " is specified",
                     "convert it with a Data Type Conversion block");
    }
  }

  // What a block with a memory begins with would be converted to the type of its signal without a word.
  void check_initial_values() {
    for (const Instance& instance : stoppable(model_.instances)) {
      if (instance.reduced || instance.is_virtual() || types_[instance].outputs.empty()) continue;
      const BlockType& type = *instance.type;
      if (type.output_type.fixed || type.output_type.chosen >= 0) continue;
      for (const StateSpec& state : type.discrete_states) {
        const auto index = static_cast<std::size_t>(state.initial.index);
        if (type.parameters[index].apart) continue;
        for (double value : instance.parameters[index].numbers)
          if (!embeds(value, types_[instance].outputs[0]) && std::isfinite(value)) {
            report_.diagnostics.push_back(
                warning(instance.path,
                        "its initial condition " + to_text(value) + " is no " +
                            std::string(name_of(types_[instance].outputs[0])) +
                            ", which its signal is, and is converted",
                        "give one of that type, or convert the signal with a Data Type Conversion block",
                        instance.id));
            break;
          }
      }
    }
  }

  void convert() {
    for (const Driver& output : stoppable(outputs_)) {
      const Instance& instance = model_.at(output.instance);
      const ElementType t = types_[instance].outputs[static_cast<std::size_t>(output.port)];
      if (t == ElementType::Double || is_memory(output) || inference_.holds(output, t)) continue;
      const OutputType& rule = instance.type->output_type;
      ir::NodeId& node = model_.equations[instance].roles.outputs[static_cast<std::size_t>(output.port)];
      const bool bits = ir::is_bitwise(model_.open, node);
      auto choice = [&](int parameter) {
        return static_cast<int>(instance.parameters[static_cast<std::size_t>(parameter)].number());
      };
      const auto rounding =
          rule.rounding < 0 ? Rounding::Floor : static_cast<Rounding>(choice(rule.rounding));
      const auto overflow =
          bits || (rule.saturates >= 0 && choice(rule.saturates) == 0) ? Overflow::Wrap : Overflow::Saturate;
      model_.open.set_origin(output.instance);
      const ir::Value v{&model_.open, node}, wide = ir::numbers(v);
      const bool products = overflow == Overflow::Wrap && is_integer(t) && bits_of(t) <= 32 && !bits;
      const ir::Value exact =
          products ? ir::wrapping_products(wide, [&](ir::Value part) { return inference_.whole_bits(part); })
                   : wide;
      node = ir::from_numbers(ir::cast(exact, t, rounding, overflow), v.shape()).id;
      if (is_integer(t) && !bits) check_range(instance, wide, t, rounding, overflow);
      if (is_integer(t) && bits_of(t) > 53) check_exact(instance, wide, t);
    }
  }

  // Beyond 2^53 whole numbers are no longer told apart.
  void check_exact(const Instance& instance, ir::Value wide, ElementType t) {
    const ir::Value condition = ir::make(ir::Op::Abs, wide) >= model_.open.constant(0x1p53);
    model_.equations[instance].roles.checks.push_back(
        {while_active(instance, condition).id, CheckAction::Error,
         "its output is beyond 2^53, where numbers of type " + std::string(name_of(t)) + " are not exact"});
  }

  ir::Value while_active(const Instance& instance, ir::Value condition) {
    if (instance.controller < 0 || instance.type->role != BlockRole::Ordinary) return condition;
    const int active = model_.equations[instance].hidden_first + static_cast<int>(HiddenInput::Active);
    return condition & model_.open.leaf(ir::Op::Input, active, scalar_shape);
  }

  // What is cut off or wraps around differs from what was only rounded.
  void check_range(const Instance& instance, ir::Value wide, ElementType t, Rounding rounding,
                   Overflow overflow) {
    const bool wraps = overflow == Overflow::Wrap;
    const auto action = check_action(model_.diagram, wraps ? "IntegerOverflowMsg" : "IntegerSaturationMsg");
    if (!action) return;
    const ir::Value condition = while_active(instance, ir::overflows(wide, t, rounding));
    model_.equations[instance].roles.checks.push_back({condition.id, *action,
                                                       "its output does not fit " + std::string(name_of(t)) +
                                                           (wraps ? " and wraps around" : " and saturates")});
  }

  EquationSystem& model_;
  TypeTable& types_;
  Report& report_;
  TypeInference inference_;
  std::vector<Driver> outputs_;
  std::map<Driver, ElementType> given_;
  std::set<Driver> backwards_;
};

}  // namespace

TypeTable propagate_types(EquationSystem& model, Report& report) {
  TypeTable types(model.instances.size());
  TypePropagation(model, types, report).run();
  return types;
}

}  // namespace sim::compile_phases
