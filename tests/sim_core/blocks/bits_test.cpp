// Operations on bits, memories of one bit, timers and counters.
#include <cstdint>
#include <random>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

struct Typed {
  const char* type;
  std::vector<double> values;
};

std::string list(const std::vector<double>& values) {
  std::string text = "[";
  for (double v : values) text += to_text(v) + " ";
  return text + "]";
}

// What the block gives for typed inputs, and of which type.
struct Result {
  std::string type;
  std::vector<double> values;
};
Result of_typed(const std::string& block_type, const Parameters& parameters,
                const std::vector<Typed>& inputs) {
  ModelBuilder m;
  const Id block = m.block(block_type, "Block", parameters);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    m.connect(m.block("sources/constant", "u" + std::to_string(k),
                      {{"value", list(inputs[k].values)}, {"OutDataTypeStr", inputs[k].type}}),
              block, static_cast<int>(k));
  m.connect(block, m.block("sinks/scope", "Scope")).set("StopTime", "0");
  Result result;
  if (const auto program = compiled(m.diagram))
    for (const BlockInfo& info : program->blocks)
      if (info.path == "Block") result.type = std::string(name_of(info.outputs.at(0).type));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.messages(), "");
  for (const std::string name : {"Block", "Block[1]", "Block[2]", "Block[3]", "Block[4]"})
    if (run.has_column(name)) result.values.push_back(run.column(name).back());
  return result;
}

template <class Integer>
void expect_bits(const char* type, std::mt19937& random) {
  std::vector<Integer> a, b;
  std::vector<double> as, bs;
  for (int k = 0; k < 4; ++k) {
    a.push_back(static_cast<Integer>(random())), b.push_back(static_cast<Integer>(random()));
    as.push_back(static_cast<double>(a.back())), bs.push_back(static_cast<double>(b.back()));
  }
  auto expect = [&](const std::string& block, const Parameters& parameters, bool both, auto expected) {
    std::vector<Typed> inputs{{type, as}};
    if (both) inputs.push_back({type, bs});
    const Result found = of_typed(block, parameters, inputs);
    EXPECT_EQ(found.type, type) << block;
    ASSERT_EQ(found.values.size(), 4u) << block;
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_EQ(found.values[k], static_cast<double>(static_cast<Integer>(expected(a[k], b[k]))))
          << block << " of " << type << " " << as[k] << ", " << bs[k];
  };
  const std::string bitwise = "logic/bitwise_operator";
  auto of_inputs = [](const char* op) { return Parameters{{"logicop", op}, {"UseBitMask", "off"}}; };
  expect(bitwise, of_inputs("AND"), true, [](auto x, auto y) { return x & y; });
  expect(bitwise, of_inputs("OR"), true, [](auto x, auto y) { return x | y; });
  expect(bitwise, of_inputs("XOR"), true, [](auto x, auto y) { return x ^ y; });
  expect(bitwise, of_inputs("NAND"), true, [](auto x, auto y) { return ~(x & y); });
  expect(bitwise, of_inputs("NOR"), true, [](auto x, auto y) { return ~(x | y); });
  expect(bitwise, of_inputs("NOT"), false, [](auto x, auto) { return ~x; });
  expect(bitwise, {{"BitMask", "90"}, {"logicop", "NAND"}}, false, [](auto x, auto) { return ~(x & 90); });
  constexpr int top = static_cast<int>(8 * sizeof(Integer)) - 1;
  using Bits = std::make_unsigned_t<Integer>;
  for (int bit : {0, 3, top}) {
    const auto mask = static_cast<Bits>(Bits{1} << bit);
    const Parameters index{{"iBit", std::to_string(bit)}};
    expect("logic/bit_set", index, false, [&](auto x, auto) { return static_cast<Bits>(x) | mask; });
    expect("logic/bit_clear", index, false, [&](auto x, auto) { return static_cast<Bits>(x) & ~mask; });
  }
  expect("logic/shift_arithmetic", {{"BitShiftNumber", "3"}}, false,
         [](auto x, auto) { return static_cast<Bits>(x) << 3; });
  expect("logic/shift_arithmetic", {{"BitShiftNumber", "3"}, {"BitShiftDirection", "Right"}}, false,
         [](auto x, auto) { return x >> 3; });
  expect("logic/extract_bits", {{"bitsToExtract", "Range of bits"}, {"bitIdxRange", "[2 5]"}}, false,
         [](auto x, auto) { return (static_cast<Bits>(x) >> 2) & 15; });
  // The data type says how many bits there are, whatever WordLength says.
  expect("logic/extract_bits", {{"WordLength", "8"}, {"bitsToExtract", "Upper half"}}, false,
         [&](auto x, auto) { return static_cast<Bits>(static_cast<Bits>(x) >> ((top + 1) / 2)); });
}

}  // namespace

