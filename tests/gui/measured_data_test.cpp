// Measurements beside a model: played by it, with marks at their samples, and as a run that others are
// compared with.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QTemporaryDir>
#include <QToolBar>
#include <cmath>

#include "editor/plots/plot_picture.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/import_dialog.h"
#include "editor/run_archive/signal_pairing.h"
#include "editor/scopes/curve_data.h"
#include "editor/scopes/scope_actions.h"
#include "editor/scopes/scope_panel.h"
#include "editor/window/scope_docks.h"
#include "tests/gui/canvas_window.h"
#include "tests/gui/runs_window.h"

using namespace fluxion;

namespace {

// A sine of its own beside what a table says of it, both in one scope.
const char* const model = R"({
  "fluxion": 1,
  "settings": {"StopTime": "4", "MaxStep": "0.01"},
  "blocks": [
    {"id": 1, "type": "sources/sine_wave", "name": "Sine", "at": [40, 40], "size": [60, 40], "signals": {"1": "speed"}},
    {"id": 2, "type": "sources/from_variable", "name": "Lab", "at": [40, 120], "size": [88, 40],
     "parameters": {"VariableName": "[0 0; 1 0.84; 2 0.91; 3 0.14]"}, "signals": {"1": "measured"}},
    {"id": 3, "type": "sinks/scope", "name": "Scope", "at": [240, 60], "size": [40, 40], "parameters": {"inputs": "2"}}
  ],
  "lines": [
    {"id": 4, "from": [1, 1], "to": [3, 1]},
    {"id": 5, "from": [2, 1], "to": [3, 2]}
  ]
})";

}  // namespace

class MeasuredDataTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void samplesAreFoundInTheLog();
  void marksAreAtTheSamplesOfAPlayedTable();
  void aTableIsComparedWithARun();
  void signalsWithOtherNamesArePaired();
  void theWindowOffersItWhereOneLooks();

 private:
  bool write(const char* name, const QByteArray& text) const {
    QFile file(m_folder->filePath(QLatin1String(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
  }
  std::unique_ptr<MainWindow> open() { return test::openModel(m_library, m_folder->filePath("model.flx")); }

  sim::BlockLibrary m_library = test::allBlocks();
  std::unique_ptr<QTemporaryDir> m_folder;
};

void MeasuredDataTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  QVERIFY(write("original.flx", model));
  QVERIFY(test::useFolder(*m_folder, m_folder->filePath("original.flx")));
}

void MeasuredDataTest::samplesAreFoundInTheLog() {
  // y = t up to 1, there a jump to 5, from then on 5 + 2 (t - 1).
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>{"y"});
  const auto append = [&](double t, double y) { log->append(t, std::span(&y, 1)); };
  for (double t = 0; t <= 1; t += 0.125) append(t, t);
  append(1, 5);
  for (double t = 1.125; t <= 2; t += 0.125) append(t, 5 + 2 * (t - 1));
  CurveData data(log, 0, Measure::Value);
  data.update();
  using Points = std::vector<CurvePoint>;
  QVERIFY(*data.samples({0, 0.5, 1, 1, 2, 3}, -1, 9, 100) ==
          (Points{{0, 0}, {0.5, 0.5}, {1, 1}, {1, 5}, {2, 7}}));
  QVERIFY(*data.samples({0, 0.5, 1, 1, 2, 3}, 0.5, 0.9, 100) == (Points{{0.5, 0.5}}));
  QVERIFY(*data.samples({0.0625}, 0, 9, 100) == (Points{{0.0625, 0.0625}}));  // a log that was thinned
  QVERIFY(data.samples({}, 0, 9, 100)->empty());
  QVERIFY(!data.samples({0, 0.5, 1}, 0, 9, 2));
  CurveData held(log, 0, Measure::Value, true);
  held.update();
  QVERIFY(*held.samples({1}, 0, 9, 100) == (Points{{1, 5}}));
}

// Discs in the color of the curve, counted as spots where its picture differs from the one without marks.
void MeasuredDataTest::marksAreAtTheSamplesOfAPlayedTable() {
  const auto window = open();
  QVERIFY(window);
  test::runModel(*window);
  ScopePanel* panel = window->scopes().panels().front();
  QCOMPARE(panel->curves().at(1).signal, QStringLiteral("measured"));
  QVERIFY(panel->source()->axes[1].curves[0].samples);
  QCOMPARE(*panel->source()->axes[1].curves[0].samples, (std::vector<double>{0, 1, 2, 3}));
  QVERIFY(!panel->source()->axes[0].curves[0].samples);
  CurveStyle points;
  points.line = CurveStyle::Line::None;
  points.marker = CurveStyle::Marker::Dot;
  points.color = QColor(255, 0, 255);
  panel->edits().setStyle(1, points);
  const QSize size(800, 600);
  const QImage picture = PlotPicture(panel->canvas(), size).pixmap(1).toImage();
  std::set<int> columns;
  for (int x = 0; x < size.width(); ++x)
    for (int y = 0; y < size.height(); ++y)
      if (const QColor c = picture.pixelColor(x, y); c.red() > 200 && c.blue() > 200 && c.green() < 120)
        columns.insert(x);
  int spots = 0, before = -9;
  for (const int x : columns) {
    spots += x > before + 1;
    before = x;
  }
  QCOMPARE(spots, 4);
}

