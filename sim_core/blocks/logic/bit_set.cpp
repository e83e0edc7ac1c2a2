#include <cmath>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/bit_functions.h"

namespace sim::blocks {

namespace {

Param bit_index(BlockTypeBuilder& b) {
  return b.integer("BitIndex", "Index of bit (0 is least significant)", "0").formerly("iBit").range(0, 63);
}

}  // namespace

void bit_set(BlockTypeBuilder& b) {
  b.id("logic/bit_set").label("Bit Set").category("Logic");
  b.doc(
      "Makes one bit of its input 1.\n\n"
      "$y = u \\vee 2^i$, bit by bit\n\n"
      "Bit 0 is the least significant. An integer keeps its data type, negative ones in two's complement. A "
      "floating-point number is cut down to a whole one of 64 bits.");
  b.keywords({"BITSET", "bitor", "flag", "mask"});
  b.icon(IconShape::Rectangle, "", "bit {BitIndex}\n= 1");
  Param index = bit_index(b);
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    e.output(y, ir::bitwise(ir::BitOperation::Or, e(u), e.constant(std::exp2(e.value(index).number()))));
  });
}

void bit_clear(BlockTypeBuilder& b) {
  b.id("logic/bit_clear").label("Bit Clear").category("Logic");
  b.doc(
      "Makes one bit of its input 0.\n\n"
      "$y = u \\wedge (-1 - 2^i)$, bit by bit\n\n"
      "Bit 0 is the least significant; -1 has all bits. An integer keeps its data type, negative ones in "
      "two's "
      "complement. A floating-point number is cut down to a whole one of 64 bits.");
  b.keywords({"BITCLEAR", "bitand", "flag", "mask"});
  b.icon(IconShape::Rectangle, "", "bit {BitIndex}\n= 0");
  Param index = bit_index(b);
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    // All bits but one are no number from 2^53 on: the bit is turned where it is set.
    const ir::Value bit = e.constant(std::exp2(e.value(index).number()));
    e.output(y, ir::bitwise(ir::BitOperation::Xor, e(u), ir::bitwise(ir::BitOperation::And, e(u), bit)));
  });
}

}  // namespace sim::blocks
