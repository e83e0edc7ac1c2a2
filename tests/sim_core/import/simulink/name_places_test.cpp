#include "sim_core/diagram/name_place.h"

#include "sim_core/diagram/name_lines.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

static NamePlace placed(const std::string& more, const std::string& type = "Gain") {
  return name_place(*find(imported(mdl(mdl_block(type, "k", more))).diagram, "k"));
}

TEST(SimulinkNamePlaces, OfAllAges) {
  EXPECT_EQ(placed(""), NamePlace::Automatic) << "below";
  EXPECT_EQ(placed("NamePlacement \"normal\""), NamePlace::Automatic);
  EXPECT_EQ(placed("NamePlacement \"alternate\""), NamePlace::Above);
  EXPECT_EQ(placed("Orientation up"), NamePlace::Right);
  EXPECT_EQ(placed("Orientation up\n NamePlacement \"alternate\""), NamePlace::Left);
  EXPECT_EQ(placed("BlockRotation 270\n NameLocation \"left\""), NamePlace::Left);
  EXPECT_EQ(placed("NameLocation top"), NamePlace::Above);
  EXPECT_EQ(placed("NameLocation bottom"), NamePlace::Below);
  EXPECT_EQ(placed("NameLocation elsewhere"), NamePlace::Automatic);
  EXPECT_EQ(placed("ShowName off\n NameLocation top"), NamePlace::Hidden);
  EXPECT_EQ(placed("ShowName on"), NamePlace::Automatic);
  EXPECT_EQ(placed("", "Sum"), NamePlace::Below) << "where it would be hidden here";
}

TEST(SimulinkNamePlaces, OfALinkIsItsOwn) {
  const Diagram d = imported(mdl(mdl_block("SubSystem", "L", "NameLocation top\n System { Name \"L\"\n }") +
                                 mdl_block("Reference", "R",
                                           "SourceBlock \"$bdroot/L\"\n NameLocation left\n "
                                           "BackgroundColor yellow")))
                        .diagram;
  EXPECT_EQ(find(d, "R")->type, "ports/subsystem");
  EXPECT_EQ(name_place(*find(d, "R")), NamePlace::Left);
  EXPECT_EQ(find(d, "R")->color, BlockColor::Yellow);
}

// What R2017a and later do not show.
TEST(SimulinkNamePlaces, NamesThatNobodyHasChangedAreHiddenWhereTheModelSaysSo) {
  const std::string blocks =
      mdl_block("Gain", "Gain12") + mdl_block("Gain", "Gain of the loop") + mdl_block("Sum", "Add1") +
      mdl_block("TransferFcn", "Transfer\\nFcn") + mdl_block("Inport", "In1") +
      mdl_block("Constant", "Constant", "HideAutomaticName off") +
      mdl_block("Reference", "PID Controller2", "SourceBlock \"simulink/Continuous/PID Controller\"") +
      mdl_block("SubSystem", "Subsystem3",
                "System { Name \"Subsystem3\"\n" + mdl_block("Gain", "Gain") + "}");
  const Diagram d = imported(mdl(blocks, "HideAutomaticNames on")).diagram;
  const auto place = [&](const char* path) { return name_place(*find(d, path)); };
  for (const char* path :
       {"Gain12", "Add1", "Transfer Fcn", "PID Controller2", "Subsystem3", "Subsystem3/Gain"})
    EXPECT_EQ(place(path), NamePlace::Hidden) << path;
  for (const char* path : {"Gain of the loop", "In1", "Constant"})
    EXPECT_EQ(place(path), NamePlace::Automatic) << path;
  EXPECT_EQ(name_place(*find(imported(mdl(blocks)).diagram, "Gain12")), NamePlace::Automatic)
      << "an older model";
}

// What a name's line ends were is said by their number: a name itself has one line.
TEST(SimulinkNames, KeepTheirLines) {
  const ImportedModel model =
      imported(mdl(mdl_block("Gain", "Pulse\\nGenerator") + mdl_block("Gain", "One line") +
                   mdl_block("Gain", "\\nA\\n\\nB\\n")));
  EXPECT_EQ(name_lines(*find(model.diagram, "Pulse Generator")), 2);
  EXPECT_EQ(name_lines(*find(model.diagram, "One line")), 1);
  EXPECT_EQ(name_lines(*find(model.diagram, "A B")), 2);
  EXPECT_TRUE(model.report.model.empty() || !model.report.model[0].path.starts_with("A"));
}

}  // namespace sim::importing::simulink
