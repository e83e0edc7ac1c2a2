// What blocks say of the branches they are on: the modes and crossing functions of an EquationWriter.
#include <set>

#include "sim_core/compile/equation_writer.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

bool EquationWriter::locates_crossings() const {
  const std::string control = setting(source_.model.diagram, "ZeroCrossControl");
  if (control != "UseLocalSettings") return control == "EnableAll";
  const int flag = instance_.type->parameter_index("ZeroCross");
  return flag < 0 || instance_.parameters[static_cast<std::size_t>(flag)].number() != 0;
}

// Where the block is not executed the function keeps the sign that its mode stands for. Between two passes of
// an iterated subsystem no time goes by in which a change of sign could be located.
ir::Value EquationWriter::reaches(ir::Value a, ir::Value b, CrossingDirection direction, bool unordered) {
  if (iterated()) return unordered ? logical_not(b > a) : a >= b;
  const ir::Value function = ir::real_only(a - b, "an order (<, >)");
  const int first = slots_.mode;
  const ir::Value above = mode(function.shape());
  roles_.crossings.push_back({while_active(function, above - 0.5).id, first, -1, direction,
                              locates_crossings(), remembers(function), unordered});
  return above;
}

SignModes EquationWriter::sign_modes(ir::Value v, CrossingDirection direction) {
  v = ir::real_only(v, "an order (<, >)");
  const ir::Value zero = graph_.constant(0);
  if (iterated()) return {v >= zero, v <= zero};
  const int first = slots_.mode;
  const ir::Value above = mode(v.shape());
  const int first_below = slots_.mode;
  const ir::Value below = mode(v.shape());
  roles_.crossings.push_back(
      {while_active(v, above - below).id, first, first_below, direction, locates_crossings(), remembers(v)});
  return {above, below};
}

ir::Value EquationWriter::mode(Shape shape) {
  const ir::Value leaf = graph_.leaf(ir::Op::Mode, slots_.mode, shape);
  slots_.mode += shape.size();
  return leaf;
}

// Whether it reads something that the block itself keeps from one major step to the next.
bool EquationWriter::remembers(ir::Value function) const {
  std::set<ir::NodeId> seen;
  for (std::vector<ir::NodeId> stack{function.id}; !stack.empty();) {
    const ir::NodeId at = stack.back();
    stack.pop_back();
    if (!seen.insert(at).second) continue;
    if (graph_.node(at).op == ir::Op::Discrete) return true;
    for (ir::NodeId operand : graph_.operands(at)) stack.push_back(operand);
  }
  return false;
}

ir::Value EquationWriter::located() {
  return iterated() || !locates_crossings() ? graph_.constant(0) : hidden(HiddenInput::Located);
}

// The function is the derivative along the solution, which is known once all states have theirs.
ir::Value EquationWriter::rises(ir::Value v) {
  if (iterated()) return graph_.constant(1);
  v = ir::real_only(v, "an order (<, >)");
  const int first = slots_.mode;
  const ir::Value growing = mode(v.shape());
  const ir::Value active = conditional() ? hidden(HiddenInput::Active) : graph_.constant(1);
  roles_.turns.push_back({v.id, active.id, first, locates_crossings()});
  return growing;
}

ir::Value EquationWriter::time_reached(ir::Value at) {
  at = ir::real_only(at, "an instant");
  if (iterated()) return time() >= at;
  const int first = slots_.mode;
  const ir::Value reached = mode(at.shape());
  roles_.time_events.push_back({at.id, first});
  return reached;
}

}  // namespace sim::compile_phases
