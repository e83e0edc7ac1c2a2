// Blocks of libraries and models that lie beside a model.
#include <gtest/gtest.h>
#include "sim_core/diagram/model_file.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/import/import_model.h"
#include "sim_core/import/imported_libraries.h"
#include "sim_core/interfaces/workspaces.h"
#include "tests/sim_core/import/simulink/model_folder.h"
#include "tests/sim_core/import/simulink/simulink_models.h"
#include "tests/support/run_results.h"

namespace sim::importing::simulink {

namespace {

// A library file with a gain of K times 7, the default that it gives a Gain, in a masked subsystem.
std::string parts(const std::string& more = {}) {
  return "Library {\n Name \"parts\"\n Version 7.5\n BlockParameterDefaults {\n Block {\n BlockType Gain\n "
         "Gain \"7\"\n }\n }\n System {\n Name \"parts\"\n" +
         mdl_block("SubSystem", "Times",
                   "MaskPromptString \"K:\"\n MaskStyleString \"edit\"\n MaskVariables \"K=@1;\"\n "
                   "MaskValueString \"1\"\n System {\n" +
                       mdl_block("Inport", "u") + mdl_block("Gain", "seven") +
                       mdl_block("Gain", "k", "Gain \"K\"") + mdl_block("Outport", "y") +
                       mdl_line("u", "seven") + mdl_line("seven", "k") + mdl_line("k", "y") + " }") +
         more + " }\n}\n";
}

std::string link_to(const std::string& block, const std::string& name, const std::string& more = {}) {
  return mdl_block("Reference", name, "Ports [1, 1]\n SourceBlock \"" + block + "\"\n" + more);
}

std::string with_source(const std::string& blocks, const std::string& block) {
  return mdl(mdl_block("Constant", "c", "Value \"2\"") + blocks + mdl_block("Outport", "out") +
             mdl_line("c", block) + mdl_line(block, "out"));
}

}  // namespace

TEST(ImportedLinks, StayLinkedToALibraryThatIsWrittenBesideTheModel) {
  const Folder folder;
  folder.write("parts.mdl", parts());
  folder.write("plant.mdl", with_source(link_to("parts/Times", "times", "K \"5\""), "times"));
  const ImportedModel made = folder.import("plant.mdl");
  ASSERT_EQ(made.libraries.size(), 1u);
  const Block& block = *find(made.diagram, "times");
  ASSERT_TRUE(block.link);
  EXPECT_EQ(block.link->file, folder.at("parts.flx"));
  EXPECT_EQ(block.link->block, "Times");
  EXPECT_EQ(block.mask->parameters.at(0).expression, "5");
  EXPECT_FALSE(fs::exists(folder.at("parts.flx"))) << "opening writes nothing";
  // The defaults of the library's own file count inside of it.
  EXPECT_EQ(final_value(made.diagram), 2 * 7 * 5);
  EXPECT_TRUE(tells(made.report.model, "parts.flx: 1 block is linked to this library"));

  fs::create_directories(folder.path / "out");
  const std::string target = folder.at("out/plant.flx");
  EXPECT_TRUE(save_with_libraries(target, made.diagram, made.libraries).empty());
  EXPECT_TRUE(fs::exists(folder.at("out/parts.flx")));
  const auto again = load_model(target);
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_TRUE(again->warnings.empty()) << to_text(again->warnings.front());
  EXPECT_EQ(find(again->diagram, "times")->link->file, folder.at("out/parts.flx"));
  EXPECT_EQ(final_value(again->diagram), 2 * 7 * 5);

  // A library that was worked on is not written again.
  folder.write("out/parts.flx", "{\"fluxion\": 1, \"blocks\": [], \"lines\": []}");
  EXPECT_TRUE(tells(save_with_libraries(target, made.diagram, made.libraries), "stays as it is"));
  EXPECT_LT(fs::file_size(folder.at("out/parts.flx")), 100u);
}

TEST(ImportedLinks, CopyBlocksThatAreNoSubsystems) {
  const Folder folder;
  folder.write("parts.mdl", parts(mdl_block("Gain", "Plain") + mdl_block("Gain", "Other", "Gain \"3\"")));
  folder.write("plant.mdl",
               with_source(link_to("parts/Plain", "plain") + link_to("parts/Other", "other", "Gain \"11\"") +
                               mdl_line("plain", "other"),
                           "plain"));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(find(made.diagram, "plain")->parameters.at("k"), "7");   // the library's default
  EXPECT_EQ(find(made.diagram, "other")->parameters.at("k"), "11");  // what the link says
  EXPECT_FALSE(find(made.diagram, "plain")->link);
  EXPECT_TRUE(made.libraries.empty());
}

TEST(ImportedLinks, OfLibrariesToOneAnother) {
  const Folder folder;
  folder.write("inner.mdl", parts());
  folder.write(
      "parts.mdl",
      parts(mdl_block("SubSystem", "Twice",
                      "System {\n" + mdl_block("Inport", "u") + link_to("inner/Times", "a", "K \"2\"") +
                          link_to("$bdroot/Times", "b") + mdl_block("Outport", "y") + mdl_line("u", "a") +
                          mdl_line("a", "b") + mdl_line("b", "y") + " }")));
  folder.write("plant.mdl", with_source(link_to("parts/Twice", "twice"), "twice"));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(made.libraries.size(), 2u);
  EXPECT_EQ(find(made.diagram, "twice/a")->link->file, folder.at("inner.flx"));
  EXPECT_FALSE(find(made.diagram, "twice/b")->link);  // a library holds no links to itself
  EXPECT_EQ(final_value(made.diagram), 2 * (7 * 2) * 7);
  const std::string target = folder.at("plant.flx");
  EXPECT_TRUE(save_with_libraries(target, made.diagram, made.libraries).empty());
  const auto again = load_model(target);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->warnings.empty()) << to_text(again->warnings.front());
  EXPECT_EQ(final_value(again->diagram), 196);
}

