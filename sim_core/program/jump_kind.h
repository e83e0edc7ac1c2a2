#pragma once
// What the first value of a jump says (Equations::jump, KernelKind::Jumps).

namespace sim {

inline constexpr double no_jump = 0;
// States and energies stay as they are, but what is computed from them is another behind this instant, as
// where a switch opens in a network of resistors.
inline constexpr double jump_of_laws = 0.5;
inline constexpr double jump_of_states = 1;  // it is recorded in the statistics

}  // namespace sim
