// The Trim dock: what is asked, what is found, and what becomes of it in a run, a linearization and a file.
#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeView>
#include <QUndoStack>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/linear/linear_dock.h"
#include "editor/operating_point/operating_point_dock.h"
#include "editor/operating_point/point_model.h"
#include "editor/trim/trim_dock.h"
#include "editor/trim/trim_grid_dialog.h"
#include "editor/trim/trim_table.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// x' = u - gain x^2 - 1 from 0.5, y = x.
sim::Diagram parabola() {
  sim::ModelBuilder m;
  m.variable("gain", "1");
  const sim::Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x", {{"x0", "0.5"}}),
                rest = m.block("user_defined/fcn", "rest", {{"expression", "gain*u^2+1"}}),
                rate = m.block("math/sum", "rate", {{"signs", "+-"}});
  m.connect(u, rate, 0).connect(x, rest).connect(rest, rate, 1).connect(rate, x);
  m.connect(x, m.block("ports/outport", "y")).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "2").set("RelTol", "1e-8");
  return m.diagram;
}

sim::Id idOf(const sim::Diagram& diagram, const std::string& name) {
  for (const auto& [id, block] : diagram.blocks)
    if (block.name == name) return id;
  return sim::no_id;
}

}  // namespace

class TrimTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { m_window.reset(); }
  void theModelIsListed();
  void whatIsAskedIsFound();
  void whatIsToBlameIsSaid();
  void numbersAreExpressions();
  void wrongNumbersAreRefused();
  void whatIsFoundIsSaved();
  void aRunBeginsThere();
  void itIsLinearizedThere();
  void itIsWrittenIntoTheBlocks();
  void whatIsAskedStaysWithTheModel();
  void aGridIsTrimmed();
  void theSearchBeginsAtTheRun();
  void theSearchBeginsAtAFile();
  void editsOfTheModelAreFollowed();
  void aSearchIsCanceled();
  void theMouseAndKeysDoIt();

 private:
  QModelIndex cell(TrimGroup group, const char* name, TrimTable::Column column) const {
    return m_dock->table().find(group, QString::fromLatin1(name), column);
  }
  QString text(TrimGroup group, const char* name, TrimTable::Column column) const {
    return cell(group, name, column).data().toString();
  }
  bool set(TrimGroup group, const char* name, TrimTable::Column column, const QString& value) {
    return m_dock->table().setData(cell(group, name, column), value, Qt::EditRole);
  }
  bool check(TrimGroup group, const char* name, TrimTable::Column column, bool on) {
    return m_dock->table().setData(cell(group, name, column), on ? Qt::Checked : Qt::Unchecked,
                                   Qt::CheckStateRole);
  }
  void trim();
  void change(const char* variable, const char* value);
  QAction* action(const char* name) const { return m_dock->findChild<QAction*>(QLatin1String(name)); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  TrimDock* m_dock = nullptr;
  QTemporaryDir m_folder;
};

constexpr auto States = TrimGroup::States;
constexpr auto Inputs = TrimGroup::Inputs;
constexpr auto Outputs = TrimGroup::Outputs;

void TrimTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  m_window->document().setDiagram(parabola());
  m_window->commands().action(CommandId::ShowTrim)->trigger();
  m_dock = m_window->findChild<TrimDock*>();
  QVERIFY(m_dock);
  QVERIFY(m_dock->isVisible());
  QTRY_VERIFY(!m_dock->isBusy() && !m_dock->table().isEmpty());
}

void TrimTest::trim() {
  QSignalSpy answered(m_dock, &TrimDock::answered);
  m_dock->findChild<QPushButton*>("trim")->click();
  QTRY_VERIFY(!answered.isEmpty() && !m_dock->isBusy());
}

void TrimTest::change(const char* variable, const char* value) {
  sim::Edit edit{"Variable", {}};
  for (const auto& [id, old] : m_window->document().diagram().variables)
    if (old.name == variable) {
      sim::Variable now = old;
      now.expression = value;
      edit.set(id, now);
    }
  m_window->document().apply(std::move(edit));
}