TEST(ImportedLinks, EndWhereTheyGoInACircle) {
  const Folder folder;
  const auto around = [](const std::string& other) {
    return parts(mdl_block("SubSystem", "Round", "System {\n" + link_to(other + "/Round", "again") + " }"));
  };
  folder.write("a.mdl", around("b"));
  folder.write("b.mdl", around("a"));
  folder.write("self.mdl", around("self"));
  folder.write("plant.mdl",
               mdl(link_to("a/Round", "a") + link_to("self/Round", "self") +
                   mdl_block("ModelReference", "me", "ModelName \"plant\"") +
                   mdl_block("ModelReference", "c", "ModelName \"c\"") + link_to("../a/Round", "out")));
  folder.write("c.mdl", mdl(mdl_block("ModelReference", "d", "ModelName \"d\"")));
  folder.write("d.mdl", mdl(mdl_block("ModelReference", "c", "ModelName \"c\"")));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_TRUE(tells(made.report.model, "in a circle"));
  EXPECT_TRUE(tells(made.report.model, "plant: this model refers to itself"));
  EXPECT_EQ(entry(made.report, "me")->outcome, Outcome::Unresolved);
  EXPECT_EQ(entry(made.report, "out")->outcome, Outcome::Unresolved);
  EXPECT_LT(made.diagram.blocks.size(), 1000u);
}

// Its variables are its own, also where the model has others of the same names.
TEST(ImportedLinks, AModelBesideIsASubsystemWithItsVariables) {
  const Folder folder;
  const std::string inside = mdl_block("Inport", "u") + mdl_block("Gain", "g", "Gain \"k\"") +
                             mdl_block("Outport", "y") + mdl_line("u", "g") + mdl_line("g", "y");
  folder.write("part.mdl", mdl(inside, "StopTime \"1\"\n Solver \"ode45\"\n PreLoadFcn \"k = 3;\""));
  folder.write("plant.mdl",
               mdl(mdl_block("Constant", "c", "Value \"k\"") +
                       mdl_block("ModelReference", "part", "ModelNameDialog \"part.mdl\"\n Ports [1, 1]") +
                       mdl_block("Outport", "out") + mdl_line("c", "part") + mdl_line("part", "out"),
                   "StopTime \"1\"\n Solver \"ode45\"\n PreLoadFcn \"k = 100;\""));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(final_value(made.diagram), 300);
  EXPECT_TRUE(tells(made.report.model, "the model \"part\" is copied in as a subsystem"));
}

