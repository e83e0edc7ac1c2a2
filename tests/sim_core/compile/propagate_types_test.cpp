// Element types over whole diagrams. The random diagrams check that the order of blocks does not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/compiling.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

Id source(ModelBuilder& m, const std::string& name, const std::string& type, const std::string& value = "1") {
  return m.block("sources/constant", name, {{"value", value}, {"OutDataTypeStr", type}});
}
void look_at(ModelBuilder& m, Id block) {
  m.connect(block, m.block("sinks/scope", "Scope of " + m.diagram.blocks.at(block).name));
}
std::string type_of(const Program& program, const std::string& path) {
  for (const BlockInfo& block : program.blocks)
    if (block.path == path) return std::string(name_of(block.outputs.at(0).type));
  return "no block " + path;
}
std::vector<double> last(ModelBuilder& m, const std::string& column) {
  m.set("StopTime", "0");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_TRUE(outcome.prepared) << outcome.messages();
  return outcome.column(column);
}

// The type of a sum of two constants.
std::string sum_of(const std::string& a, const std::string& b) {
  ModelBuilder m;
  const Id sum = m.block("math/sum", "Sum");
  m.connect(source(m, "A", a), sum, 0).connect(source(m, "B", b), sum, 1);
  look_at(m, sum);
  return type_of(*compiled(m.diagram), "Sum");
}

}  // namespace

TEST(PropagateTypes, ASumHasTheCommonTypeOfItsInputs) {
  EXPECT_EQ(sum_of("double", "double"), "double");
  EXPECT_EQ(sum_of("int8", "int8"), "int8");
  EXPECT_EQ(sum_of("int8", "uint8"), "int16");
  EXPECT_EQ(sum_of("uint32", "int32"), "int64");
  EXPECT_EQ(sum_of("int32", "single"), "single");
  EXPECT_EQ(sum_of("single", "double"), "double");
  EXPECT_EQ(sum_of("boolean", "int16"), "int16");
  EXPECT_EQ(sum_of("boolean", "boolean"), "double");
}

TEST(PropagateTypes, OutputsSaturateOrWrapAsTheBlockSays) {
  for (const char* saturate : {"off", "on"}) {
    ModelBuilder m;
    const Id sum = m.block("math/sum", "Sum", {{"SaturateOnIntegerOverflow", saturate}}),
             gain = m.block("math/gain", "Gain", {{"k", "-3"}, {"SaturateOnIntegerOverflow", saturate}});
    const Id a = source(m, "A", "uint8", "200"), b = source(m, "B", "uint8", "100");
    m.connect(a, sum, 0).connect(b, sum, 1).connect(b, gain);
    look_at(m, sum);
    look_at(m, gain);
    const bool on = std::string(saturate) == "on";
    EXPECT_EQ(last(m, "Sum"), std::vector<double>{on ? 255.0 : 300.0 - 256.0});
    EXPECT_EQ(last(m, "Gain"), std::vector<double>{on ? 0.0 : -300.0 + 512.0});
  }
}

TEST(PropagateTypes, SumsAreRoundedOnceAtTheOutput) {
  ModelBuilder m;
  const Id gain = m.block("math/gain", "Gain", {{"k", "0.5"}, {"RndMeth", "Nearest"}});
  m.connect(source(m, "A", "int8", "[3 4 -3]"), gain);
  look_at(m, gain);
  EXPECT_EQ(last(m, "Gain[1]"), std::vector<double>{2});
  EXPECT_EQ(last(m, "Gain[2]"), std::vector<double>{2});
  EXPECT_EQ(last(m, "Gain[3]"), std::vector<double>{-1});
}

TEST(PropagateTypes, ConversionsRoundAndLimit) {
  struct Row {
    const char *type, *rounding, *saturate;
    double from, to;
  };
  for (const Row& row : {Row{"uint8", "Floor", "on", 300.7, 255}, Row{"uint8", "Floor", "off", 300.7, 44},
                         Row{"int16", "Convergent", "on", 2.5, 2}, Row{"int16", "Round", "on", -2.5, -3},
                         Row{"single", "Floor", "on", 0.1, static_cast<double>(0.1f)},
                         Row{"boolean", "Floor", "on", -0.2, 1}, Row{"double", "Floor", "on", 0.1, 0.1}}) {
    ModelBuilder m;
    const Id convert = m.block("attributes/data_type_conversion", "Convert",
                               {{"OutDataTypeStr", row.type},
                                {"RndMeth", row.rounding},
                                {"SaturateOnIntegerOverflow", row.saturate}});
    m.connect(source(m, "A", "double", to_text(row.from)), convert);
    look_at(m, convert);
    EXPECT_EQ(last(m, "Convert"), std::vector<double>{row.to}) << row.type;
    EXPECT_EQ(type_of(*compiled(m.diagram), "Convert"), row.type);
  }
}

