// One person's way through the clutch example: another solver, a run, its lock time read with a cursor, a
// second run without projection, both compared, pictures and numbers taken along. With
// FLUXION_PICTURES=folder each station leaves a picture there; on a display it is the real window.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QImage>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/scopes/cursor_set.h"
#include "editor/scopes/scope_export_dialog.h"
#include "editor/scopes/scope_view.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/settings.h"

using namespace fluxion;

// Where the speeds meet (examples/clutch/readme.md).
static constexpr double lockTime = 3.92991672208956275;

class ClutchWalkTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void theExampleOpensFromTheStartPage();
  void anotherSolverAndJacobianMethod();
  void aRun();
  void theLockTimeIsReadWithACursor();
  void aSecondRunWithoutProjection();
  void bothRunsAreCompared();
  void pictureAndNumbersAreExported();

 private:
  QAction* command(CommandId id) { return m_window->commands().action(id); }
  ScopeView& speeds() {
    const auto id = sim::find_block(m_window->document().diagram(), "Speeds");
    return *m_window->scopes().view(*id);
  }
  QAction* scopeAction(const char* name) { return speeds().findChild<QAction*>(QLatin1String(name)); }
  void photograph(QWidget& widget, const char* name);
  void configure();
  void run();

  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  std::unique_ptr<MainWindow> m_window;
  int m_pictures = 0, m_edits = 0;
  bool m_configured = false;
};

void ClutchWalkTest::photograph(QWidget& widget, const char* name) {
  const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
  if (folder.isEmpty()) return;
  QTest::qWait(150);
  QVERIFY(widget.grab().save(
      QStringLiteral("%1/%2_%3.png").arg(folder).arg(++m_pictures, 2, 10, QChar(u'0')).arg(name)));
}

void ClutchWalkTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->resize(1360, 840);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void ClutchWalkTest::theExampleOpensFromTheStartPage() {
  photograph(*m_window, "start");
  auto* card = m_window->findChild<QAbstractButton*>("example:clutch");
  QVERIFY(card);
  card->click();
  QVERIFY(m_window->windowTitle().startsWith("clutch"));
  photograph(*m_window, "opened");
}

void ClutchWalkTest::anotherSolverAndJacobianMethod() {
  // The dialog keeps its caller waiting.
  QTimer::singleShot(0, this, [this] {
    configure();
    m_configured = true;
    if (auto* left = QApplication::activeModalWidget()) left->close();
  });
  command(CommandId::Configuration)->trigger();
  QVERIFY(m_configured);
  QCOMPARE(sim::setting(m_window->document().diagram(), "Solver"), std::string("ode15s"));
}

void ClutchWalkTest::configure() {
  auto* dialog = m_window->findChild<ConfigurationDialog*>();
  QVERIFY(dialog && dialog->isVisible());
  auto* solver = dialog->findChild<QComboBox*>("Solver");
  QVERIFY(solver);
  QTest::keyClicks(solver, "ode15s");
  QVERIFY(solver->currentText().startsWith("ode15s"));
  photograph(*dialog, "solver");
  dialog->showPage("Jacobian");
  auto* method = dialog->findChild<QComboBox*>("SolverJacobianMethodControl");
  QVERIFY(method && method->isEnabled());
  method->setFocus();
  for (int k = 0; k < 4 && !method->currentText().startsWith("Sparse analytical"); ++k)
    QTest::keyClick(method, Qt::Key_Down);
  QVERIFY(method->currentText().startsWith("Sparse analytical"));
  QTest::qWait(600);
  photograph(*dialog, "jacobian");
  QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
}