TEST(Bits, AreThoseOfTheIntegerTypes) {
  std::mt19937 random(7);
  for (int round = 0; round < 3; ++round) {
    expect_bits<std::int8_t>("int8", random);
    expect_bits<std::uint8_t>("uint8", random);
    expect_bits<std::int16_t>("int16", random);
    expect_bits<std::uint16_t>("uint16", random);
    expect_bits<std::int32_t>("int32", random);
    expect_bits<std::uint32_t>("uint32", random);
  }
}

// 21781 is 85 * 256 + 21.
TEST(Bits, OfAnIntegerAreCountedInItsDataType) {
  const Parameters upper{{"bitsToExtract", "Upper half"}}, lower{{"bitsToExtract", "Lower half"}};
  EXPECT_EQ(of_typed("logic/extract_bits", upper, {{"int16", {21781}}}).values, (std::vector<double>{85}));
  EXPECT_EQ(of_typed("logic/extract_bits", lower, {{"int16", {21781}}}).values, (std::vector<double>{21}));
  EXPECT_EQ(of_typed("logic/extract_bits", upper, {{"uint32", {21781}}}).values, (std::vector<double>{0}));
  const Parameters top{{"bitsToExtract", "Range starting with most significant bit"}, {"numBits", "16"}};
  ModelBuilder m;
  const Id u = m.block("sources/constant", "u", {{"value", "200"}, {"OutDataTypeStr", "uint8"}});
  const Id bits = m.block("logic/extract_bits", "bits", top);
  m.connect(u, bits).connect(bits, m.block("sinks/scope", "S"));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("its input has fewer bits than it is to give"), std::string::npos)
      << run.messages();
}

TEST(Bits, OfFloatingPointNumbersAreThoseOfTheirWholePart) {
  EXPECT_EQ(
      of_typed("logic/bitwise_operator", {{"BitMask", "[6 7 255 12]"}}, {{"double", {5.75, -1, 256, 10}}})
          .values,
      (std::vector<double>{4, 7, 0, 8}));
  // Of a vector all elements, where there is one input and no mask.
  EXPECT_EQ(
      of_typed("logic/bitwise_operator", {{"UseBitMask", "off"}, {"NumInputPorts", "1"}, {"logicop", "OR"}},
               {{"uint8", {1, 4, 16}}})
          .values,
      std::vector<double>{21});
}

namespace {

RunOutcome logic_run(const std::string& type, const std::map<std::string, std::string>& parameters,
                     const std::vector<std::string>& inputs, int outputs = 2) {
  return run_diagram(one_block(type, parameters, inputs, outputs, {{"StopTime", "4"}}).diagram);
}
// How many of these instants have passed.
int passed(const std::vector<double>& instants, double t) {
  return static_cast<int>(std::upper_bound(instants.begin(), instants.end(), t) - instants.begin());
}

}  // namespace