TEST(PropagateTypes, EquationsSayTheTypeOfWhatTheyGive) {
  ModelBuilder m;
  const Id a = source(m, "A", "int8", "3");
  const Id x = m.block("continuous/integrator", "x"), f = m.block("math/trigonometric_function", "sin"),
           limit = m.block("discontinuities/saturation", "limit", {{"upper", "2"}, {"lower", "0"}}),
           fcn = m.block("user_defined/fcn", "Fcn", {{"expression", "u/2"}});
  m.connect(a, x).connect(a, f).connect(a, limit).connect(a, fcn);
  for (Id block : {x, f, limit, fcn}) look_at(m, block);
  const auto program = compiled(m.diagram);
  EXPECT_EQ(type_of(*program, "x"), "double");
  EXPECT_EQ(type_of(*program, "sin"), "double");
  EXPECT_EQ(type_of(*program, "limit"), "int8");
  EXPECT_EQ(type_of(*program, "Fcn"), "double");
  EXPECT_EQ(last(m, "limit"), std::vector<double>{2});
  EXPECT_EQ(last(m, "Fcn"), std::vector<double>{1.5});
}

TEST(PropagateTypes, WhatIsRememberedHasTheTypeOfWhatComes) {
  ModelBuilder m;
  const Id delay = m.block("discrete/unit_delay", "Delay", {{"SampleTime", "1"}}),
           sum = m.block("math/sum", "Sum");
  m.connect(source(m, "A", "uint8", "100"), sum, 0).connect(delay, sum, 1).connect(sum, delay);
  look_at(m, sum);
  EXPECT_EQ(type_of(*compiled(m.diagram), "Delay"), "uint8");
  m.set("StopTime", "4");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("Sum").back(), 500 - 256);  // 100, 200, 44, 144, 244
}

TEST(PropagateTypes, SingleStaysSingle) {
  ModelBuilder m;
  const Id f = m.block("math/trigonometric_function", "sin"),
           k = m.block("math/gain", "Gain", {{"k", "0.1"}});
  m.connect(source(m, "A", "single", "0.3"), f).connect(f, k);
  look_at(m, k);
  EXPECT_EQ(type_of(*compiled(m.diagram), "sin"), "single");
  const float sine = static_cast<float>(std::sin(static_cast<double>(0.3f)));
  EXPECT_EQ(last(m, "Gain"), std::vector<double>{static_cast<double>(static_cast<float>(0.1 * sine))});
}

TEST(PropagateTypes, GoBackwardsToASourceThatInheritsThem) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A", {{"value", "7.9"}, {"OutDataTypeStr", inherit_back}}),
           k = m.block("math/gain", "Gain", {{"k", "2"}}),
           specification =
               m.block("attributes/signal_specification", "Specification", {{"OutDataTypeStr", "int16"}});
  m.connect(a, k).connect(k, specification);
  look_at(m, specification);
  const auto program = compiled(m.diagram);
  for (const char* path : {"A", "Gain", "Specification"}) EXPECT_EQ(type_of(*program, path), "int16") << path;
  EXPECT_EQ(last(m, "Specification"), std::vector<double>{14});
}

// A sum's other input says what the constant beside it is.
TEST(PropagateTypes, GoBackwardsFromOtherInputs) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A", {{"OutDataTypeStr", inherit_back}}),
           sum = m.block("math/sum", "Sum");
  m.connect(source(m, "B", "uint16"), sum, 0).connect(a, sum, 1);
  look_at(m, sum);
  EXPECT_EQ(type_of(*compiled(m.diagram), "A"), "uint16");
}

TEST(PropagateTypes, ASpecificationIsChecked) {
  ModelBuilder m;
  const Id specification =
      m.block("attributes/signal_specification", "Specification", {{"OutDataTypeStr", "int8"}});
  m.connect(source(m, "A", "int16"), specification);
  look_at(m, specification);
  expect_in(problems(m.diagram), {"Specification: ", "int16", "int8", "Data Type Conversion"});
}

TEST(PropagateTypes, WhatFollowsFromNothingIsReportedAndDouble) {
  for (const char* policy : {"none", "warning", "error"}) {
    ModelBuilder m;
    const Id a = m.block("sources/constant", "A", {{"OutDataTypeStr", inherit_back}}),
             k = m.block("math/gain", "K");
    m.connect(a, k);
    look_at(m, k);
    m.set("UnderspecifiedDataTypes", policy);
    if (std::string(policy) == "error") {
      expect_in(problems(m.diagram), {"'A'", "'K'", "double"});
      continue;
    }
    auto result = compile(m.diagram, the_library());
    ASSERT_TRUE(result);
    EXPECT_EQ(result->warnings.size(), std::string(policy) == "warning" ? 1u : 0u);
    EXPECT_EQ(type_of(*result->program, "K"), "double");
  }
}

TEST(PropagateTypes, AVectorOfDifferentTypesIsKnownByElement) {
  ModelBuilder m;
  const Id mux = m.block("routing/mux", "Mux"), demux = m.block("routing/demux", "Demux"),
           first = m.block("math/gain", "First"), both = m.block("math/gain", "Both");
  m.connect(source(m, "A", "int8"), mux, 0).connect(source(m, "B", "single"), mux, 1);
  m.connect(mux, demux).connect(demux, 0, first, 0).connect(mux, both);
  look_at(m, first);
  look_at(m, both);
  const auto program = compiled(m.diagram);
  EXPECT_EQ(type_of(*program, "First"), "int8");
  EXPECT_EQ(type_of(*program, "Both"), "single");
}

