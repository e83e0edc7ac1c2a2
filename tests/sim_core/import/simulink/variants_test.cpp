// Variant subsystems, sources and sinks: the active choice.
#include <gtest/gtest.h>

#include "tests/sim_core/import/simulink/simulink_models.h"
#include "tests/support/run_results.h"

namespace sim::importing::simulink {

namespace {

// Inports and Outports are found by their names, whatever their numbers.
std::string choice(const std::string& name, const std::string& control, const std::string& gain) {
  return mdl_block("SubSystem", name,
                   "VariantControl \"" + control + "\"\n System {\n" + mdl_block("Inport", "unused") +
                       mdl_block("Inport", "u", "Port \"2\"") +
                       mdl_block("Gain", "g", "Gain \"" + gain + "\"") + mdl_block("Outport", "y") +
                       mdl_line("u", "g") + mdl_line("g", "y") + " }");
}

std::string with_variants(const std::string& choices, const std::string& more = {},
                          const std::string& script = {}) {
  return mdl(
      mdl_block("Constant", "c", "Value \"1\"") +
          mdl_block("SubSystem", "v",
                    "Variant \"on\"\n" + more + "System {\n" + mdl_block("Inport", "u") +
                        mdl_block("Outport", "y") + choices + " }") +
          mdl_block("Outport", "out") + mdl_line("c", "v") + mdl_line("v", "out"),
      "StopTime \"1\"\n Solver \"ode45\"" + (script.empty() ? "" : "\n PreLoadFcn \"" + script + "\""));
}

double result_of(const ImportedModel& model) {
  const RunOutcome run = run_diagram(model.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << (run.diagnostics.empty() ? "" : to_text(run.diagnostics[0]));
  return run.columns.contains("out") ? run.column("out").back() : NAN;
}

const std::string two = choice("Slow", "MODE == 1", "10") + choice("Fast", "MODE == 2", "20");

}  // namespace

TEST(ImportedVariants, TheConditionThatHoldsChooses) {
  const ImportedModel model = imported(with_variants(two, {}, "MODE = 1 + 1;"));
  EXPECT_EQ(result_of(model), 20);
  EXPECT_EQ(find(model.diagram, "v/Slow")->commented, CommentedOut::Out);
  ASSERT_TRUE(entry(model.report, "v"));
  EXPECT_EQ(entry(model.report, "v")->outcome, Outcome::Approximated);
  EXPECT_EQ(entry(model.report, "v")->remarks.at(0),
            "of its variants \"Fast\" is active, because \"MODE == 2\" holds; the others are commented out");
}

TEST(ImportedVariants, ObjectsOfConditionsAreSeen) {
  const std::string named = choice("Slow", "SLOW", "10") + choice("Fast", "FAST", "20");
  const ImportedModel model = imported(with_variants(
      named, {}, "MODE = 1; SLOW = Simulink.Variant('MODE == 1'); FAST = Simulink.Variant('MODE > 1');"));
  EXPECT_EQ(result_of(model), 10);
  EXPECT_TRUE(model.report.undefined.empty());
  EXPECT_EQ(model.diagram.variables.size(), 1u);
}

TEST(ImportedVariants, ALabelOrAnOverrideChooses) {
  EXPECT_EQ(
      result_of(imported(with_variants(choice("A", "a", "10") + choice("B", "b", "20"),
                                       "VariantControlMode \"label\"\n LabelModeActiveChoice \"b\"\n"))),
      20);
  EXPECT_EQ(result_of(imported(with_variants(two, "OverrideUsingVariant \"MODE == 1\"\n"))), 10);
}

TEST(ImportedVariants, WhatCannotBeComputedIsSaid) {
  const ImportedModel model = imported(with_variants(two + choice("Else", "(default)", "30")));
  EXPECT_EQ(result_of(model), 30);
  const std::string& remark = entry(model.report, "v")->remarks.at(0);
  EXPECT_NE(remark.find("the conditions cannot be computed: unknown name 'MODE'"), remark.npos) << remark;
  EXPECT_NE(remark.find("check that it is the one that is meant"), remark.npos) << remark;
}

TEST(ImportedVariants, AMaskDecidesInsideOfIt) {
  const std::string mask =
      "MaskPromptString \"Mode\"\n MaskStyleString \"edit\"\n MaskVariables \"MODE=@1;\"\n MaskValueString "
      "\"1\"\n";
  EXPECT_EQ(result_of(imported(with_variants(two, mask, "MODE = 2;"))), 10);
}

TEST(ImportedVariants, SourcesAndSinks) {
  const std::string cells =
      "Array {\n Type \"Cell\"\n Dimension 2\n Cell \"V == 1\"\n Cell \"V == 2\"\n PropName "
      "\"VariantControls\"\n }";
  const ImportedModel model =
      imported(mdl(mdl_block("Constant", "a", "Value \"10\"") + mdl_block("Constant", "b", "Value \"20\"") +
                       mdl_block("VariantSource", "s", "Ports [2, 1]\n" + cells) +
                       mdl_block("VariantSink", "k", "Ports [1, 2]\n" + cells) + mdl_block("Outport", "out") +
                       mdl_line("a", "s") + mdl_line("b", "s", 2) + mdl_line("s", "out") + mdl_line("s", "k"),
                   "StopTime \"1\"\n Solver \"ode45\"\n PreLoadFcn \"V = 2;\""));
  EXPECT_EQ(find(model.diagram, "s")->type, "routing/manual_variant");
  EXPECT_EQ(find(model.diagram, "s")->parameters.at("Active"), "2");
  EXPECT_EQ(find(model.diagram, "k")->type, "routing/variant_sink");
  EXPECT_EQ(entry(model.report, "s")->remarks.at(0), "its port 2 is active, because \"V == 2\" holds");
  EXPECT_EQ(result_of(model), 20);
}

}  // namespace sim::importing::simulink
