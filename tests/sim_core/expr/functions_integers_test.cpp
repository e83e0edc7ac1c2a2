// Casts to integers round and saturate, and bits are those of whole numbers.
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Integers, AreRoundedAndHeldWithinTheirRange) {
  expect_same("double(int8([2.5 -2.5 127.6 -200 nan inf -inf]))", "[3 -3 127 -128 0 127 -128]");
  expect_same("double(uint8([-1 254.5 256; 0.4 0.5 true]))", "[0 255 255; 0 1 1]");
  expect_same("[double(int16(4e4)) double(uint16(7e4)) double(int32(3e9)) double(uint32(5e9))]",
              "[32767 65535 2147483647 4294967295]");
  expect_same("double(intmax('uint8')) + double(intmin('int16')) + double(intmax)", "255 - 32768 + 2^31 - 1");
  expect_same("double(uint64([-5 2^53 nan]))", "[0 2^53 0]");
  expect_message("int64(-1e30)", "int64 numbers beyond 2^53 are not exact");
  expect_message("uint64(inf)", "compute with double(x)");
  expect_message("intmax('int64')", "beyond 2^53");
  expect_message("int8(1i)", "complex");
  expect_message("int8('a')", "string");
  expect_message("intmax('int9')", "integer type");
}

TEST(Integers, HaveBits) {
  expect_same("bitand(12, [10 5])", "[8 4]");
  expect_same("bitor(12, 10) + bitxor(12, 10)", "14 + 6");
  expect_same("bitshift([1 5 8], [3 -1 -4])", "[8 2 0]");
  expect_same("bitshift(2^52, 1)", "0");
  expect_same("bitshift(uint8([255 3]), 1)", "uint8([254 6])");
  expect_same("bitand(uint8(12), 10)", "uint8(8)");
  expect_message("bitshift(int8(127), 1)", "into the sign of int8");
  expect_message("bitor(uint8(1), int8(1))", "do not mix");
  expect_message("bitand(1.5, 1)", "whole numbers");
  expect_message("bitor(-1, 1)", "whole numbers");
  expect_message("bitxor([1 2], [1 2 3])", "do not match");
  expect_message("bitshift(1, 99)", "from -53 to 53");
}

}  // namespace sim::expr