void ClutchWalkTest::run() {
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  command(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20'000));
  const sim::RunResult& result = m_window->runs().run()->result();
  QVERIFY2(result.end == sim::RunEnd::Finished,
           result.diagnostics.empty() ? "" : sim::to_text(result.diagnostics.front()).c_str());
  QCOMPARE(result.statistics.solver, std::string("ode15s"));
}

void ClutchWalkTest::aRun() {
  run();
  photograph(*m_window, "run");
}

void ClutchWalkTest::theLockTimeIsReadWithACursor() {
  m_edits = m_window->document().undoStack().index();
  scopeAction("scopeCursors")->trigger();
  CursorSet& cursors = m_window->scopes().cursors();
  QVERIFY(cursors.isOn());
  PlotCanvas& canvas = speeds().panel().canvas();
  auto* surface = canvas.childAt(canvas.axesRect(0).center());
  QVERIFY(surface);
  const auto pixel = [&](double t) {
    const QRect plot = canvas.axesRect(0);
    const AxisRange x = canvas.horizontal().range();
    const QPoint at(plot.left() + qRound((t - x.low) / x.span() * plot.width()), plot.center().y());
    return surface->mapFrom(&canvas, at);
  };
  const auto mouse = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
    QMouseEvent event(type, at, surface->mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(surface, &event);
  };
  const auto drag = [&](QPoint from, QPoint to, Qt::MouseButton button) {
    mouse(QEvent::MouseButtonPress, from, button, button);
    for (int k = 1; k <= 5; ++k) mouse(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, button);
    mouse(QEvent::MouseButtonRelease, to, button, Qt::NoButton);
    QTest::qWait(50);  // it is redrawn
  };
  QTest::qWait(50);
  // A closer look first, twice: a rectangle with the right button.
  drag(pixel(3.5) - QPoint(0, 60), pixel(4.3) + QPoint(0, 60), Qt::RightButton);
  drag(pixel(3.9) - QPoint(0, 60), pixel(3.96) + QPoint(0, 60), Qt::RightButton);
  QVERIFY2(canvas.horizontal().range().span() < 0.2,
           qPrintable(QString::number(canvas.horizontal().range().span())));
  speeds().findChild<QAction*>("cursorBring")->trigger();
  drag(pixel(cursors.time(0)), pixel(lockTime), Qt::LeftButton);
  photograph(*m_window, "cursor");
  QVERIFY2(std::abs(cursors.time(0) - lockTime) < 1e-3,
           qPrintable(QString::number(cursors.time(0), 'g', 12)));
  auto* table = speeds().findChild<QTableWidget*>("cursorTable");
  QVERIFY(table && table->rowCount() >= 3);
  QVERIFY(table->item(0, 1)->text().startsWith(QLocale().toString(3.9)));
  QCOMPARE(m_window->document().undoStack().index(), m_edits);  // looking is no edit
  scopeAction("scopeCursors")->trigger();
}

void ClutchWalkTest::aSecondRunWithoutProjection() {
  QVERIFY(command(CommandId::Projection)->isChecked());
  command(CommandId::Projection)->trigger();
  QCOMPARE(sim::setting(m_window->document().diagram(), "Projection"), std::string("off"));
  run();
  speeds().panel().views().fit();
  photograph(*m_window, "second_run");
}

void ClutchWalkTest::bothRunsAreCompared() {
  command(CommandId::ShowRuns)->trigger();
  auto* dock = m_window->findChild<RunsDock*>();
  QTRY_COMPARE(dock->table().topLevelItemCount(), 2);
  dock->table().selectAll();
  photograph(*m_window, "runs");
  QMenu* menu = dock->findChild<QAction*>("runsCompare")->menu();
  QVERIFY(menu);
  menu->popup(m_window->mapToGlobal(QPoint(400, 400)));
  QCOMPARE(menu->actions().size(), 1);
  menu->actions().front()->trigger();
  menu->close();
  auto* comparison = m_window->findChild<CompareWindow*>();
  QVERIFY(comparison);
  QTRY_VERIFY(!comparison->isBusy() && !comparison->comparison().verdicts.empty());
  photograph(*comparison, "comparison");
  QVERIFY(comparison->comparison().within());  // nothing is kept invariant in this model
  comparison->close();
}

void ClutchWalkTest::pictureAndNumbersAreExported() {
  for (const char* ending : {"png", "csv"}) {
    ScopeExportDialog dialog(speeds().panel(), m_window.get());
    dialog.setFormat(ending);
    dialog.setPath(m_folder.filePath(QStringLiteral("speeds.") + ending));
    dialog.show();
    photograph(dialog, ending);
    QSignalSpy closed(&dialog, &QDialog::accepted);
    auto* buttons = dialog.findChild<QDialogButtonBox*>();
    for (QAbstractButton* button : buttons->buttons())
      if (buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
        QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(closed.count() == 1);
  }
  const QImage picture(m_folder.filePath("speeds.png"));
  QVERIFY(picture.width() > 300 && picture.height() > 200);
  QFile table(m_folder.filePath("speeds.csv"));
  QVERIFY(table.open(QIODevice::ReadOnly));
  QVERIFY(table.readLine().startsWith("time,"));
  QVERIFY(table.readAll().count('\n') > 50);
}

QTEST_MAIN(ClutchWalkTest)
#include "clutch_walk_test.moc"