void MeasuredDataTest::aTableIsComparedWithARun() {
  const auto window = open();
  test::runModel(*window);
  RunLibrary& library = window->runsDock().library();
  // Twice as dense as the sine needs, and in milliseconds.
  QByteArray table = "time [ms],speed,other\n";
  for (int k = 0; k <= 400; ++k)
    table +=
        QByteArray::number(10 * k) + ',' + QByteArray::number(std::sin(0.01 * k) + 0.25, 'g', 17) + ",1\n";
  QVERIFY(write("lab.csv", table));
  window->runsDock().import(m_folder->filePath("lab.csv"));
  auto* dialog = window->findChild<ImportDialog*>();
  QVERIFY(dialog);
  QTRY_VERIFY(!dialog->isBusy());
  QCOMPARE(dialog->comparedWith().currentText(), QStringLiteral("Run 1"));
  QCOMPARE(dialog->pairing().pairCount(), 1);
  QCOMPARE(dialog->pairing().choice(QStringLiteral("speed"))->currentText(), QStringLiteral("speed"));
  dialog->accept();
  QTRY_VERIFY(window->findChild<CompareWindow*>());
  auto* compare = window->findChild<CompareWindow*>();
  QTRY_VERIFY(!compare->isBusy() && !compare->comparison().verdicts.empty());
  const auto& verdicts = compare->comparison().verdicts;
  const auto speed = std::ranges::find(verdicts, std::string("speed"), &sim::SignalVerdict::name);
  QVERIFY(speed != verdicts.end());
  QVERIFY(std::abs(speed->series.largest_difference - 0.25) < 1e-3);
  QCOMPARE(library.runs().size(), std::size_t{2});
}

void MeasuredDataTest::signalsWithOtherNamesArePaired() {
  const auto window = open();
  test::runModel(*window);
  RunLibrary& library = window->runsDock().library();
  QVERIFY(write("lab.csv", "time,omega_lab [rad/s]\n0,0\n1,0.84\n4,-0.75\n"));
  ImportDialog dialog(library, m_folder->filePath("lab.csv"));
  QTRY_VERIFY(!dialog.isBusy());
  QCOMPARE(dialog.pairing().pairCount(), 0);
  QComboBox* choice = dialog.pairing().choice(QStringLiteral("omega_lab"));
  QVERIFY(choice && choice->findText(QStringLiteral("speed")) > 0);
  choice->setCurrentIndex(choice->findText(QStringLiteral("speed")));
  QString table, run;
  dialog.setDone([&](const QString& t, const QString& r) { table = t, run = r; });
  dialog.accept();
  QTRY_VERIFY(!run.isEmpty());
  const sim::RunSignal& signal = library.find(table)->summary.recorded.front();
  QCOMPARE(signal.name, std::string("speed"));
  QCOMPARE(signal.block, std::string("Sine"));
  QCOMPARE(signal.unit, std::string("rad/s"));
  QCOMPARE(run, QString::fromStdString(library.runs().front()->summary.id));
  // As what was measured of the same signal, it lies below it in the scope.
  library.setUnderScopes(table, true);
  ScopePanel* panel = window->scopes().panels().front();
  QTRY_VERIFY(panel->curveCount() > 2);
}

void MeasuredDataTest::theWindowOffersItWhereOneLooks() {
  const auto window = open();
  test::runModel(*window);
  QVERIFY(window->findChild<QAction*>(QStringLiteral("importData")));
  ScopePanel* panel = window->scopes().panels().front();
  const auto* action = panel->findChild<QAction*>(QStringLiteral("scopeMeasuredData"));
  QVERIFY(action && panel->actions().contextMenu().actions().contains(action));
  QMimeData dropped;
  dropped.setUrls(
      {QUrl::fromLocalFile(QStringLiteral("/x/lab.CSV")), QUrl::fromLocalFile(QStringLiteral("/x/a.png"))});
  QCOMPARE(RunsDock::importable(&dropped), QStringList{QStringLiteral("/x/lab.CSV")});
}

QTEST_MAIN(MeasuredDataTest)
#include "measured_data_test.moc"
