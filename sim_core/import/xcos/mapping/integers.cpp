#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

// Types by their numbers: 1 real, 2 complex, 3 int32, 4 int16, 5 int8, 6 uint32, 7 uint16, 8 uint8.
const char* type_name(double number) {
  constexpr const char* names[] = {"double", "double", "int32", "int16", "int8", "uint32", "uint16", "uint8"};
  const int n = whole_within(number, 0, 9);
  return n >= 1 && n <= 8 ? names[n - 1] : nullptr;
}

void type_conversion(BlockTranslation& t) {
  const Dialog d(t);
  const char* type = type_name(d.number(2).value_or(1));
  if (!type) return t.unresolved("its output type is not known: take a Data Type Conversion block");
  t.set("OutDataTypeStr", type);
  t.set("RndMeth", "Zero");
  const double overflow = d.number(3).value_or(0);
  if (overflow == 1) t.set("SaturateOnIntegerOverflow", "on");
  if (overflow == 2) t.approximate("an overflow is a warning, not an error");
}

void integer_product(BlockTranslation& t) {
  t.set("Operations", "**");
  t.set("Multiplication", "matrix");
}

void shift(BlockTranslation& t) {
  const Dialog d(t);
  if (d.number(3).value_or(0) == 1)
    return t.unresolved("bits are not rotated: take Shift Arithmetic and Bitwise Operator blocks");
  const double bits = d.number(2).value_or(0);
  t.set("BitShiftDirection", bits < 0 ? "right" : "left");
  t.set("BitShiftNumber", "abs(" + t.translated(d.text(2)) + ")");
}

void truth_table(BlockTranslation& t) {
  const Dialog d(t);
  const int inputs = std::max(1, t.input_count());
  const auto table = d.value(1);
  if (inputs > 1 || (table && table->cols() > 1))
    return t.unresolved("take a Combinatorial Logic block with a Mux before it and a Demux behind it");
  d.set("TruthTable", 1);
}

}  // namespace

void add_integers(MappingTable& t) {
  t.block("CONVERT", "attributes/data_type_conversion").by(type_conversion);
  t.block("INTMUL", "math/product").by(integer_product);
  t.block("BITSET", "logic/bit_set").by([](BlockTranslation& b) { Dialog(b).set("BitIndex", 2); });
  t.block("BITCLEAR", "logic/bit_clear").by([](BlockTranslation& b) { Dialog(b).set("BitIndex", 2); });
  t.block("SHIFT", "logic/shift_arithmetic").by(shift);
  t.none("EXTRACTBITS", "take an Extract Bits block with the bits of its dialog");
  t.block("LOGIC", "logic/combinatorial_logic").by(truth_table);
  t.block("DLATCH", "logic/d_latch");
  t.none("DFLIPFLOP", "take a D Flip-Flop block; its enable input is a switch in front of it");
  t.block("SRFLIPFLOP", "logic/sr_flip_flop").by([](BlockTranslation& b) { b.set("InitialCondition", "0"); });
  t.none("JKFLIPFLOP", "take a J-K Flip-Flop block");
}

}  // namespace sim::importing::xcos