// The same diagram with its blocks in other orders of ids.
TEST(PropagateTypes, DoNotDependOnTheOrderOfBlocks) {
  const std::vector<std::string> types{"double", "single", "int8",    "uint8",     "int16",
                                       "uint32", "int64",  "boolean", inherit_back};
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    auto number = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    struct Node {
      std::string type;
      Parameters parameters;
      std::vector<int> from;
    };
    std::vector<Node> nodes;
    constexpr int sources = 5, count = 25;
    for (int k = 0; k < count; ++k) {
      if (k < sources) {
        nodes.push_back({"sources/constant", {{"OutDataTypeStr", types[random() % types.size()]}}, {}});
        continue;
      }
      switch (number(5)) {
        case 0:
          nodes.push_back({"math/sum", {}, {number(k), number(k)}});
          break;
        case 1:
          nodes.push_back({"math/trigonometric_function", {}, {number(k)}});
          break;
        case 2:
          nodes.push_back({"discontinuities/saturation", {}, {number(k)}});
          break;
        case 3:
          nodes.push_back({"math/gain", {{"OutDataTypeStr", types[random() % types.size()]}}, {number(k)}});
          break;
        default:
          nodes.push_back({"continuous/integrator", {}, {number(count)}});  // a loop
      }
    }
    auto attributes = [&](bool shuffled) {
      std::vector<int> order(count);
      for (int k = 0; k < count; ++k) order[static_cast<std::size_t>(k)] = k;
      if (shuffled) std::shuffle(order.begin(), order.end(), random);
      ModelBuilder m;
      std::map<int, Id> ids;
      for (int k : order) {
        const Node& node = nodes[static_cast<std::size_t>(k)];
        ids[k] = m.block(node.type, "b" + std::to_string(k), node.parameters);
      }
      for (int k = 0; k < count; ++k) {
        const auto& from = nodes[static_cast<std::size_t>(k)].from;
        for (std::size_t port = 0; port < from.size(); ++port)
          m.connect(ids[from[port]], ids[k], static_cast<int>(port));
      }
      for (int k : order) look_at(m, ids[k]);
      std::map<std::string, std::string> found;
      if (const auto program = compiled(m.diagram))
        for (const BlockInfo& block : program->blocks)
          if (!block.outputs.empty()) found[block.path] = name_of(block.outputs[0].type);
      return found;
    };
    const auto first = attributes(false);
    EXPECT_EQ(first.size(), static_cast<std::size_t>(count));
    for (int k = 0; k < 3; ++k) EXPECT_EQ(attributes(true), first) << "seed " << seed;
  }
}

// Beyond 2^53 doubles, in which signals are computed, are not all whole numbers: no number is rounded unsaid.
TEST(PropagateTypes, WideIntegersAreExactOrRefused) {
  for (const char* type : {"int64", "uint64"})
    for (const auto& [value, fits] :
         {std::pair("9007199254740990", true), std::pair("9007199254740991", false)}) {
      SCOPED_TRACE(std::string(type) + " " + value);
      ModelBuilder m;
      const Id sum = m.block("math/sum", "Sum", {{"signs", "++"}});
      m.connect(source(m, "A", type, value), sum, 0).connect(source(m, "B", type, "1"), sum, 1);
      look_at(m, sum);
      m.set("StopTime", "1");
      const RunOutcome run = run_diagram(m.diagram);
      EXPECT_EQ(run.end == RunEnd::Finished, fits) << run.messages();
      EXPECT_EQ(run.messages().find("are not exact") == std::string::npos, fits) << run.messages();
      if (fits) {
        EXPECT_EQ(run.column("Sum").back(), 9007199254740991.0);
      }
    }
}

TEST(PropagateShapes, ASpecificationDeterminesALoop) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), k = m.block("math/gain", "K", {{"k", "-1"}}),
           specification = m.block("attributes/signal_specification", "S", {{"Dimensions", "3"}});
  m.connect(x, k).connect(k, specification).connect(specification, x);
  look_at(m, x);
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->state_count, 3);
}

TEST(PropagateShapes, ASpecificationIsChecked) {
  ModelBuilder m;
  const Id specification = m.block("attributes/signal_specification", "S", {{"Dimensions", "[2 2]"}});
  m.connect(source(m, "A", "double", "[1 2 3]"), specification);
  look_at(m, specification);
  expect_in(problems(m.diagram), {"S: ", "[3]", "[2x2]"});
}

TEST(PropagateShapes, WidthCountsElements) {
  ModelBuilder m;
  const Id width = m.block("attributes/width", "Width");
  m.connect(source(m, "A", "boolean", "[1 0; 1 1]"), width);
  look_at(m, width);
  EXPECT_EQ(last(m, "Width"), std::vector<double>{4});
}

}  // namespace sim
