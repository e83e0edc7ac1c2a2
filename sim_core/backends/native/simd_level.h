#pragma once
// Which instructions machine code may use.

namespace sim::native {

enum class Level {
  Sse2,   // what every x86-64 processor has
  Sse41,  // rounds to whole numbers
  Avx     // three operands, four numbers at a time
};

// Of this processor, but not above the limit.
Level level();

// Tests let code be made as for a lesser processor.
void limit_level(Level highest);

}  // namespace sim::native
