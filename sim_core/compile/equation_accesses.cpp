// What other blocks do with a block's states and parameters (accesses.h), besides what its equations say.
#include <algorithm>

#include "sim_core/compile/equation_writer.h"

namespace sim::compile_phases {

// From then on its value is a number that is kept from one major step to the next.
void EquationWriter::make_written_parameters() {
  for (const Access::Written& access : access_.parameters) {
    if (written_.contains(access.target)) continue;
    const ir::Value given = parameter(access.target);
    const ir::Value kept =
        slot(given.shape(), given, instance_.type->parameters[static_cast<std::size_t>(access.target)].name);
    written_[access.target] = kept;
  }
}

ir::Value EquationWriter::state_before(int index) {
  const auto continuous = static_cast<int>(instance_.type->states.size());
  return index < continuous ? before({index}) : discrete_[static_cast<std::size_t>(index - continuous)];
}

// The condition under which one of the blocks writes, and what the last of those then does; no condition
// where none writes `target`.
EquationWriter::Write EquationWriter::write_to(int target, const std::vector<Access::Written>& accesses,
                                               Shape shape) {
  Write write;
  for (const Access::Written& access : accesses) {
    if (access.target != target) continue;
    const ir::Value now = inputs_[static_cast<std::size_t>(access.is_now)];
    ir::Value value = inputs_[static_cast<std::size_t>(access.value)];
    if (!shape.complex) value = ir::real_only(value, "what is written");
    value = repeated(value, shape);
    write.value = write.condition ? select(now, value, write.value) : value;
    write.condition = write.condition ? write.condition | now : now;
  }
  if (write.condition) write.condition = and_active(write.condition);
  return write;
}

void EquationWriter::give_accesses() {
  for (const Access::Shown& shown : access_.shown) {
    const ir::Value state = state_before(shown.state);
    shapes_.outputs[static_cast<std::size_t>(shown.output)] = state.shape();
    roles_.outputs[static_cast<std::size_t>(shown.output)] = state.id;
  }
  const auto continuous = static_cast<int>(instance_.type->states.size());
  for (int k = 0; k < static_cast<int>(shapes_.states.size()); ++k) {
    const Write write = write_to(k, access_.states, state_shape(k));
    if (!write.condition) continue;
    if (k < continuous)
      reset({k}, write.condition, write.value);
    else
      overwrite(discrete_[static_cast<std::size_t>(k - continuous)], write);
  }
  for (const auto& [index, kept] : written_)
    overwrite(kept, write_to(index, access_.parameters, kept.shape()));
}

// Whatever the block itself makes of it.
void EquationWriter::overwrite(ir::Value slot, const Write& write) {
  Memory& memory = memory_of(slot);
  const ir::Value otherwise = memory.next == ir::no_node ? slot : ir::Value{&graph_, memory.next};
  std::erase_if(roles_.updates, [&](const UpdateRole& role) { return role.slot == memory.kept_in; });
  update(slot, select(write.condition, write.value, otherwise), false);
}

}  // namespace sim::compile_phases