TEST(FlipFlops, SetAndReset) {
  // Set in (0.5, 1), reset in (2.5, 3).
  const std::vector<std::string> inputs{"0.25 - abs(u - 0.75)", "0.25 - abs(u - 2.75)"};
  const RunOutcome run = logic_run("logic/sr_flip_flop", {}, inputs);
  expect_signal(run, "Block:Q", [](double t) { return t > 0.5 && t < 2.5; }, 0, {0.5, 2.5});
  expect_signal(run, "Block:!Q", [](double t) { return !(t > 0.5 && t < 2.5); }, 0, {0.5, 2.5});
  expect_events(run, {0.5, 2.5});
  for (const std::string priority : {"set", "reset"})
    expect_signal(
        logic_run("logic/sr_flip_flop", {{"Priority", priority}, {"InitialCondition", "1"}}, {"1", "u - 2"}),
        "Block:Q", [&](double t) { return priority == "set" || t < 2; }, 0, {2});
  expect_signal(logic_run("logic/d_latch", {}, {"sin(pi*u)", "0.7 - abs(u - 1)"}), "Block:Q",
                [](double t) { return t > 0.3 && t < 1; }, 0, {0.3, 1, 1.7});
}

// The clock rises at 0.25, 1.25, 2.25, 3.25 and falls at 0.75, ...
TEST(FlipFlops, TakeOverAtTheEdgesOfTheirClock) {
  const char* clock = "-cos(2*pi*u)";
  const std::vector<double> rises{0.25, 1.25, 2.25, 3.25}, falls{0.75, 1.75, 2.75, 3.75};
  expect_signal(
      logic_run("logic/d_flip_flop", {}, {"1 - abs(u - 1.5)", clock}), "Block:Q",
      [](double t) { return t > 1.25 && t < 3.25; }, 0, rises);
  expect_signal(
      logic_run("logic/d_flip_flop", {{"TriggerType", "falling"}}, {"1 - abs(u - 1.5)", clock}), "Block:Q",
      [](double t) { return t > 0.75 && t < 2.75; }, 0, falls);
  expect_signal(logic_run("logic/d_flip_flop", {{"ShowClearPort", "on"}}, {"1", clock, "u - 3.5"}), "Block:Q",
                [](double t) { return t > 0.25 && t < 3.5; }, 0, {0.25, 3.5});
  const RunOutcome toggles = logic_run("logic/jk_flip_flop", {}, {"1", "1", clock});
  expect_signal(
      toggles, "Block:Q", [&](double t) { return passed(rises, t) % 2; }, 0, rises);
  expect_events(toggles, rises);
  expect_signal(logic_run("logic/jk_flip_flop", {{"InitialCondition", "1"}}, {"u - 2", "2 - u", clock}),
                "Block:Q", [](double t) { return t < 0.25 || t > 2.25; }, 0, {0.25, 2.25});
}

// Of 64 bits, also those beyond the 53 that a number has: against the arithmetic of whole numbers.
TEST(Bits, AnyOfSixtyFourIsSetAndCleared) {
  for (const std::uint64_t u : {std::uint64_t{3}, (std::uint64_t{1} << 53) + 2, std::uint64_t{1} << 62})
    for (int bit = 0; bit < 64; ++bit) {
      const std::uint64_t mask = std::uint64_t{1} << bit;
      const std::map<std::string, std::string> which{{"iBit", std::to_string(bit)}};
      const auto of = [&](const std::string& type) {
        return run_diagram(one_block(type, which, {std::to_string(u) + " + 0*u"}).diagram)
            .column("Block")
            .back();
      };
      EXPECT_EQ(of("logic/bit_clear"), static_cast<double>(u & ~mask)) << u << " " << bit;
      if (bit < 63) {  // where the number keeps its sign
        EXPECT_EQ(of("logic/bit_set"), static_cast<double>(u | mask)) << u << " " << bit;
      }
    }
}

