#include <algorithm>
#include <cmath>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/bit_functions.h"

namespace sim::blocks {

void shift_arithmetic(BlockTypeBuilder& b) {
  b.id("logic/shift_arithmetic").label("Shift Arithmetic").category("Logic");
  b.doc(
      "Shifts the bits of a whole number to the left or to the right.\n\n"
      "$y = 2^n u$ (left)\n"
      "$y = \\lfloor 2^{-n} u \\rfloor$ (right)\n\n"
      "To the right the sign stays; to the left what does not fit the data type is lost. In both directions: "
      "a "
      "number below 0 shifts to the right.");
  b.keywords({"SHIFT", "bitshift", "shift left", "shift right", "power of two", "<<", ">>"});
  b.icon(IconShape::Rectangle, "M.2,.3 L.8,.3 M.68,.2 L.8,.3 L.68,.4 M.8,.7 L.2,.7 M.32,.6 L.2,.7 L.32,.8");
  Param direction = b.choice("BitShiftDirection", "Direction", {"left", "right", "bidirectional"})
                        .formerly_chosen("Left", "left")
                        .formerly_chosen("Right", "right")
                        .formerly_chosen("Bidirectional", "bidirectional");
  Param number = b.real("BitShiftNumber", "Bits to shift", "8").not_tunable();
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto& bits = v.of(number).numbers;
        const double least = v.of(direction).number() == 2 ? -64 : 0;
        return std::all_of(bits.begin(), bits.end(),
                           [&](double n) { return n == std::floor(n) && n >= least && n <= 64; });
      },
      "the number of bits is not a whole number that can be shifted by",
      "give 0 to 64; for both directions -64 to 64");
  b.equations([=](Equations& e) {
    std::vector<double> bits = e.value(number).numbers;
    if (e.choice(direction) == 1)
      for (double& n : bits) n = -n;
    const Shape shape = as_column(e.value(number).shape);
    e.output(y, ir::bitwise(ir::BitOperation::Shift, e(u), e.graph().constant(shape, bits)));
  });
}

}  // namespace sim::blocks
