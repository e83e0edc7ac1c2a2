#include "sim_core/import/kept_report.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"

namespace sim::importing {

namespace {

Id add(Diagram& diagram, const std::string& name, const std::string& type, Id parent = no_id) {
  const Id id = diagram.new_id();
  Block block;
  block.parent = parent, block.name = name, block.type = type;
  diagram.blocks[id] = block;
  return id;
}

struct Imported {
  Diagram diagram;
  ImportReport report;
  Id plant = add(diagram, "Plant", "ports/subsystem"), gain = add(diagram, "Gain", "math/gain", plant),
     noise = add(diagram, "Noise", "sources/random_number"),
     chart = add(diagram, "Chart", "user_defined/unresolved");

  Imported() {
    report.file = "/home/somebody/models/\"odd\" name.slx";
    report.format = "Simulink .slx, R2020a";
    report.blocks = {{"Plant", plant, "SubSystem", "ports/subsystem", Outcome::Exact, {}, {}},
                     {"Plant/Gain", gain, "Gain", "math/gain", Outcome::Exact, {}, {}},
                     {"Noise",
                      noise,
                      "RandomNumber",
                      "sources/random_number",
                      Outcome::Approximated,
                      {"a", "b: \n c"},
                      {}},
                     {"Chart", chart, "Chart", "user_defined/unresolved", Outcome::Unresolved, {}, "draw it"},
                     {"Info", no_id, "DocBlock", {}, Outcome::LeftOut, {"a text"}, {}}};
    report.undefined = {{"k", {"Plant/Gain: k", "Noise: Variance"}}};
    report.model = {warning("Solver", "\"ode1be\" has no counterpart", "choose one")};
  }
};

}  // namespace

TEST(KeptReport, IsThereAgainInASavedModel) {
  Imported imported;
  EXPECT_FALSE(has_report(imported.diagram));
  EXPECT_FALSE(kept_report(imported.diagram));
  keep_report(imported.diagram, imported.report);
  EXPECT_TRUE(has_report(imported.diagram));
  const auto again = read_diagram(write_diagram(imported.diagram), "model.flx");
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_TRUE(again->warnings.empty()) << to_text(again->warnings.front());
  EXPECT_EQ(again->diagram, imported.diagram);

  const auto kept = kept_report(again->diagram);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->format, imported.report.format);
  for (const Outcome outcome : {Outcome::Exact, Outcome::Approximated, Outcome::Unresolved, Outcome::LeftOut})
    EXPECT_EQ(kept->count(outcome), imported.report.count(outcome)) << name_of(outcome);
  const ImportedBlock& noise = kept->blocks.at(0);
  EXPECT_EQ(noise.path, "Noise");
  EXPECT_EQ(noise.block, imported.noise);
  EXPECT_EQ(noise.source_type, "RandomNumber");
  EXPECT_EQ(noise.target_type, "sources/random_number");
  EXPECT_EQ(noise.remarks, (std::vector<std::string>{"a", "b: \n c"}));
  EXPECT_EQ(kept->blocks.at(1).instead, "draw it");
  EXPECT_EQ(kept->blocks.at(2).block, no_id);
  ASSERT_EQ(kept->undefined.size(), 1u);
  EXPECT_EQ(kept->undefined.front().uses, imported.report.undefined.front().uses);
  ASSERT_EQ(kept->model.size(), 1u);
  EXPECT_EQ(to_text(kept->model.front()), to_text(imported.report.model.front()));
}

TEST(KeptReport, NamesTheFileWithoutItsFolders) {
  Imported imported;
  keep_report(imported.diagram, imported.report);
  EXPECT_EQ(kept_report(imported.diagram)->file, "\"odd\" name.slx");
  EXPECT_EQ(write_diagram(imported.diagram).find("somebody"), std::string::npos);
}

TEST(KeptReport, TakesANumberForAnExactBlockAndFindsItWhereItIsNow) {
  Imported imported;
  keep_report(imported.diagram, imported.report);
  EXPECT_EQ(imported.diagram.unknown.at(report_member).find("Plant/Gain\""), std::string::npos);
  imported.diagram.blocks.at(imported.plant).name = "Motor";
  imported.diagram.blocks.erase(imported.chart);
  const auto kept = kept_report(imported.diagram);
  std::vector<std::string> exact;
  for (const ImportedBlock& block : kept->blocks)
    if (block.outcome == Outcome::Exact) exact.push_back(block.source_type + " " + block.path);
  EXPECT_EQ(exact, (std::vector<std::string>{"SubSystem Motor", "Gain Motor/Gain"}));
  EXPECT_EQ(kept->blocks.at(1).path, "Chart");  // what it was
}

TEST(KeptReport, DistrustsWhatAFileHolds) {
  for (const char* member : {"3", "[]", "null", "\"report\""}) {
    Diagram diagram;
    diagram.unknown[report_member] = member;
    EXPECT_FALSE(kept_report(diagram)) << member;
  }
  for (const char* member :
       {"{}", R"({"blocks": 3, "undefined": {}, "model": "x", "exact": []})",
        R"({"blocks": [1, null, {"id": -1}, {"id": 1e99}, {"id": 99999999999999999999, "outcome": 7}]})",
        R"({"exact": {"Gain": [1.5, "2", -3, {}], "Sum": 4}, "undefined": [[], {"uses": "k"}]})"}) {
    Diagram diagram;
    diagram.unknown[report_member] = member;
    const auto kept = kept_report(diagram);
    ASSERT_TRUE(kept) << member;
    for (const ImportedBlock& block : kept->blocks) EXPECT_EQ(block.block, no_id) << member;
  }
}

}  // namespace sim::importing
