// What one reads off scopes: cursors that all scopes share, measurements, spectra, and what leaves a scope.
// The real widgets are driven.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QRadioButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolBar>
#include <QtTest>
#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>

#include "editor/scopes/measurements_panel.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/scopes/scope_export.h"
#include "editor/scopes/scope_export_dialog.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_view.h"
#include "editor/scopes/spectrum_panel.h"
#include "sim_core/files/mat_file.h"

using namespace fluxion;

namespace {

// Numbers as the locale writes them.
QString shown(double value) { return QLocale().toString(value, 'g', 4); }
double numberOf(const QString& cell) {
  bool understood = false;
  const double value = QLocale().toDouble(cell, &understood);
  return understood ? value : std::numeric_limits<double>::quiet_NaN();
}

constexpr double pi = std::numbers::pi;

// x = 2 + sin(2 pi 5 t), y = a square wave of 1 Hz, at 1 kHz for `end` seconds.
std::shared_ptr<sim::SignalLog> recorded(double end = 4) {
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>{"x", "y"});
  for (int k = 0; k <= static_cast<int>(1000 * end); ++k) {
    const double t = k / 1000.0;
    const double row[] = {2 + std::sin(2 * pi * 5 * t), k % 1000 < 250 ? 1.0 : 0.0};
    log->append(t, row);
  }
  return log;
}

ScopeSource source(std::shared_ptr<const sim::SignalLog> log, bool phase = false) {
  ScopeSource s;
  s.title = QStringLiteral("Motor/Speed");
  s.phase = phase;
  s.log = std::move(log);
  s.stopTime = 4;
  s.axes = {{QStringLiteral("x"), {{QStringLiteral("x"), 0}}},
            {QStringLiteral("y"), {{QStringLiteral("y"), 1}}}};
  s.axes[1].curves[0].held = true;
  return s;
}

struct Shown {
  explicit Shown(CursorSet& cursors, bool phase = false) : view(cursors) {
    view.resize(700, 600);
    view.panel().setSource(source(recorded(), phase));
    view.panel().finish();
    view.show();
    view.activateWindow();
    (void)QTest::qWaitForWindowActive(&view);
  }
  QAction* action(const char* name) { return view.findChild<QAction*>(QLatin1String(name)); }
  // A place of the canvas, and what of it gets the mouse.
  QPoint at(double t, int axes = 0) {
    const PlotCanvas& canvas = view.panel().canvas();
    const QRect inside = canvas.axesRect(axes);
    const AxisRange range = canvas.horizontal(axes).range();
    return {inside.left() + qRound((t - range.low) / range.span() * (inside.width() - 1)),
            inside.center().y()};
  }
  void drag(double from, double to) {
    PlotCanvas& canvas = view.panel().canvas();
    QWidget* target = canvas.childAt(at(from));
    const auto on = [&](QPoint p) { return target->mapFrom(&canvas, p); };
    const QPoint a = at(from), b = at(to);
    QTest::mousePress(target, Qt::LeftButton, {}, on(a));
    for (int k = 1; k <= 4; ++k) QTest::mouseMove(target, on(a + (b - a) * k / 4));
    QTest::mouseRelease(target, Qt::LeftButton, {}, on(b));
  }
  QString cell(int row, int column) {
    const QTableWidgetItem* item = view.cursors().table()->item(row, column);
    return item ? item->text() : QString();
  }
  ScopeView view;
};

}  // namespace

class MeasuringTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void cursorsAreLinkedAcrossScopes();
  void cursorsAreDraggedAndSnap();
  void cursorsMoveByKeysAndKeepTheirSpacing();
  void theTableSaysValuesDifferencesAndSlopes();
  void aPhasePortraitMarksThePoints();
  void statisticsFollowTheViewAndTheCursors();
  void transitionsAreMeasuredWhereAskedFor();
  void columnsAreChosenAndCopied();
  void spectrumShowsItsPeak();
  void spectrumFollowsTheViewAndItsControls();
  void numbersAreExported();
  void theDialogRemembersAndAsksBeforeItReplaces();
  void millionsOfRowsDoNotBlock();

 private:
  QTemporaryDir m_folder;
};