// Three in a row shift what comes in; the first feeds itself in the second model.
TEST(FlipFlops, ShiftAndDivideWithoutAnAlgebraicLoop) {
  ModelBuilder m;
  const Id clock = m.block("sources/pulse_generator", "Clock", {{"Period", "1"}, {"PhaseDelay", "0.5"}}),
           data = m.block("sources/step", "Data", {{"time", "0.2"}}), scope = m.block("sinks/scope", "Scope");
  Id before = data;
  for (const char* name : {"A", "B", "C"}) {
    const Id flip_flop = m.block("logic/d_flip_flop", name);
    m.connect(before, flip_flop, 0).connect(clock, flip_flop, 1);
    before = flip_flop;
  }
  m.connect(before, scope);
  const RunOutcome shifted = run_diagram(m.set("StopTime", "4").diagram);
  expect_signal(shifted, "C:Q", [](double t) { return t > 2.5; }, 0, {2.5});

  ModelBuilder divider;
  const Id tick = divider.block("sources/pulse_generator", "Clock", {{"Period", "1"}, {"PhaseDelay", "0.5"}}),
           half = divider.block("logic/d_flip_flop", "Half");
  divider.connect(tick, half, 1).connect(half, 1, half, 0);
  divider.connect(half, divider.block("sinks/scope", "Scope"));
  expect_signal(run_diagram(divider.set("StopTime", "4").diagram), "Half:Q",
                [](double t) { return static_cast<int>(std::floor(t + 0.5)) % 2; }, 0, {0.5, 1.5, 2.5, 3.5});
}

// The input is positive in (0.5, 1.5) and (2.5, 3.5).
TEST(Timer, DelaysTheBeginningOrTheEndOrMakesAPulse) {
  const char* input = "sin(pi*(u - 0.5))";
  auto run = [&](const char* mode, const char* time) {
    return logic_run("logic/timer", {{"Mode", mode}, {"PT", time}}, {input});
  };
  auto within = [](double t, double a, double b) { return std::fmod(t, 2) > a && std::fmod(t, 2) < b; };
  const RunOutcome on = run("on delay", "0.25");
  expect_signal(on, "Block:Q", [&](double t) { return within(t, 0.75, 1.5); }, 0, {0.75, 1.5, 2.75, 3.5});
  expect_signal(on, "Block:ET",
                [&](double t) { return within(t, 0.5, 1.5) ? std::min(std::fmod(t, 2) - 0.5, 0.25) : 0; },
                1e-9, {0.5, 1.5, 2.5, 3.5});
  expect_events(on, {0.5, 0.75, 1.5, 2.5, 2.75, 3.5});
  // What is shorter than the preset time does not get through.
  expect_signal(
      run("on delay", "1.25"), "Block:Q", [](double) { return 0; }, 0);
  const RunOutcome off = run("off delay", "0.25");
  expect_signal(off, "Block:Q", [&](double t) { return within(t, 0.5, 1.75); }, 0, {0.5, 1.75, 2.5, 3.75});
  expect_events(off, {1.75, 3.75});
  const RunOutcome pulse = run("pulse", "0.25");
  expect_signal(pulse, "Block:Q", [&](double t) { return within(t, 0.5, 0.75); }, 0, {0.5, 0.75, 2.5, 2.75});
  const RunOutcome lasting = run("pulse", "1.25");
  expect_signal(lasting, "Block:Q", [&](double t) { return within(t, 0.5, 1.75); }, 0,
                {0.5, 1.75, 2.5, 3.75});
}

TEST(EdgeCounter, CountsEdges) {
  const std::vector<double> rises{0.25, 1.25, 2.25, 3.25}, falls{0.75, 1.75, 2.75, 3.75};
  const char* clock = "-cos(2*pi*u)";
  expect_signal(
      logic_run("logic/edge_counter", {}, {clock}, 1), "Block", [&](double t) { return passed(rises, t); }, 0,
      rises);
  std::vector<double> both = rises;
  both.insert(both.end(), falls.begin(), falls.end());
  std::sort(both.begin(), both.end());
  expect_signal(
      logic_run("logic/edge_counter", {{"CountEvent", "either edge"}, {"InitialCount", "10"}, {"Step", "-2"}},
                {clock}, 1),
      "Block", [&](double t) { return 10 - 2 * passed(both, t); }, 0, both);
  expect_signal(logic_run("logic/edge_counter", {{"ShowResetPort", "on"}}, {clock, "0.5 - abs(u - 2)"}, 1),
                "Block",
                [&](double t) { return t < 1.5   ? passed(rises, t)
                                       : t < 2.5 ? 0
                                                 : passed({3.25}, t); }, 0,
                {0.25, 1.25, 1.5, 3.25});
}

}  // namespace sim