// Each block gives the model's arguments values of its own, as expressions of the model that it is in.
TEST(ImportedLinks, ModelsHaveTheArgumentsThatBlocksGiveThem) {
  const Folder folder;
  const std::string inside = mdl_block("Inport", "u") + mdl_block("Gain", "g", "Gain \"a*b + c\"") +
                             mdl_block("Outport", "y") + mdl_line("u", "g") + mdl_line("g", "y");
  folder.write("part.mdl", mdl(inside,
                               "StopTime \"1\"\n Solver \"ode45\"\n ParameterArgumentNames \"a,b\"\n "
                               "PreLoadFcn \"a = 1000; c = 5;\""));
  const auto reference = [](const std::string& name, const std::string& more) {
    return mdl_block("ModelReference", name, "ModelName \"part\"\n Ports [1, 1]\n" + more);
  };
  const std::string old = mdl_block("ModelReference", "old", R"(ModelName "part"
 Ports [1, 1]
 ParameterArgumentNames "a,b"
 ParameterArgumentValues "p,q"
 MaskPromptString "p|q"
 MaskStyleString "edit,edit"
 MaskVariables "p=@1;q=@2;"
 MaskValueString "11|k")");
  folder.write(
      "plant.mdl",
      mdl(mdl_block("Constant", "c", "Value \"1\"") +
              reference("one", "ParameterArgumentValues \"max(2, 3),k\"") +
              reference("two", "ParameterArgumentNames \"b,a\"\n ParameterArgumentValues \"3,5\"") +
              reference("three",
                        "Array {\n Type \"Struct\"\n PropName \"InstanceParameters\"\n MATStruct "
                        "{\n Name \"b\"\n Value \"9\"\n }\n MATStruct {\n Name \"a\"\n "
                        "Value \"2\"\n }\n }\n") +
              old + mdl_block("Sum", "out", "Inputs \"4\"") + mdl_block("Outport", "y") +
              mdl_line("c", "one") + mdl_line("c", "two") + mdl_line("c", "three") + mdl_line("c", "old"),
          "StopTime \"1\"\n Solver \"ode45\"\n PreLoadFcn \"k = 7;\""));
  const ImportedModel made = folder.import("plant.mdl");
  EXPECT_EQ(find(made.diagram, "one")->mask->parameters.at(0).expression, "max(2, 3)");
  EXPECT_TRUE(made.report.undefined.empty());
  const auto gain = [&](const std::string& block) {
    const auto id = find_block(made.diagram, block + "/g");
    const auto value = expr::evaluate(
        "a*b + c", expr::WorkspaceScope(workspace_of(made.diagram, *find_block(made.diagram, block))));
    EXPECT_TRUE(id && value) << block;
    return value ? value->as_scalar().value_or(NAN) : NAN;
  };
  EXPECT_EQ(gain("one"), 3 * 7 + 5);
  EXPECT_EQ(gain("two"), 3 * 5 + 5);
  EXPECT_EQ(gain("three"), 9 * 2 + 5);
  EXPECT_EQ(gain("old"), 11 * 7 + 5);
  // What has no value is asked for, or is the model's, and is told.
  folder.write("plant.mdl", mdl(reference("r", "ParameterArgumentValues \"\"")));
  const ImportedModel without = folder.import("plant.mdl");
  ASSERT_EQ(without.report.undefined.size(), 1u);
  EXPECT_EQ(without.report.undefined[0].name, "b");
  const ImportedBlock& told = *entry(without.report, "r");
  EXPECT_EQ(told.outcome, Outcome::Approximated);
  ASSERT_EQ(told.remarks.size(), 2u);
  EXPECT_EQ(told.remarks[0], "its argument a has no value here: that of the model is taken");
  EXPECT_EQ(told.remarks[1], "its argument b has no value here: give it one in the mask");
}

}  // namespace sim::importing::simulink