void MeasuringTest::initTestCase() { QVERIFY(m_folder.isValid()); }

void MeasuringTest::cursorsAreLinkedAcrossScopes() {
  CursorSet cursors;
  Shown a(cursors), b(cursors);
  QVERIFY(a.view.cursors().table()->isHidden());
  a.action("scopeCursors")->trigger();
  QVERIFY(cursors.isOn());
  QVERIFY(b.action("scopeCursors")->isChecked());
  QVERIFY(b.view.cursors().table()->isVisible());
  QVERIFY(cursors.time(0) > 1 && cursors.time(0) < 2 && cursors.time(1) > 2 && cursors.time(1) < 3);
  cursors.move(1, 3.5);
  QCOMPARE(a.cell(0, 2), shown(3.5));
  QCOMPARE(b.cell(0, 2), shown(3.5));
  b.action("scopeCursors")->trigger();
  QVERIFY(!cursors.isOn() && a.view.cursors().table()->isHidden());
}

void MeasuringTest::cursorsAreDraggedAndSnap() {
  CursorSet cursors;
  Shown s(cursors);
  cursors.place(1, 3);
  cursors.setOn(true);
  s.view.panel().canvas().redrawNow();
  s.drag(1, 2);
  QVERIFY2(std::abs(cursors.time(0) - 2) < 0.05, qPrintable(QString::number(cursors.time(0))));
  QCOMPARE(cursors.time(0), std::round(cursors.time(0) * 1000) / 1000);  // on a recorded instant
  QCOMPARE(cursors.time(1), 3.0);
  QVERIFY(s.view.panel().canvas().hasFocus());
  // In the other plot too: the line runs through both.
  cursors.setSnaps(false);
  s.drag(3, 2.5);
  QVERIFY(std::abs(cursors.time(1) - 2.5) < 0.05);
}

