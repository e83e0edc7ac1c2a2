// The picture of a Jacobian's pattern: what its cells count, their colors, and the cursor.
#include <QSignalSpy>
#include <QtTest>

#include "editor/jacobian/group_colors.h"
#include "editor/jacobian/spy_plot.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/jacobian_models.h"

using namespace fluxion;

class SpyPlotTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void cellsCountWhatTheyHold();
  void aMarkHasTheColorOfItsGroup();
  void cellsOfSeveralGroupsAreGray();
  void arrowKeysMoveTheCursor();
  void theCursorStaysInASmallerPattern();
  void anEmptyPlotTakesKeysAndMouse();

 private:
  std::shared_ptr<const sim::JacobianReport> report(const sim::ModelBuilder& model) const {
    return std::make_shared<sim::JacobianReport>(
        sim::jacobian_report(**sim::ModelRun::prepare(model.diagram, m_library)));
  }
  int column(const std::string& state) const {
    const auto& names = m_three->states;
    return static_cast<int>(std::find(names.begin(), names.end(), state) - names.begin());
  }

  sim::BlockLibrary m_library = sim::standard_library();
  std::shared_ptr<const sim::JacobianReport> m_three;
};

void SpyPlotTest::initTestCase() { m_three = report(sim::three_states()); }

void SpyPlotTest::cellsCountWhatTheyHold() {
  // . 1 | 1 | : the last cells hold one row or column; columns 0 and 2 are of one group.
  // 1 . | . |
  // ----+---
  // . . | 1 |
  const std::pair<int, int> entries[] = {{0, 1}, {0, 2}, {1, 0}, {2, 2}};
  const sim::SparsityPattern pattern = sim::make_pattern(3, 3, entries);
  const sim::Coloring groups = sim::color_columns(pattern);
  const SpyCells cells(pattern, groups, 2);
  QCOMPARE(cells.size(), 2);
  QCOMPARE(cells.at(0, 0).nonzeros, 2);
  QCOMPARE(cells.at(0, 1).nonzeros, 1);
  QCOMPARE(cells.at(1, 0).nonzeros, 0);
  QCOMPARE(cells.at(1, 0).group, SpyCells::NoGroup);
  QCOMPARE(cells.at(1, 1).group, groups.color[2]);
  QCOMPARE(cells.entries(1).first, 2);
  QCOMPARE(cells.entries(1).last, 2);
  QCOMPARE(cells.mostNonzeros(), 2);
  QCOMPARE(cells.at(0, 0).group == SpyCells::SeveralGroups, groups.color[0] != groups.color[1]);
  QVERIFY(cells.groupsIn(1, 0).empty());
  QCOMPARE(cells.groupsIn(0, 1), std::vector<int>{groups.color[2]});
  const std::vector<bool> held = cells.cellsOf(groups.color[2]);
  QVERIFY(held[1] && !held[2] && held[3]);
}

void SpyPlotTest::aMarkHasTheColorOfItsGroup() {
  for (const bool dark : {false, true}) {
    SpyPlot plot;
    QPalette palette = plot.palette();
    palette.setColor(QPalette::Base, dark ? QColor(0x1e, 0x1f, 0x22) : QColor(Qt::white));
    palette.setColor(QPalette::Text, dark ? Qt::white : Qt::black);
    plot.setPalette(palette);
    plot.resize(300, 300);
    plot.setReport(m_three);
    const QImage picture = plot.grab().toImage();
    const Theme theme = Theme::current(palette);
    QCOMPARE(theme.dark, dark);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int group = plot.cells().at(i, j).group;
        const QPointF center = plot.cellRect(i, j).center() * picture.devicePixelRatio();
        QCOMPARE(picture.pixelColor(center.toPoint()).name(),
                 (group < 0 ? theme.plotBackground : groupColor(theme, group)).name());
      }
  }
}

