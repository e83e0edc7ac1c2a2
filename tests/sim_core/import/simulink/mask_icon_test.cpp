#include "sim_core/diagram/mask_drawing.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

// A subsystem with these commands for its icon.
static ImportedModel with_icon(const std::string& display, const std::string& more = {}) {
  return imported(mdl(mdl_block("SubSystem", "S",
                                "MaskVariables \"K=@1;\"\n MaskValueString \"2\"\n MaskPromptString \"K\"\n"
                                "MaskDisplay \"" +
                                    display + "\"\n" + more + "\n System {\n Name \"S\"\n }")));
}
static MaskIcon icon_in(const ImportedModel& model) { return find(model.diagram, "S")->mask->icon; }

TEST(SimulinkMaskIcons, OneTextOrPlotIsThat) {
  const MaskIcon text = icon_in(with_icon("disp('it''s\\\\ntwo')"));
  EXPECT_EQ(text.kind, MaskIconKind::Text);
  EXPECT_EQ(text.content, "it's\ntwo");
  const MaskIcon plot = icon_in(with_icon("plot([0 1], [0 K]);\\n"));
  EXPECT_EQ(plot.kind, MaskIconKind::Plot);
  EXPECT_EQ(plot.x, "[0 1]");
  EXPECT_EQ(plot.y, "[0 K]");
  EXPECT_EQ(plot.content, "");
}

TEST(SimulinkMaskIcons, SeveralCommandsAreDrawnOneAfterTheOther) {
  for (const char* display :
       {"plot(0,0,100,100,[1 2],[3 4]);", "disp(K)", "disp('a')\\nport_label('input',1,'u')", "disp('{K}')",
        "dpoly([0 0 -1], [1 0 1], 'z-')", "fprintf('50 %%')"}) {
    const ImportedModel model = with_icon(display);
    ASSERT_TRUE(is_drawn_by_commands(icon_in(model))) << display;
    EXPECT_FALSE(draw_mask(icon_in(model), expr::ValueScope({{"K", expr::Value::scalar(2)}})).marks.empty());
    EXPECT_TRUE(entry(model.report, "S")->remarks.empty()) << display;
  }
  EXPECT_EQ(icon_in(with_icon("text(.5, .5, 'x')", "MaskIconUnits \"normalized\"")).content,
            "units('normalized')\ntext(.5, .5, 'x')");
  EXPECT_EQ(icon_in(with_icon("text(5, 5, 'x')", "MaskIconUnits pixels")).content,
            "units('pixels')\ntext(5, 5, 'x')");
  EXPECT_EQ(icon_in(with_icon("plot(K, [0 1])", "Orientation left")).content, "plot(K, [0 1])")
      << "a plot would turn with the block";
}

TEST(SimulinkMaskIcons, WhatCannotBeDrawnIsReported) {
  const ImportedModel model =
      with_icon("image(imread('a.jpg'))\\ncolor('white'); port_label('output', 1, 'psi')");
  EXPECT_EQ(entry(model.report, "S")->remarks,
            std::vector<std::string>{"of its icon this is not drawn: image(imread('a.jpg'))"});
  EXPECT_EQ(icon_in(model).content, "color('white')\nport_label('output', 1, 'psi')\n");
  EXPECT_EQ(icon_in(with_icon("image('a.png')")).kind, MaskIconKind::None);
}

TEST(SimulinkMaskIcons, HideTheNamesOfPortsUnlessOneLooksThroughThem) {
  const auto shows = [](const std::string& display, const std::string& more) {
    return find(with_icon(display, more).diagram, "S")->mask->port_names;
  };
  EXPECT_FALSE(shows("disp('a')", ""));
  EXPECT_FALSE(shows("disp('a')", "MaskIconOpaque on"));
  EXPECT_TRUE(shows("disp('a')", "MaskIconOpaque off"));
  EXPECT_TRUE(shows("", ""));
}

}  // namespace sim::importing::simulink