void TrimTest::theModelIsListed() {
  TrimTable& table = m_dock->table();
  QCOMPARE(table.rowCount(), 3);
  for (int group = 0; group < 3; ++group) QCOMPARE(table.rowCount(table.index(group, 0)), 1);
  QCOMPARE(text(States, "x.x", TrimTable::Value), QString("0.5"));
  QCOMPARE(text(Inputs, "u", TrimTable::Value), QString("0"));
  QCOMPARE(text(Outputs, "y", TrimTable::Value), QString("0.5"));
  QCOMPARE(cell(States, "x.x", TrimTable::Steady).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
  QVERIFY(!cell(Inputs, "u", TrimTable::Steady).data(Qt::CheckStateRole).isValid());
  QVERIFY(text(States, "x.x", TrimTable::Found).isEmpty());
  QVERIFY(!action("trimSave")->isEnabled());
  QVERIFY(!action("trimRun")->isEnabled());
}

void TrimTest::whatIsAskedIsFound() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("2"));
  QCOMPARE(text(Inputs, "u", TrimTable::Found), QString("5"));
  QVERIFY(std::abs(m_dock->report()->model.x[0] - 2) < 1e-12);
  QVERIFY2(m_dock->message().startsWith("Trimmed; "), qPrintable(m_dock->message()));
  QVERIFY(action("trimSave")->isEnabled());
  // The other equilibrium, by a bound and a guess: at 0 itself the slope is none.
  QVERIFY(set(States, "x.x", TrimTable::Maximum, "0"));
  QVERIFY(set(States, "x.x", TrimTable::Value, "-1"));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("-2"));
  // Not at rest, but at a given place.
  QVERIFY(set(States, "x.x", TrimTable::Maximum, ""));
  QVERIFY(set(States, "x.x", TrimTable::Value, "1"));
  QVERIFY(check(States, "x.x", TrimTable::Known, true));
  QVERIFY(check(States, "x.x", TrimTable::Steady, false));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("1"));
  QCOMPARE(text(States, "x.x", TrimTable::Residual), QString("3"));
}

void TrimTest::whatIsToBlameIsSaid() {
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));  // 0
  trim();
  QVERIFY2(m_dock->message().contains("dx/dt of x.x is -1"), qPrintable(m_dock->message()));
  QCOMPARE(text(States, "x.x", TrimTable::Residual).left(2), QString("-1"));
  QVERIFY(cell(States, "x.x", TrimTable::Residual).data(Qt::ForegroundRole).isValid());
  QVERIFY(!action("trimRun")->isEnabled());
  QVERIFY(!m_dock->saveFile(m_folder.filePath("none.json")));
}

void TrimTest::numbersAreExpressions() {
  QVERIFY(set(States, "x.x", TrimTable::Value, "2*gain + 1"));
  QCOMPARE(text(States, "x.x", TrimTable::Value), QString("3"));
  QVERIFY(set(Inputs, "u", TrimTable::Minimum, "gain"));
  QCOMPARE(text(Inputs, "u", TrimTable::Minimum), QString("1"));
  // Nothing: as where the search begins.
  QVERIFY(set(States, "x.x", TrimTable::Value, ""));
  QCOMPARE(text(States, "x.x", TrimTable::Value), QString("0.5"));
}

void TrimTest::wrongNumbersAreRefused() {
  QVERIFY(!set(States, "x.x", TrimTable::Value, "nonsense"));
  QVERIFY2(m_dock->message().contains("nonsense"), qPrintable(m_dock->message()));
  QVERIFY(!set(States, "x.x", TrimTable::Value, "1/0"));
  QVERIFY(set(States, "x.x", TrimTable::Minimum, "2"));
  QVERIFY(!set(States, "x.x", TrimTable::Maximum, "1"));
  QVERIFY2(m_dock->message().contains("x.x"), qPrintable(m_dock->message()));
  QCOMPARE(text(States, "x.x", TrimTable::Maximum), QString());
  change("gain", "unknown_name");
  trim();
  QVERIFY2(m_dock->message().contains("unknown_name"), qPrintable(m_dock->message()));
}

void TrimTest::whatIsFoundIsSaved() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  const QString path = m_folder.filePath("rest.json");
  QVERIFY(m_dock->saveFile(path));
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray content = file.readAll();
  QVERIFY2(content.contains("\"u\": 5.0"), content.constData());
  QVERIFY(!m_dock->saveFile(m_folder.filePath("no/such/folder.json")));
  // The Operating Point reads it.
  m_window->commands().action(CommandId::ShowOperatingPoint)->trigger();
  auto* shown = m_window->findChild<OperatingPointDock*>();
  shown->openFile(path);
  QTRY_COMPARE(shown->model().rowCount(), 2);
  QCOMPARE(shown->model().index(1, PointModel::Kind).data().toString(), QString("input"));
  QCOMPARE(shown->model().index(1, PointModel::Value).data().toString(), QString("5"));
}

