// Units from the blocks that declare them. A signal in another unit of the same kind is converted where it is
// read; what does not fit is reported with both ends.
#include "sim_core/compile/unit_inference.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

std::optional<PhysicalUnit> declared_unit(const Instance& instance, int parameter) {
  if (parameter < 0) return std::nullopt;
  const std::string& text = instance.parameters[static_cast<std::size_t>(parameter)].text;
  if (text == "inherit") return std::nullopt;
  const auto unit = parse_unit(text);
  return unit ? std::optional(*unit) : std::nullopt;
}

class UnitPropagation {
 public:
  UnitPropagation(EquationSystem& model, const std::map<Driver, PhysicalUnit>& declared, UnitTable& units,
                  Report& report)
      : model_(model),
        units_(units),
        report_(report),
        inference_(model, declared),
        automatic_(setting(model.diagram, "AllowAutomaticUnitConversions") == "on") {}

  void run() {
    for (const std::size_t k : stoppable_indices(model_.instances)) {
      const Instance& instance = model_.instances[k];
      if (instance.reduced || instance.is_virtual()) continue;
      for (std::size_t port = 0; port < instance.inputs.size(); ++port)
        if (auto unit = inference_.input(instance, port)) units_[k].inputs[port] = to_text(*unit);
      for (std::size_t port = 0; port < instance.outputs.size(); ++port)
        if (auto unit = inference_.output({static_cast<int>(k), static_cast<int>(port)}))
          units_[k].outputs[port] = to_text(*unit);
      if (const auto m = inference_.mismatch(static_cast<int>(k)))
        report(instance, "signals of different units meet here: " + end(instance, m->first, m->first_unit) +
                             " and " + end(instance, m->second, m->second_unit));
    }
    for (const std::size_t k : stoppable_indices(model_.instances)) {
      const Instance& instance = model_.instances[k];
      if (instance.reduced || instance.is_virtual() || instance.inputs.empty()) continue;
      if (const auto to = declared_unit(instance, instance.type->output_type.unit))
        convert(static_cast<int>(k), instance, *to);
    }
  }

 private:
  // "'Plant/x' in m": what an operand is, by the block it comes from where it is an input.
  std::string end(const Instance& instance, ir::NodeId operand, const PhysicalUnit& unit) const {
    const ir::Node& n = model_.open.node(operand);
    if (n.op == ir::Op::Input)
      for (std::size_t port = 0; port < instance.inputs.size(); ++port)
        if (const int first = n.slot - model_.equations[instance].input_first[port];
            first >= 0 && first < model_.shapes[instance].inputs[port].size())
          return source(instance, port, first) + " in " + to_text(unit);
    return "an expression in " + to_text(unit);
  }
  std::string source(const Instance& instance, std::size_t port, int element) const {
    for (const Segment& segment : model_.segments[instance][port]) {
      if (element < segment.count && segment.from.instance >= 0)
        return "'" + model_.instances[static_cast<std::size_t>(segment.from.instance)].path + "'";
      element -= segment.count;
    }
    return "input " + instance.inputs[port].name;
  }

  void convert(int index, const Instance& instance, const PhysicalUnit& to) {
    const bool explicitly = instance.type->output_type.input_unit >= 0;
    const std::optional<PhysicalUnit> signal = inference_.input(instance, 0);
    std::optional<PhysicalUnit> from = declared_unit(instance, instance.type->output_type.input_unit);
    if (from && signal && !same_unit(*from, *signal))
      report(instance, source(instance, 0, 0) + " is in " + to_text(*signal) + " where " + to_text(*from) +
                           " is declared");
    if (!from) from = signal;
    if (!from) {
      if (explicitly) report(instance, "the unit of its input is not known: it passes unchanged");
      return;
    }
    if (same_unit(*from, to)) return;
    if (!convertible(*from, to)) {
      const std::string message = source(instance, 0, 0) + " is in " + to_text(*from) +
                                  ", which cannot be converted to " + to_text(to);
      if (explicitly)
        report_.fail(instance, message, "choose units of the same kind");
      else
        report(instance, message);
      return;
    }
    const bool recorded_as_it_is = instance.outputs.empty();  // an Outport at the top level
    if ((!explicitly && !automatic_) || recorded_as_it_is)
      return report(instance, source(instance, 0, 0) + " is in " + to_text(*from) + " where " + to_text(to) +
                                  " is declared");
    const UnitConversion change = conversion(*from, to);
    model_.open.set_origin(index);
    ir::NodeId& node = model_.equations[index].roles.outputs[0];
    ir::Value v = ir::Value{&model_.open, node} * change.factor;
    if (change.offset != 0) v = v + change.offset;
    node = v.id;
  }

  void report(const Instance& instance, std::string message) {
    report_.as_set("UnitsInconsistency",
                   warning(instance.path, std::move(message),
                           "put a Unit Conversion block on the line, or correct the unit", instance.id));
  }

  EquationSystem& model_;
  UnitTable& units_;
  Report& report_;
  UnitInference inference_;
  bool automatic_;
};

}  // namespace

UnitTable propagate_units(EquationSystem& model, Report& report) {
  UnitTable units(model.instances.size());
  std::map<Driver, PhysicalUnit> declared;
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    units[k].inputs.assign(instance.inputs.size(), {});
    units[k].outputs.assign(instance.outputs.size(), {});
    if (instance.reduced || instance.is_virtual()) continue;
    if (const auto unit = declared_unit(instance, instance.type->output_type.unit))
      for (std::size_t port = 0; port < instance.outputs.size(); ++port)
        declared[{static_cast<int>(k), static_cast<int>(port)}] = *unit;
  }
  if (!declared.empty()) UnitPropagation(model, declared, units, report).run();
  return units;
}

}  // namespace sim::compile_phases