void SpyPlotTest::cellsOfSeveralGroupsAreGray() {
  SpyPlot plot;
  plot.resize(300, 300);
  plot.setReport(report(sim::rod(3000)));
  QVERIFY(plot.cells().scale() >= 10);
  QCOMPARE(plot.cells().at(5, 5).group, SpyCells::SeveralGroups);
  const QImage picture = plot.grab().toImage();
  const QColor color =
      picture.pixelColor((plot.cellRect(5, 5).center() * picture.devicePixelRatio()).toPoint());
  QVERIFY2(color.saturation() < 30, qPrintable(color.name()));
  QVERIFY(color != Theme::current(plot.palette()).plotBackground);
  // Where a group is, is seen in its color even so.
  plot.highlightGroup(1);
  const QImage chosen = plot.grab().toImage();
  QCOMPARE(chosen.pixelColor((plot.cellRect(5, 5).center() * chosen.devicePixelRatio()).toPoint()).name(),
           groupColor(Theme::current(plot.palette()), 1).name());
}

void SpyPlotTest::arrowKeysMoveTheCursor() {
  SpyPlot plot;
  plot.resize(300, 300);
  plot.setReport(m_three);
  QVERIFY(plot.accessibleName().contains("nonzeros: 4"));
  const QSignalSpy said(&plot, &SpyPlot::pointedAt);
  QTest::keyClick(&plot, Qt::Key_Right);
  QTest::keyClick(&plot, Qt::Key_Down);
  QCOMPARE(plot.cursorCell(), QPoint(1, 1));
  QCOMPARE(said.count(), 2);
  QCOMPARE(said.back().front().toString(), plot.describe({1, 1}));
  QCOMPARE(plot.accessibleDescription(), plot.describe({1, 1}));
  QTest::keyClick(&plot, Qt::Key_End, Qt::ControlModifier);
  QTest::keyClick(&plot, Qt::Key_Right);
  QCOMPARE(plot.cursorCell(), QPoint(2, 2));  // the edge holds it
  QTest::keyClick(&plot, Qt::Key_Home, Qt::ControlModifier);
  QCOMPARE(plot.cursorCell(), QPoint(0, 0));
  // Ctrl goes past what is empty, or stays.
  const int row = column("x1.x"), other = column("x3.x"), last = std::max(row, other);
  plot.setCursorCell({std::min(row, other), row});
  QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(plot.cursorCell(), QPoint(last, row));
  QTest::keyClick(&plot, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(plot.cursorCell(), QPoint(last, row));
  const QString there = plot.describe({other, row});
  QVERIFY2(there.contains("x1.x") && there.contains("x3.x") && there.contains("group "), qPrintable(there));
  QVERIFY(plot.describe({column("x2.x"), row}).contains("always zero"));
}

void SpyPlotTest::theCursorStaysInASmallerPattern() {
  SpyPlot plot;
  plot.resize(300, 300);
  plot.setReport(report(sim::rod(40)));
  plot.setCursorCell({30, 2});
  plot.setReport(report(sim::rod(20)));
  QCOMPARE(plot.cursorCell(), QPoint(0, 0));
  // The same entry, whatever a cell stands for.
  plot.setReport(report(sim::rod(40)));
  plot.setCursorCell({30, 2});
  plot.resize(60, 60);
  plot.grab();
  const int scale = plot.cells().scale();
  QVERIFY(scale > 1);
  QCOMPARE(plot.cursorCell(), QPoint(30 / scale, 2 / scale));
}

void SpyPlotTest::anEmptyPlotTakesKeysAndMouse() {
  SpyPlot plot;
  plot.resize(300, 300);
  plot.setReport(m_three);
  plot.setReport(nullptr);
  QTest::keyClick(&plot, Qt::Key_Right);
  QTest::mouseClick(&plot, Qt::LeftButton, {}, {20, 20});
  QTest::mouseMove(&plot, {30, 30});
  plot.highlightGroup(0);
  plot.grab();
  QCOMPARE(plot.describe({0, 0}), QString());
}

QTEST_MAIN(SpyPlotTest)
#include "spy_plot_test.moc"