void TrimTest::aRunBeginsThere() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  const sim::Diagram before = m_window->document().diagram();
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  action("trimRun")->trigger();
  QTRY_VERIFY(!finished.isEmpty());
  QCOMPARE(m_window->runs().run()->result().end, sim::RunEnd::Finished);
  const auto end = m_window->runs().model()->operating_point();
  QVERIFY(end);
  QVERIFY(std::abs(end->states[0] - 2) < 1e-9);
  auto* shown = m_window->findChild<OperatingPointDock*>();
  QVERIFY(!shown->start().isEmpty());
  // The model itself has not changed, and begins where it did once this is off.
  QVERIFY(m_window->document().diagram() == before);
  shown->startFromHere(false);
  finished.clear();
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY(!finished.isEmpty());
  QVERIFY(m_window->runs().model()->operating_point()->states[0] < 0.5);
}

void TrimTest::itIsLinearizedThere() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  action("trimLinearize")->trigger();
  auto* linear = m_window->findChild<LinearDock*>();
  QVERIFY(linear && linear->isVisible());
  QTRY_VERIFY(!linear->isBusy() && linear->model());
  QVERIFY(std::abs(linear->model()->entry(0, 0) + 4) < 1e-10);
  QVERIFY(std::abs(linear->model()->u[0] - 5) < 1e-12);
  QVERIFY(std::abs(linear->model()->dx[0]) < 1e-10);
}

void TrimTest::itIsWrittenIntoTheBlocks() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  const sim::Diagram before = m_window->document().diagram();
  action("trimWrite")->trigger();
  const sim::Diagram& now = m_window->document().diagram();
  QCOMPARE(now.blocks.at(idOf(now, "u")).parameters.at("ModelInput"), std::string("5"));
  QVERIFY(m_dock->report());  // it stays true
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY(!finished.isEmpty());
  QVERIFY(std::abs(m_window->runs().model()->operating_point()->states[0] - 2) < 1e-9);
  // Another trim moves the input, although the model gives it a number now.
  QVERIFY(set(Inputs, "u", TrimTable::Value, "10"));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("3"));
  QVERIFY2(!m_dock->message().contains("Computed by the model"), qPrintable(m_dock->message()));
  m_window->document().undoStack().undo();  // what is asked
  m_window->document().undoStack().undo();  // what was written
  QVERIFY(m_window->document().diagram() == before);
}

void TrimTest::whatIsAskedStaysWithTheModel() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  QVERIFY(set(States, "x.x", TrimTable::Minimum, "-7"));
  const QString path = m_folder.filePath("asked.flx");
  QVERIFY(m_window->document().save(path).empty());
  m_window->document().setDiagram(parabola());
  QTRY_VERIFY(!m_dock->isBusy());
  QVERIFY(text(States, "x.x", TrimTable::Minimum).isEmpty());
  QVERIFY(m_window->document().open(path).empty());
  QTRY_VERIFY(!m_dock->isBusy() && !m_dock->table().isEmpty());
  QCOMPARE(text(States, "x.x", TrimTable::Minimum), QString("-7"));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("2"));
  // A step that is taken back; what was found stays.
  QVERIFY(set(States, "x.x", TrimTable::Minimum, "-8"));
  QVERIFY(m_dock->report());
  m_window->document().undoStack().undo();
  QCOMPARE(text(States, "x.x", TrimTable::Minimum), QString("-7"));
  QVERIFY(!m_window->document().isModified());
}

void TrimTest::aGridIsTrimmed() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  TrimGridDialog dialog(m_window->document(), std::make_shared<CompiledModels>(sharedCopy(m_library)));
  dialog.show();
  QSignalSpy answered(&dialog, &TrimGridDialog::answered);
  QVERIFY(!dialog.findChild<QPushButton*>("trimGridTrim")->isEnabled());
  dialog.addVariation("gain", "1, , 4");
  dialog.findChild<QPushButton*>("trimGridTrim")->click();
  QVERIFY2(dialog.message().contains("a value is missing"), qPrintable(dialog.message()));
  auto* variations = dialog.findChild<QTableWidget*>("trimGridVariations");
  variations->item(0, 1)->setText("1, -1, 4");
  dialog.findChild<QPushButton*>("trimGridTrim")->click();
  QTRY_VERIFY(!answered.isEmpty());
  QCOMPARE(dialog.found().rows.size(), 3u);
  QVERIFY(std::abs(dialog.found().rows[2].x[0] - 1) < 1e-8);
  QVERIFY2(dialog.message().contains("Not found: 1"), qPrintable(dialog.message()));
  auto* points = dialog.findChild<QTableWidget*>("trimGridPoints");
  QCOMPARE(points->horizontalHeaderItem(1)->text(), QString("x.x"));
  QCOMPARE(points->item(0, 1)->text(), QString("2"));
  const QString path = m_folder.filePath("grid.csv");
  QVERIFY(dialog.saveFile(path));
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly) && file.readLine() == "gain,x.x,u,y,status,message\n");
}

