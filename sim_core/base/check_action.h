#pragma once
// What a condition that a block checks does to a run where it holds.

namespace sim {

enum class CheckAction { Stop, Warning, Error };

}  // namespace sim
