#include "sim_core/diagram/mask_drawing.h"

#include <gtest/gtest.h>

namespace sim {

static MaskDrawing drawn(const std::string& commands) {
  const expr::ValueScope values({{"K", expr::Value::scalar(2.5)},
                                 {"name", expr::Value::string("pump")},
                                 {"w", expr::Value::row({1, 2, 3})}});
  MaskIcon icon;
  icon.kind = MaskIconKind::Plot;
  icon.content = commands;
  return draw_mask(icon, values);
}
static std::string text_of(const std::string& command) {
  const MaskDrawing drawing = drawn(command);
  EXPECT_EQ(drawing.problem, "") << command;
  return drawing.marks.size() == 1 ? drawing.marks[0].text : "?";
}
using Points = std::vector<Point>;

TEST(MaskDrawing, PlotsSeveralCurvesAndInterruptsThemAtNan) {
  const MaskDrawing drawing = drawn("plot(0, 0, 100, 50, [1 2 NaN 4 5], [1 2 3 4 5]); plot(w)");
  ASSERT_EQ(drawing.marks.size(), 5u);
  EXPECT_EQ(drawing.marks[0].points, (Points{{0, 0}}));
  EXPECT_EQ(drawing.marks[2].points, (Points{{1, 1}, {2, 2}}));
  EXPECT_EQ(drawing.marks[3].points, (Points{{4, 4}, {5, 5}}));
  EXPECT_EQ(drawing.marks[4].points, (Points{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(drawing.low, (Point{0, 0}));
  EXPECT_EQ(drawing.high, (Point{100, 50}));
  EXPECT_EQ(drawing.problem, "");
  EXPECT_EQ(drawn("plot([1 2 3; 4 5 6])").marks.size(), 3u) << "a curve of each column";
}

TEST(MaskDrawing, TheBoxIsWhatTheUnitsSay) {
  EXPECT_EQ(drawn("text(.5, .5, 'a')").high, (Point{1, 1})) << "nothing to be fitted";
  EXPECT_EQ(drawn("units('normalized'); plot([0 9], [0 9])").high, (Point{1, 1}));
  EXPECT_TRUE(drawn("units('pixels'); plot([0 9], [0 9])").pixels);
  EXPECT_NE(drawn("units('inches')").problem.find("none of"), std::string::npos);
}

TEST(MaskDrawing, AreasHaveTheirColor) {
  const MaskDrawing drawing =
      drawn("color('red'), patch([0 1 1], [0 0 1]); patch([0 1 1], [0 0 1], [0 .5 1])");
  ASSERT_EQ(drawing.marks.size(), 2u);
  EXPECT_EQ(drawing.marks[0].kind, DrawnMark::Kind::Area);
  EXPECT_EQ(drawing.marks[0].color, (DrawnColor{1, 0, 0}));
  EXPECT_EQ(drawing.marks[1].color, (DrawnColor{0, 0.5, 1}));
  EXPECT_FALSE(drawn("color('white'); disp('x')").marks[0].color) << "it would not be seen";
}

TEST(MaskDrawing, TextsStandWhereTheySay) {
  const MaskDrawing drawing =
      drawn("text(0.99, 0.03, 'top\\nbottom', 'hor', 'right', 'verticalAlignment', 'bottom')");
  ASSERT_EQ(drawing.marks.size(), 1u);
  const DrawnMark& mark = drawing.marks[0];
  EXPECT_EQ(mark.points, (Points{{0.99, 0.03}}));
  EXPECT_EQ(mark.text, "top\nbottom");
  EXPECT_EQ(mark.across, 1);
  EXPECT_EQ(mark.up, 0);
  EXPECT_EQ(drawn("text(.5,.5,'c = axb', ...\n\t'HorizontalAlignment','Center')").marks[0].across, 0.5);
}

TEST(MaskDrawing, ShowsValues) {
  EXPECT_EQ(text_of("disp(K)"), "2.5");
  EXPECT_EQ(text_of("disp(name)"), "pump");
  EXPECT_EQ(text_of("disp('two\\nlines')"), "two\nlines");
  EXPECT_EQ(text_of("disp(w)"), "1 2 3");
  EXPECT_EQ(text_of("disp(1/3)"), "0.3333");
  EXPECT_EQ(text_of("fprintf('K = %g %s, 100%%', K, name)"), "K = 2.5 pump, 100%");
  EXPECT_EQ(text_of("fprintf('%.2f', pi)"), "3.14");
  EXPECT_EQ(text_of("fprintf('%d and %d', 3)"), "3 and ") << "nothing fills the second";
  EXPECT_EQ(text_of("x = 2*K; disp(x)"), "5");
}

TEST(MaskDrawing, ShowsTransferFunctions) {
  EXPECT_EQ(text_of("dpoly([1 0 -2], [1 2 K])"), "s^2-2\n---\ns^2+2s+2.5");
  EXPECT_EQ(text_of("dpoly([0 0 -1], [1 0 1], 'z-')"), "-z^-2\n---\n1+z^-2");
  EXPECT_EQ(text_of("dpoly(1, [1 1], 'z')"), "1\n---\nz+1");
  EXPECT_EQ(text_of("droots([], [-1 0], 4)"), "4\n---\n(s+1)s");
}

TEST(MaskDrawing, NamesPorts) {
  const MaskDrawing drawing =
      drawn("port_label('input', 2, 'R''(psi)'); port_label('output', 1, name); port_label('Enable', 'e')");
  EXPECT_EQ(drawing.inputs, (std::map<int, std::string>{{1, "R'(psi)"}}));
  EXPECT_EQ(drawing.outputs, (std::map<int, std::string>{{0, "pump"}}));
  EXPECT_EQ(drawing.problem, "");
}

TEST(MaskDrawing, FollowsConditions) {
  const std::string choice =
      "if K > 3\n disp('large')\nelseif K > 2\n if K < 0, disp('no'), else, disp('middle'), end\n"
      "else\n disp('small')\nend\n";
  EXPECT_EQ(text_of(choice), "middle");
  EXPECT_EQ(text_of("if K > 2, disp('a'), elseif K > 1, disp('b'), else, disp('c'), end"), "a");
  EXPECT_EQ(text_of("if 0, if 1, disp('a'), else, disp('b'), end, else, disp('c'), end"), "c");
}

TEST(MaskDrawing, SaysWhatItDoesNotDraw) {
  EXPECT_EQ(drawn("image('a.png')").problem, "\"image('a.png')\" is not drawn");
  EXPECT_NE(drawn("disp(unknown_name)").problem.find("unknown_name"), std::string::npos);
  EXPECT_EQ(drawn("plot([1 2 3], [1 2])").problem, "x and y of a curve are not of one length");
  EXPECT_EQ(drawn("plot(zeros(1, 20000))").problem, "the icon has too many points");
  EXPECT_EQ(drawn("port_label('input', 0, 'x')").problem, "\"port_label('input', 0, 'x')\" names no port");
  const auto others = commands_not_drawn("image('a.png'); disp('x'); for k = 1:3\n plot(k, k)\nend\ndisp(y)");
  EXPECT_EQ(others, (std::vector<std::string>{"image('a.png')", "for k = 1:3"}));
  EXPECT_EQ(drawable_commands("image('a.png'); disp('x'); for k = 1:3\n plot(k, k)\nend\ndisp(y)"),
            "disp('x')\ndisp(y)\n");
  EXPECT_EQ(drawn("for k = 1:3, if k, disp(k), end, end; disp('x')").marks.size(), 1u);
}

TEST(MaskDrawing, AnyTextIsDrawnSomehow) {
  for (const char* text : {"plot(",
                           "plot()",
                           "disp()",
                           "text(1)",
                           "if",
                           "end",
                           "else",
                           "if 1",
                           "end end",
                           "= 3",
                           "x =",
                           "patch(1)",
                           "patch([1 2], 3)",
                           "color()",
                           "color(1)",
                           "dpoly(1)",
                           "fprintf()",
                           "disp([])",
                           "text(NaN, 1, 'x')",
                           "port_label()",
                           "plot('a', 'b')",
                           "plot(1, 1i)",
                           "''''''(((("})
    drawn(text);
}

}  // namespace sim
