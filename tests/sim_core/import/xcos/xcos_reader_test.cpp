#include "sim_core/import/xcos/xcos_reader.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/name_place.h"
#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"
#include "tests/sim_core/import/xcos/java_bytes.h"
#include "tests/sim_core/import/xcos/xcos_texts.h"
#include "tests/support/zip_bytes.h"

namespace sim::importing::xcos {

static const BlockLibrary& library() {
  static const BlockLibrary standard = standard_library();
  return standard;
}

static ImportedModel imported(const std::string& text) {
  const auto model = read_xcos("test.xcos", text);
  EXPECT_TRUE(model) << to_text(model.error());
  return build_diagram(*model, xcos_table(), library());
}

static const Block* of_type(const Diagram& diagram, const std::string& type) {
  for (const auto& [id, block] : diagram.blocks)
    if (block.type == type) return &block;
  return nullptr;
}
static std::string parameter(const Block* block, const std::string& name) {
  if (!block) return "no such block";
  const auto it = block->parameters.find(name);
  return it == block->parameters.end() ? std::string() : it->second;
}
static const ImportedBlock& row(const ImportReport& report, const std::string& type) {
  for (const ImportedBlock& block : report.blocks)
    if (block.source_type == type) return block;
  static const ImportedBlock none;
  return none;
}

static std::string delayed(const std::string& period, const std::string& offset) {
  return diagram(element({"c", "CONST_m", {"k"}, 0, 1}) + element({"d", "DOLLAR_f", {"5", "0"}, 1, 1, 1}) +
                     element({"t", "SampleCLK", {period, offset}, 0, 0, 0, 1}) + link("c.out1", "d.in1") +
                     link("t.fire1", "d.ev1"),
                 "k = 3;");
}

// Xcos shows none; several of a type are told apart by numbers here, without a word.
TEST(XcosReader, HidesNamesThatAreNoneThere) {
  const ImportedModel model =
      imported(diagram(element({"a", "CONST_m", {"1"}, 0, 1}) + element({"b", "CONST_m", {"2"}, 0, 1})));
  ASSERT_EQ(model.diagram.blocks.size(), 2u);
  for (const auto& [id, block] : model.diagram.blocks) EXPECT_EQ(name_place(block), NamePlace::Hidden);
  for (const Diagnostic& d : model.report.model)
    EXPECT_EQ(d.message.find("called"), std::string::npos) << d.message;
}

TEST(XcosReader, MakesClocksSampleTimes) {
  const ImportedModel model = imported(delayed("0.5", "0.25"));
  const Block* delay = of_type(model.diagram, "discrete/unit_delay");
  EXPECT_EQ(parameter(delay, "SampleTime"), "[0.5, 0.25]");
  EXPECT_EQ(parameter(delay, "InitialCondition"), "5");
  EXPECT_EQ(row(model.report, "DOLLAR_f").outcome, Outcome::Exact);
  EXPECT_EQ(row(model.report, "SampleCLK").outcome, Outcome::LeftOut);
  ASSERT_EQ(model.diagram.variables.size(), 1u);
  EXPECT_EQ(model.diagram.variables.begin()->second.expression, "3");
  EXPECT_EQ(model.diagram.settings.at("RelTol"), "1e-08");
  EXPECT_EQ(model.diagram.lines.size(), 1u);
}

// A first event after one period or later is no sample time.
TEST(XcosReader, CallsWhatEventsActivateThatAreNoSampleTimes) {
  const ImportedModel model = imported(delayed("1", "1"));
  const Block* clock = of_type(model.diagram, "ports/function_call_generator");
  EXPECT_EQ(parameter(clock, "Offset"), "1");
  EXPECT_EQ(parameter(of_type(model.diagram, "ports/trigger"), "TriggerType"), "function-call");
  EXPECT_EQ(parameter(of_type(model.diagram, "ports/outport"), "InitialOutput"), "5");
  EXPECT_EQ(row(model.report, "DOLLAR_f").outcome, Outcome::Exact);
}

TEST(XcosReader, DissolvesSplits) {
  const ImportedModel model =
      imported(diagram(element({"c", "CONST_m", {"1"}, 0, 1}) + element({"s", "SPLIT_f", {}, 1, 2}) +
                       element({"g", "GAIN_f", {"2"}, 1, 1}) + element({"h", "GAIN_f", {"3"}, 1, 1}) +
                       link("c.out1", "s.in1") + link("s.out1", "g.in1") + link("s.out2", "h.in1")));
  EXPECT_EQ(model.diagram.blocks.size(), 3u);
  ASSERT_EQ(model.diagram.lines.size(), 2u);
  for (const auto& [id, line] : model.diagram.lines)
    EXPECT_EQ(model.diagram.blocks.at(line.source->block).type, "sources/constant");
}

TEST(XcosReader, TakesStoredNumbersWhereAFunctionIsUnknown) {
  const std::string stored =
      "<ScilabDouble as='realParameters' width='2' height='1'><data line='0' column='0' realPart='7'/>"
      "<data line='0' column='1' realPart='-8.5'/></ScilabDouble>";
  const ImportedModel model =
      imported(diagram(element({"g", "GAIN_f", {"ppol(1,1,-1)"}, 1, 1, 0, 0, stored}), "K = ppol(1,1,-1)"));
  EXPECT_EQ(parameter(of_type(model.diagram, "math/gain"), "k"), "[7 -8.5]");
  EXPECT_EQ(row(model.report, "GAIN_f").outcome, Outcome::Approximated);
  EXPECT_TRUE(model.diagram.variables.empty());
  ASSERT_EQ(model.report.model.size(), 1u);
  EXPECT_NE(model.report.model[0].message.find("K = ppol(1,1,-1) cannot be computed here"),
            std::string::npos);
}

TEST(XcosReader, OpensSuperBlocksWithTheirContext) {
  const std::string inside =
      "<SuperBlockDiagram as='child'>" +
      graph(element({"i", "IN_f", {"1"}, 0, 1}) + element({"g", "GAIN_f", {"a"}, 1, 1}) +
                element({"o", "OUT_f", {"1"}, 1, 0}) + link("i.out1", "g.in1") + link("g.out1", "o.in1"),
            "a = 2*b") +
      "</SuperBlockDiagram>";
  const ImportedModel model = imported(diagram(element({"s", "SUPER_f", {}, 1, 1, 0, 0, inside}), "b = 4"));
  const Block* super = of_type(model.diagram, "ports/subsystem");
  ASSERT_TRUE(super && super->mask);
  ASSERT_EQ(super->mask->parameters.size(), 1u);
  EXPECT_EQ(super->mask->parameters[0].name, "a");
  EXPECT_EQ(super->mask->parameters[0].expression, "2*b");
  EXPECT_TRUE(model.report.undefined.empty());
}

TEST(XcosReader, KeepsWhatItDoesNotKnow) {
  const ImportedModel model = imported(diagram(element({"x", "MY_BLOCK", {"1", "abc"}, 2, 1, 1})));
  EXPECT_EQ(row(model.report, "MY_BLOCK").outcome, Outcome::Unresolved);
  const Block* block = of_type(model.diagram, "user_defined/unresolved");
  EXPECT_NE(parameter(block, "SourceParameters").find("exprs(2) = abc"), std::string::npos);
}

TEST(XcosReader, ReadsBothFormsAsTheSame) {
  JavaBytes stream;
  stream.begin_list(2);
  stream.texts({{"k"}});
  stream.texts({{"5"}, {"0"}});
  stream.end_list();
  std::string xml = delayed("0.5", "0.25");
  const auto replace = [&xml](const std::string& type, int position) {
    const std::size_t at = xml.find("<ScilabString", xml.find(type)), end = xml.find("</ScilabString>", at);
    xml.replace(at, end + 15 - at,
                "<ScilabString as='exprs' binary='true' position='" + std::to_string(position) + "'/>");
  };
  replace("CONST_m", 0), replace("DOLLAR_f", 1);
  const std::string archive = zip_bytes({{"content.xml", xml}, {"dictionary/dictionary.ser", stream.bytes}});
  ASSERT_TRUE(is_zcos(archive));
  const auto model = read_zcos("test.zcos", archive);
  ASSERT_TRUE(model) << to_text(model.error());
  EXPECT_EQ(build_diagram(*model, xcos_table(), library()).diagram, imported(delayed("0.5", "0.25")).diagram);
}

static std::string with_corners(const std::string& points) {
  return diagram(
      element({"c", "CONST_m", {}, 0, 1}) + element({"d", "GAIN_f", {}, 1, 1}) +
      "<ExplicitLink id='l' source='c.out1' target='d.in1'><mxGeometry as='geometry'><Array as='points'" +
      points + "</Array></mxGeometry></ExplicitLink>");
}

TEST(XcosReader, CornersOfLinksAreInBothForms) {
  JavaBytes stream;
  stream.begin_list(1);
  stream.begin_list(2);
  stream.point(60, 35.5), stream.point(60, 90);
  stream.end_list();
  stream.end_list();
  const auto packed =
      read_zcos("test.zcos", zip_bytes({{"content.xml", with_corners(" binary='true' position='0'>")},
                                        {"dictionary/dictionary.ser", stream.bytes}}));
  ASSERT_TRUE(packed) << to_text(packed.error());
  const Diagram plain = imported(with_corners("><mxPoint x='60' y='35.5'/><mxPoint x='60' y='90'/>")).diagram;
  ASSERT_EQ(plain.lines.size(), 1u);
  EXPECT_EQ(plain.lines.begin()->second.waypoints, (std::vector<Point>{{60, 35.5}, {60, 90}}));
  EXPECT_EQ(build_diagram(*packed, xcos_table(), library()).diagram, plain);
}

// Scilab, intp.f: before the first point and behind the last one their values hold.
TEST(XcosReader, CurvesHoldTheirEnds) {
  const auto numbers = [](const char* as, const std::vector<const char*>& values) {
    std::string text = "<ScilabDouble as='" + std::string(as) + "' width='1' height='" +
                       std::to_string(values.size()) + "'>";
    for (std::size_t n = 0; n < values.size(); ++n)
      text += "<data line='" + std::to_string(n) + "' column='0' realPart='" + values[n] + "'/>";
    return text + "</ScilabDouble>";
  };
  const std::string stored =
      numbers("realParameters", {"192", "6912", "-2.5", "-5"}) + numbers("integerParameters", {"2"});
  const ImportedModel model = imported(diagram(element({"c", "CURV_f", {}, 0, 1, 0, 0, stored})));
  const Block* curve = of_type(model.diagram, "sources/piecewise_linear");
  EXPECT_EQ(parameter(curve, "TimeValues"), "[192 6912]");
  EXPECT_EQ(parameter(curve, "BeforeFirst"), "");  // the default: the first value
  EXPECT_EQ(parameter(curve, "OutputAfterFinalValue"), "Holding final value");
  const ImportedModel table = imported(diagram(element({"t", "INTRPLBLK_f", {"[0;1]", "[2;3]"}, 1, 1})));
  EXPECT_EQ(parameter(of_type(table.diagram, "lookup_tables/lookup_1d"), "ExtrapMethod"), "Clip");
}

TEST(XcosReader, ListsInDialogsNeedNoBrackets) {
  const ImportedModel model = imported(diagram(element({"i", "INTEGRAL_m", {"0;1;2", "0"}, 1, 1})));
  EXPECT_EQ(parameter(of_type(model.diagram, "continuous/integrator"), "InitialCondition"), "[0;1;2]");
  EXPECT_EQ(row(model.report, "INTEGRAL_m").outcome, Outcome::Exact);
}

static std::string refusal(const Result<SourceModel>& model) {
  return model ? std::string() : to_text(model.error());
}

TEST(XcosReader, RefusesWhatIsNoDiagram) {
  EXPECT_NE(refusal(read_xcos("a.xcos", "<XcosDiagram><mxGraphModel")).find("a.xcos: line 1: this is no XML"),
            std::string::npos);
  EXPECT_NE(refusal(read_xcos("a.xcos", "<svg/>")).find("its first element is <svg>"), std::string::npos);
  EXPECT_NE(refusal(read_xcos("a.xcos", "<XcosDiagram/>")).find("the diagram has no contents"),
            std::string::npos);
  EXPECT_NE(refusal(read_xcos("a.xcos", "<!DOCTYPE x [<!ENTITY a 'b'>]><XcosDiagram/>"))
                .find("document type declarations and their entities are not read"),
            std::string::npos);
  std::string deep = "<XcosDiagram>";
  for (int n = 0; n < 100'000; ++n) deep += "<a>";
  EXPECT_NE(refusal(read_xcos("a.xcos", deep)), "");
  const std::string text = delayed("1", "0");
  for (std::size_t n = 0; n < text.size() - 20; n += 7)
    EXPECT_NE(refusal(read_xcos("a.xcos", text.substr(0, n))), "") << n;
  EXPECT_NE(
      refusal(read_zcos("a.zcos", zip_bytes({{"content.xml", text}, {"dictionary/dictionary.ser", "no"}})))
          .find("a.zcos: dictionary/dictionary.ser: the stream of objects cannot be read"),
      std::string::npos);
}

TEST(XcosReader, TakesNoMemoryForWhatIsNotThere) {
  std::string blocks;
  for (int n = 0; n < 200; ++n)
    blocks += element({"b" + std::to_string(n),
                       "CLR",
                       {"1", "1 + s"},
                       1,
                       1,
                       0,
                       0,
                       "<ScilabDouble as='realParameters' width='1000' height='1000'/>"});
  EXPECT_EQ(imported(diagram(blocks)).diagram.blocks.size(), 200u);
  const ImportedModel model =
      imported(diagram(element({"g", "GAIN_f", {"2"}, 1, 1}), "a = ones(2000, 2000); b = a + a"));
  EXPECT_TRUE(model.diagram.variables.empty());
  EXPECT_NE(model.report.model.at(0).message.find("more than 1000000 elements"), std::string::npos);
}

// A parameter that a mapping sets must exist; the target types too.
TEST(XcosTable, NamesBlocksAndParametersThatExist) {
  for (const BlockMapping* entry : xcos_table().all()) {
    if (entry->target.empty()) {
      EXPECT_TRUE(entry->special || entry->left_out || !entry->instead.empty()) << entry->source;
      continue;
    }
    const BlockType* type = library().find(entry->target);
    ASSERT_TRUE(type) << entry->source << ": " << entry->target;
    const auto model = imported(diagram(element({"x", entry->source, {"1", "1", "1", "1", "1"}, 1, 1})));
    for (const auto& [id, block] : model.diagram.blocks) {
      const BlockType* made = library().find(block.type);
      ASSERT_TRUE(made) << entry->source << ": " << block.type;
      for (const auto& [name, text] : block.parameters)
        EXPECT_TRUE(std::any_of(made->parameters.begin(), made->parameters.end(),
                                [&key = name](const ParameterSpec& spec) { return spec.name == key; }))
            << entry->source << ": " << block.type << " has no " << name;
    }
  }
}

}  // namespace sim::importing::xcos