void TrimTest::theSearchBeginsAtTheRun() {
  QVERIFY(!action("trimFromRun")->isEnabled());
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY(!finished.isEmpty());
  QVERIFY(action("trimFromRun")->isEnabled());
  const double end = m_window->runs().model()->operating_point()->states[0];
  action("trimFromRun")->trigger();
  QTRY_VERIFY(!m_dock->isBusy());
  QCOMPARE(cell(States, "x.x", TrimTable::Value).data(Qt::EditRole).toString().toDouble(), end);
  QVERIFY(end < 0);
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("-2"));  // the near one
  action("trimInitial")->trigger();
  QTRY_COMPARE(text(States, "x.x", TrimTable::Value), QString("0.5"));
}

void TrimTest::theSearchBeginsAtAFile() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  const QString path = m_folder.filePath("start.json");
  QVERIFY(m_dock->saveFile(path));
  QVERIFY(set(Inputs, "u", TrimTable::Value, ""));
  QVERIFY(m_dock->beginAtFile(path));
  QTRY_COMPARE(text(States, "x.x", TrimTable::Value).toDouble(), 2.0);
  QTRY_COMPARE(text(Inputs, "u", TrimTable::Value), QString("5"));
  QVERIFY(!m_dock->beginAtFile(m_folder.filePath("none.json")));
  QFile wrong(m_folder.filePath("wrong.json"));
  QVERIFY(wrong.open(QIODevice::WriteOnly) && wrong.write("{}") == 2);
  wrong.close();
  QVERIFY(m_dock->beginAtFile(wrong.fileName()));
  QTRY_VERIFY2(m_dock->message().contains("no operating point"), qPrintable(m_dock->message()));
}

void TrimTest::editsOfTheModelAreFollowed() {
  QVERIFY(set(Inputs, "u", TrimTable::Value, "5"));
  QVERIFY(check(Inputs, "u", TrimTable::Known, true));
  trim();
  // Where a block stands has no influence.
  const sim::Id x = idOf(m_window->document().diagram(), "x");
  sim::Block moved = m_window->document().diagram().blocks.at(x);
  moved.position.x += 100;
  sim::Edit move{"Move", {}};
  move.set(x, moved);
  m_window->document().apply(std::move(move));
  QTest::qWait(400);
  QVERIFY(m_dock->report());
  change("gain", "0.25");
  QTRY_VERIFY(!m_dock->report());
  QTRY_VERIFY2(m_dock->message().contains("has changed"), qPrintable(m_dock->message()));
  QVERIFY(!action("trimSave")->isEnabled());
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("4"));
  // A state has another name; what was asked of the others stays.
  moved.name = "level";
  sim::Edit rename{"Rename", {}};
  rename.set(x, moved);
  m_window->document().apply(std::move(rename));
  QTRY_VERIFY(cell(States, "level.x", TrimTable::Value).isValid());
  QVERIFY(!cell(States, "x.x", TrimTable::Value).isValid());
  QCOMPARE(text(Inputs, "u", TrimTable::Value), QString("5"));
}

void TrimTest::aSearchIsCanceled() {
  QSignalSpy answered(m_dock, &TrimDock::answered);
  m_dock->trim();
  auto* cancel = m_dock->findChild<QPushButton*>("trimCancel");
  QVERIFY(cancel->isEnabled());
  cancel->click();
  QTRY_VERIFY(!answered.isEmpty());
  QCOMPARE(m_dock->message(), QString("Canceled."));
  QVERIFY(!m_dock->isBusy());
  QVERIFY(!cancel->isEnabled());
}

void TrimTest::theMouseAndKeysDoIt() {
  QTreeView& view = m_dock->view();
  view.setFocus();
  const QModelIndex value = cell(Inputs, "u", TrimTable::Value);
  view.setCurrentIndex(value);
  QTest::keyClick(&view, Qt::Key_F2);
  QWidget* editor = view.findChild<QLineEdit*>();
  QVERIFY(editor);
  QTest::keyClicks(editor, "17");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(value.data().toString(), QString("17"));  // the delegate commits later
  const QModelIndex known = cell(Inputs, "u", TrimTable::Known);
  view.setCurrentIndex(known);
  QTest::keyClick(&view, Qt::Key_Space);
  QCOMPARE(known.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
  trim();
  QCOMPARE(text(States, "x.x", TrimTable::Found), QString("4"));
}

QTEST_MAIN(TrimTest)
#include "trim_test.moc"
