#include "sim_core/blocks/sources/draw_in_c.h"

namespace sim::blocks {

static constexpr const char* generator = R"c(
    const uint64_t seed = fabs(in0[i]) < 9e15 ? (uint64_t)(int64_t)in0[i] : 0u;
    uint32_t key[2], c[4];
    double first, second;
    key[0] = (uint32_t)seed;
    key[1] = (uint32_t)(seed >> 32);
    for (int part = 0; part <= last; ++part) {
      uint32_t weyl[2];
      for (int w = 0; w < 4; ++w) c[w] = words[part][w];
      if (part == last) {
        c[0] = (uint32_t)draw;
        c[1] = (uint32_t)(draw >> 32);
        c[2] = (uint32_t)i;
      }
      weyl[0] = key[0];
      weyl[1] = key[1];
      for (int round = 0; round < 10; ++round) {
        const uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
        c[0] = (uint32_t)(b >> 32) ^ c[1] ^ weyl[0];
        c[1] = (uint32_t)b;
        c[2] = (uint32_t)(a >> 32) ^ c[3] ^ weyl[1];
        c[3] = (uint32_t)a;
        weyl[0] += 0x9E3779B9u;
        weyl[1] += 0xBB67AE85u;
      }
      key[0] = c[0];
      key[1] = c[1];
    }
    first = ((double)((((uint64_t)c[1] << 32) | c[0]) >> 12) + 0.5) * 0x1p-52;
    second = ((double)((((uint64_t)c[3] << 32) | c[2]) >> 12) + 0.5) * 0x1p-52;
)c";

std::string draw_in_c(int count, bool normal, std::span<const std::array<std::uint32_t, 4>> key_words,
                      std::uint32_t last_word) {
  std::string text =
      "  /* Philox 4x32-10: for the key, then for the draw. */\n  static const uint32_t words[][4] = {";
  for (const auto& words : key_words) {
    text += "{";
    for (const std::uint32_t word : words) text += std::to_string(word) + "u, ";
    text += "}, ";
  }
  text += "{0u, 0u, 0u, " + std::to_string(last_word) +
          "u}};\n  const int last = " + std::to_string(key_words.size()) +
          ";\n  const uint64_t draw = fabs(in1[0]) < 9e15 ? (uint64_t)(int64_t)in1[0] : 0u;\n"
          "  for (int i = 0; i < " +
          std::to_string(count) + "; ++i) {";
  text += generator;
  return text + (normal ? "    out0[i] = sqrt(-2 * log(first)) * cos(6.283185307179586 * second);\n  }\n"
                        : "    (void)second;\n    out0[i] = first;\n  }\n");
}

}  // namespace sim::blocks