void MeasuringTest::cursorsMoveByKeysAndKeepTheirSpacing() {
  CursorSet cursors;
  Shown s(cursors);
  cursors.place(1, 3);
  cursors.setOn(true);
  PlotCanvas& canvas = s.view.panel().canvas();
  QTest::keyClick(&canvas, Qt::Key_Right);
  QCOMPARE(cursors.time(0), 1.001);
  QTest::keyClick(&canvas, Qt::Key_Left, Qt::ShiftModifier);
  QCOMPARE(cursors.time(0), 0.991);
  QTest::keyClick(&canvas, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(cursors.time(1), 3.001);
  cursors.setSpacingLocked(true);
  QTest::keyClick(&canvas, Qt::Key_Right, Qt::ShiftModifier);
  QCOMPARE(cursors.time(0), 1.001);
  QVERIFY(std::abs(cursors.time(1) - 3.011) < 1e-12);
  cursors.setSnaps(false);
  QTest::keyClick(&canvas, Qt::Key_Right);
  const double pixel = canvas.horizontal().range().span() / canvas.plotSize().width();
  QVERIFY(std::abs(cursors.time(0) - 1.001 - pixel) < 1e-12);
}

void MeasuringTest::theTableSaysValuesDifferencesAndSlopes() {
  CursorSet cursors;
  Shown s(cursors);
  cursors.place(0.05, 0.25);  // sin is 1 and 1 at quarter periods of 0.2 s; y is 1, and 0 from 0.25 on
  cursors.setOn(true);
  QCOMPARE(s.view.cursors().table()->rowCount(), 3);
  QCOMPARE(s.cell(0, 3), shown(0.2));
  QVERIFY(s.cell(0, 4).contains(QStringLiteral("5 Hz")));
  QCOMPARE(s.cell(1, 0), QStringLiteral("x"));
  QCOMPARE(numberOf(s.cell(1, 1)), 3.0);
  QVERIFY(std::abs(numberOf(s.cell(1, 3))) < 1e-9);
  QCOMPARE(numberOf(s.cell(2, 3)), -1.0);
  QCOMPARE(numberOf(s.cell(2, 4)), -5.0);
  const QStringList lines = s.view.cursors().text().split(u'\n');
  QCOMPARE(lines.at(1), QStringLiteral("Time (s)\t0.05\t0.25\t0.2"));
  QVERIFY(lines.at(3).startsWith(QStringLiteral("y\t1\t0\t-1\t-5")));
  s.view.panel().edits().setVisible(0, false);
  cursors.move(1, 0.3);
  QCOMPARE(s.view.cursors().table()->rowCount(), 2);
  cursors.move(1, 99);  // where nothing was recorded
  QCOMPARE(s.cell(1, 2), QString());
}

void MeasuringTest::aPhasePortraitMarksThePoints() {
  CursorSet cursors;
  Shown s(cursors, true);
  s.action("scopeCursors")->trigger();
  QVERIFY(cursors.time(1) > cursors.time(0));
  cursors.place(0.05, 0.5);
  QCOMPARE(s.view.cursors().table()->rowCount(), 3);
  QCOMPARE(numberOf(s.cell(1, 1)), 3.0);
  QCOMPARE(numberOf(s.cell(2, 2)), 0.0);
}

void MeasuringTest::statisticsFollowTheViewAndTheCursors() {
  CursorSet cursors;
  Shown s(cursors);
  MeasurementsPanel& panel = s.view.measurements();
  QVERIFY(panel.isHidden());
  s.action("scopeMeasurements")->trigger();
  QTRY_COMPARE(panel.table()->rowCount(), 2);
  QTRY_VERIFY(std::abs(numberOf(panel.cell(0, "mean")) - 2) < 1e-3);
  QVERIFY(std::abs(numberOf(panel.cell(0, "deviation")) - std::sqrt(0.5)) < 1e-3);
  QVERIFY(std::abs(numberOf(panel.cell(1, "mean")) - 0.25) < 1e-3);
  s.view.panel().canvas().setHorizontalRange({0.3, 0.9});  // y is 0 there
  emit s.view.panel().canvas().rangeChangedByUser();
  QTRY_COMPARE(numberOf(panel.cell(1, "maximum")), 0.0);
  panel.setRange(MeasurementsPanel::Range::Cursors);
  QTRY_COMPARE(panel.table()->rowCount(), 0);
  cursors.place(2.05, 2.15);
  cursors.setOn(true);
  QTRY_COMPARE(numberOf(panel.cell(0, "maximum")), 3.0);
  QCOMPARE(numberOf(panel.cell(0, "minimum")), 1.0);
  panel.setRange(MeasurementsPanel::Range::Run);
  QTRY_VERIFY(std::abs(numberOf(panel.cell(0, "mean")) - 2) < 1e-3);
}

void MeasuringTest::transitionsAreMeasuredWhereAskedFor() {
  CursorSet cursors;
  Shown s(cursors);
  s.action("scopeMeasurements")->trigger();
  MeasurementsPanel& panel = s.view.measurements();
  for (const char* id : {"period", "dutyCycle", "overshoot"}) panel.setColumnShown(id, true);
  panel.setRange(MeasurementsPanel::Range::Run);
  QTRY_COMPARE(numberOf(panel.cell(1, "period")), 1.0);
  QCOMPARE(numberOf(panel.cell(1, "dutyCycle")), 25.0);
  QCOMPARE(numberOf(panel.cell(1, "overshoot")), 0.0);
  QVERIFY(std::abs(numberOf(panel.cell(0, "period")) - 0.2) < 1e-4);
}

void MeasuringTest::columnsAreChosenAndCopied() {
  CursorSet cursors;
  Shown s(cursors);
  s.action("scopeMeasurements")->trigger();
  MeasurementsPanel& panel = s.view.measurements();
  for (const auto& column : measurementColumns()) panel.setColumnShown(column.id, false);
  panel.setColumnShown("maximum", true);
  QTRY_COMPARE(numberOf(panel.cell(0, "maximum")), 3.0);
  panel.table()->setFocus();
  QTest::keyClick(panel.table(), Qt::Key_C, Qt::ControlModifier);
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Signal\tMaximum\nx\t3\ny\t1\n"));
  // Another scope begins with the same columns.
  Shown other(cursors);
  QVERIFY(other.view.measurements().isColumnShown("maximum"));
  QVERIFY(!other.view.measurements().isColumnShown("mean"));
  for (const auto& column : measurementColumns()) panel.setColumnShown(column.id, column.shownAtFirst);
}

void MeasuringTest::spectrumShowsItsPeak() {
  CursorSet cursors;
  Shown s(cursors);
  s.action("scopeSpectrum")->trigger();
  SpectrumPanel& panel = s.view.spectrum();
  QTRY_COMPARE(panel.found().size(), std::size_t{2});
  const auto& x = panel.found()[0];
  QVERIFY(x.spectrum && !x.peaks.empty());
  QVERIFY(std::abs(x.peaks[0].frequency - 5) < 0.01);
  QVERIFY(std::abs(x.peaks[0].amplitude - 1) < 0.01);
  QVERIFY(x.distortion && x.distortion->ratio < 0.01);
  QVERIFY2(panel.text().contains(QStringLiteral("Hz")) && panel.text().contains(QStringLiteral("THD")),
           qPrintable(panel.text()));
  // The square wave of 25 %: harmonics at 1, 2, 3 Hz, the 4th is missing.
  const auto& y = panel.found()[1];
  QVERIFY(std::abs(y.peaks[0].amplitude - 2 / pi * std::sin(pi / 4)) < 0.01);
}

void MeasuringTest::spectrumFollowsTheViewAndItsControls() {
  CursorSet cursors;
  Shown s(cursors);
  s.action("scopeSpectrum")->trigger();
  SpectrumPanel& panel = s.view.spectrum();
  QTRY_VERIFY(!panel.found().empty());
  QCOMPARE(panel.found()[0].spectrum->resolution, 0.25);
  s.view.panel().canvas().setHorizontalRange({0, 2});
  emit s.view.panel().canvas().rangeChangedByUser();
  QTRY_COMPARE(panel.found()[0].spectrum->resolution, 0.5);
  panel.setPoints(1024);
  panel.setWindowShape(sim::analysis::WindowShape::FlatTop);
  QTRY_COMPARE(panel.found()[0].spectrum->amplitude.size(), std::size_t{513});
  panel.setScale(SpectrumPanel::Scale::Amplitude);
  QTRY_VERIFY(!panel.isBusy());
  QVERIFY(panel.canvas().vertical(0).range().high > 0.9 && panel.canvas().vertical(0).range().high < 2);
  QVERIFY(panel.canvas().horizontal().range().low > 0);
  panel.setLogarithmicFrequency(false);
  QCOMPARE(panel.canvas().horizontal().range().low, 0.0);
  s.view.panel().canvas().setHorizontalRange({10, 20});  // nothing there
  emit s.view.panel().canvas().rangeChangedByUser();
  QTRY_VERIFY(panel.text().startsWith(QStringLiteral("There is no spectrum")));
}

void MeasuringTest::numbersAreExported() {
  CursorSet cursors;
  Shown s(cursors);
  s.view.panel().canvas().setHorizontalRange({1, 1.01});
  emit s.view.panel().canvas().rangeChangedByUser();
  const auto all = dataOf(s.view.panel(), {});
  QCOMPARE(all->rows.count(), std::size_t{4001});
  auto part = *dataOf(s.view.panel(), {true, true});
  QCOMPARE(part.rows.within(*part.log).count(), std::size_t{11});
  QVERIFY(dataText(part).startsWith(QStringLiteral("time\tx\ty\n1\t")));
  s.view.panel().edits().setVisible(0, false);
  part = *dataOf(s.view.panel(), {true, true});
  QCOMPARE(part.signalsOf.size(), std::size_t{1});
  part.path = m_folder.filePath(QStringLiteral("part.csv"));
  QVERIFY(!writeData(part));
  QFile csv(part.path);
  QVERIFY(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().split('\n');
  QCOMPARE(lines.size(), 13);
  QCOMPARE(lines.at(0), QByteArray("time,y"));
  QCOMPARE(lines.at(1), QByteArray("1,1"));
  const QString mat = m_folder.filePath(QStringLiteral("all.mat"));
  QVERIFY(!exportScope(s.view.panel(), mat));
  const auto read = sim::read_mat_file(mat.toStdString());
  QVERIFY(read && read->size() == 3);
  QCOMPARE((*read)[2].values.size(), std::size_t{4001});
  QVERIFY(exportScope(s.view.panel(), m_folder.filePath(QStringLiteral("no/such/folder.mat"))));
}

void MeasuringTest::theDialogRemembersAndAsksBeforeItReplaces() {
  CursorSet cursors;
  Shown s(cursors);
  {
    ScopeExportDialog dialog(s.view.panel());
    dialog.setFormat(QStringLiteral("csv"));
    QVERIFY(dialog.path().endsWith(QStringLiteral("Motor-Speed.csv")));
    const auto* all = dialog.findChild<QRadioButton*>(QStringLiteral("exportAll"));
    QVERIFY(all->isEnabled() && all->isVisibleTo(&dialog));
    QVERIFY(!dialog.wish().inView && dialog.wish().visibleOnly);
    QVERIFY(dialog.findChild<QRadioButton*>(QStringLiteral("exportWholeRun"))->isChecked());
    dialog.setFormat(QStringLiteral("svg"));
    QVERIFY(!all->isVisibleTo(&dialog));  // a figure shows what is in view
    dialog.setPath(m_folder.filePath(QStringLiteral("plot.v2.svg")));
    dialog.setFormat(QStringLiteral("mat"));
    QVERIFY(dialog.path().endsWith(QStringLiteral("plot.v2.mat")));
    dialog.accept();
    QTRY_COMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(QFile::exists(m_folder.filePath(QStringLiteral("plot.v2.mat"))));
  }
  ScopeExportDialog again(s.view.panel());
  QCOMPARE(QFileInfo(again.path()).path(), m_folder.path());
  QVERIFY(again.path().endsWith(QStringLiteral(".mat")));
  again.setPath(m_folder.filePath(QStringLiteral("plot.v2.mat")));
  again.accept();
  QTest::qWait(50);
  QVERIFY(again.result() != QDialog::Accepted);
  again.accept();
  QTRY_COMPARE(again.result(), static_cast<int>(QDialog::Accepted));
}

static double secondsOfThisThread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void MeasuringTest::millionsOfRowsDoNotBlock() {
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>{"x", "y"});
  for (int k = 0; k <= 4'000'000; ++k) {
    const double row[] = {std::sin(1e-3 * k), static_cast<double>(k % 2)};
    log->append(1e-6 * k, row);
  }
  CursorSet cursors;
  Shown s(cursors);
  s.view.panel().setSource(source(log));
  s.view.panel().finish();
  s.action("scopeMeasurements")->trigger();
  s.action("scopeSpectrum")->trigger();
  s.view.spectrum().setPoints(1 << 20);
  cursors.setOn(true);
  QTest::qWait(500);  // until it is shown
  // What blocks does so each time; what other programs take of the processor does not, and is not counted as
  // work of this thread.
  qint64 best = std::numeric_limits<qint64>::max();
  for (int attempt = 0; attempt < 5 && best >= 1500; ++attempt) {
    QElapsedTimer clock;
    qint64 longest = 0;
    for (int k = 0; k < 20; ++k) {
      clock.start();
      const double worked = secondsOfThisThread();
      cursors.move(0, 0.1 * k);
      QCoreApplication::processEvents();
      longest = std::max(longest, clock.elapsed());
      QVERIFY2(secondsOfThisThread() - worked < 1.5, qPrintable(QString::number(longest)));
    }
    best = std::min(best, longest);
  }
  QTRY_VERIFY_WITH_TIMEOUT(!s.view.spectrum().isBusy() && !s.view.measurements().isBusy(), 30000);
  QVERIFY2(best < 1500, qPrintable(QString::number(best)));
  QVERIFY(s.view.spectrum().canvas().vertical(0).range().span() > 0);
}

QTEST_MAIN(MeasuringTest)
#include "measuring_test.moc"
