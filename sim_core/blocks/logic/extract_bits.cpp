#include <cmath>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/bit_functions.h"

namespace sim::blocks {

void extract_bits(BlockTypeBuilder& b) {
  b.id("logic/extract_bits").label("Extract Bits").category("Logic");
  b.doc(
      "Gives some of the bits of its input as a number.\n\n"
      "$y = \\lfloor 2^{-i} u \\rfloor \\; \\mathrm{mod} \\; 2^{j - i + 1}$\n\n"
      "i is the lowest and j the highest bit; bit 0 is the least significant. The upper half and what starts "
      "with the most significant bit are counted from the word length. The result keeps the data type of the "
      "input. A floating-point number is cut down to a whole one of 64 bits.");
  b.keywords({"EXTRACTBITS", "bitslice", "bit field", "high byte", "low byte", "unpack"});
  b.icon(IconShape::Rectangle,
         "M.12,.35 L.88,.35 L.88,.65 L.12,.65 Z M.4,.35 L.4,.65 M.6,.35 L.6,.65 M.5,.65 L.5,.88");
  Param which = b.choice("BitsToExtract", "Bits to extract",
                         {"Upper half", "Lower half", "Range starting with most significant bit",
                          "Range ending with least significant bit", "Range of bits"})
                    .formerly("bitsToExtract");
  Param count = b.integer("NumBits", "Number of bits", "8").formerly("numBits").range(1, 64);
  Param range = b.real("BitIdxRange", "Bit indices ([start end], 0-based)", "[0 7]")
                    .formerly("bitIdxRange")
                    .not_tunable();
  Param length = b.choice("WordLength", "Word length of the input", {"8", "16", "32", "64"})
                     .doc("Of a floating-point input. An integer has the bits of its data type.");
  In u = b.input("u");
  Out y = b.output("y");
  struct Bits {
    int lowest, count;
  };
  auto bits = [=](const ParameterValue& kind, const ParameterValue& n, const ParameterValue& indices,
                  int all) {
    const int wanted = static_cast<int>(n.number());
    switch (static_cast<int>(kind.number())) {
      case 0:
        return Bits{all / 2, all / 2};
      case 1:
        return Bits{0, all / 2};
      case 2:
        return Bits{all - wanted, wanted};
      case 3:
        return Bits{0, wanted};
      default:
        return Bits{static_cast<int>(indices.numbers[0]),
                    static_cast<int>(indices.numbers[1] - indices.numbers[0]) + 1};
    }
  };
  b.require(
      [=](const ParameterValues& v) {
        const auto& i = v.of(range).numbers;
        return i.size() == 2 && i[0] == std::floor(i[0]) && i[1] == std::floor(i[1]) && i[0] >= 0 &&
               i[0] <= i[1] && i[1] < 64;
      },
      "the range of bits is not two indices", "give the lowest and the highest bit, 0 to 63, such as [0 7]");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.equations([=](Equations& e) {
    const auto of_word = [&](int all) { return bits(e.value(which), e.value(count), e.value(range), all); };
    // What holds for the word that the input has: known once all types are.
    const auto chosen = [&](auto of) {
      ir::Value v = e.constant(of(of_word(8 << e.choice(length))));
      for (int all : {8, 16, 32, 64})
        v = select(ir::make(ir::Op::Equal, e.word_length(), e.constant(all)), e.constant(of(of_word(all))),
                   v);
      return v;
    };
    const ir::Value down = chosen([](Bits wanted) { return -wanted.lowest; });
    const ir::Value mask =
        chosen([](Bits wanted) { return wanted.count >= 64 ? -1 : std::exp2(wanted.count) - 1; });
    e.check(chosen([](Bits wanted) { return wanted.lowest < 0 ? 1 : 0; }), CheckAction::Error,
            "its input has fewer bits than it is to give");
    e.output(y, ir::bitwise(ir::BitOperation::And, ir::bitwise(ir::BitOperation::Shift, e(u), down), mask));
  });
}

}  // namespace sim::blocks
