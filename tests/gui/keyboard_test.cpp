// The keyboard alone: through a diagram, along its signals, lines from port to port, and a whole piece of
// work from an empty diagram to a saved file.
#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "editor/explorer/explorer_dock.h"
#include "editor/focus_ring.h"
#include "editor/navigation/command_palette.h"
#include "editor/scopes/scope_panel.h"
#include "editor/tools/keyboard_wiring.h"
#include "editor/tools/spoken.h"
#include "editor/window/docks.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/file.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using test::CanvasWindow;

class KeyboardTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void tabFollowsTheOrderOfReading();
  void controlAndArrowsFollowTheSignals();
  void aLineIsDrawnFromPortToPort();
  void aLineIsBranchedAndDeleted();
  void aLineStartsAtAnInputOrAConservingPort();
  void escapeLeavesNoTrace();
  void whatChangesTheDocumentEndsDrawing();
  void aBlockIsResizedInOneStep();
  void enterAndTheMenuKeyActOnTheSelection();
  void freeInputsAreOfferedFirstAndReplacingIsSaid();
  void blocksAreTheCanvassChildren();
  void scopesAreWorkedWithByKeysAlone();
  void commandsAreFoundByTheirNames();
  void functionKeySixGoesThroughTheAreas();
  void aWholePieceOfWork();

 private:
  QTemporaryDir m_folder;
};

void KeyboardTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

void KeyboardTest::tabFollowsTheOrderOfReading() {
  CanvasWindow w;
  const auto d = w.add("math/gain", 0, 200, "D"), b = w.add("math/gain", 200, 10, "B"),
             a = w.add("math/gain", 0, 0, "A"), c = w.add("math/gain", 400, -8, "C");
  std::vector<sim::Id> order;
  for (int k = 0; k < 4; ++k) {
    w.key(Qt::Key_Tab);
    order.push_back(w.editor.selectedBlocks().front());
  }
  QCOMPARE(order, (std::vector<sim::Id>{a, b, c, d}));
  w.key(Qt::Key_Tab);
  QCOMPARE(w.editor.selectedBlocks().front(), a);
  w.key(Qt::Key_Backtab);
  QCOMPARE(w.editor.selectedBlocks().front(), d);
}

void KeyboardTest::controlAndArrowsFollowTheSignals() {
  CanvasWindow w;
  const auto source = w.add("sources/sine_wave", 0, 0, "Source"), upper = w.add("math/gain", 200, 0, "Upper"),
             lower = w.add("math/gain", 200, 100, "Lower");
  const auto first = w.wire(source, upper), second = w.wire(source, lower);
  w.editor.scene().select({source});
  w.key(Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedLines(), (std::vector<sim::Id>{first}));
  w.key(Qt::Key_Down, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedLines(), (std::vector<sim::Id>{second}));
  w.key(Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{lower}));
  w.key(Qt::Key_Up, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{upper}));
  w.key(Qt::Key_Left, Qt::ControlModifier);
  w.key(Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{source}));
  w.key(Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{source}));
}

void KeyboardTest::aLineIsDrawnFromPortToPort() {
  CanvasWindow w;
  const auto source = w.add("sources/sine_wave", 0, 0), sum = w.add("math/sum", 200, 0);
  const auto far = w.add("math/gain", 500, 200);
  w.editor.scene().select({source});
  w.document.undoStack().clear();
  w.trigger(CommandId::DrawLine);
  w.key(Qt::Key_Return);
  QCOMPARE(w.lines().size(), std::size_t{1});
  QCOMPARE(w.onlyLine().source, (sim::PortRef{source, 0}));
  QCOMPARE(w.onlyLine().target->block, sum);
  QCOMPARE(w.document.undoStack().count(), 1);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{sum}));
  // Its free input and its output: the output is what goes on.
  w.trigger(CommandId::DrawLine);
  QVERIFY2(w.editor.view().accessibleDescription().contains(QStringLiteral("Gain")),
           qPrintable(w.editor.view().accessibleDescription()));
  w.key(Qt::Key_Return);
  QCOMPARE(w.lines().size(), std::size_t{2});
  // From the source again, past the input that is taken.
  w.editor.scene().select({source});
  w.trigger(CommandId::DrawLine);
  const QString offered = w.editor.view().accessibleDescription();
  QVERIFY2(offered.contains(QStringLiteral("Sum")), qPrintable(offered));
  w.key(Qt::Key_Return);
  QCOMPARE(w.lines().size(), std::size_t{3});
  QVERIFY(test::consistent(w.diagram()));
  std::set<sim::PortRef> driven;
  for (const sim::Line& line : w.lines()) driven.insert(*line.target);
  QCOMPARE(driven, (std::set<sim::PortRef>{{sum, 0}, {sum, 1}, {far, 0}}));
}

void KeyboardTest::aLineIsBranchedAndDeleted() {
  CanvasWindow w;
  const auto source = w.add("sources/sine_wave", 0, 0), gain = w.add("math/gain", 200, 0),
             other = w.add("math/gain", 200, 120, "Other");
  const auto line = w.wire(source, gain);
  w.editor.scene().select({line});
  w.trigger(CommandId::DrawLine);
  w.key(Qt::Key_Return);
  QCOMPARE(w.lines().size(), std::size_t{2});
  QCOMPARE(w.lines()[1].source, (sim::PortRef{source, 0}));
  QCOMPARE(w.lines()[1].target, (sim::PortRef{other, 0}));
  w.editor.scene().select({source});
  w.key(Qt::Key_Right, Qt::ControlModifier);
  w.trigger(CommandId::Delete);
  QCOMPARE(w.lines().size(), std::size_t{1});
}

void KeyboardTest::aLineStartsAtAnInputOrAConservingPort() {
  CanvasWindow w;
  const auto scope = w.add("sinks/scope", 300, 0), source = w.add("sources/sine_wave", 0, 0);
  w.editor.scene().select({scope});
  w.trigger(CommandId::DrawLine);
  w.key(Qt::Key_Return);
  QCOMPARE(w.onlyLine().source, (sim::PortRef{source, 0}));
  QCOMPARE(w.onlyLine().target, (sim::PortRef{scope, 0}));

  CanvasWindow n;
  const auto left = n.add("electrical/resistor", 0, 0), right = n.add("electrical/resistor", 200, 0, "R2");
  QVERIFY(n.library.find("electrical/resistor"));
  n.editor.scene().select({left});
  n.trigger(CommandId::DrawLine);  // two ports: the first is chosen
  n.key(Qt::Key_Right);
  n.key(Qt::Key_Return);
  n.key(Qt::Key_Return);
  QCOMPARE(n.lines().size(), std::size_t{1});
  QCOMPARE(n.onlyLine().source->kind, sim::PortKind::Conserving);
  QCOMPARE(n.onlyLine().target->block, right);
}

void KeyboardTest::escapeLeavesNoTrace() {
  CanvasWindow w;
  w.add("math/gain", 200, 0);
  const auto source = w.add("sources/sine_wave", 0, 0);
  const sim::Diagram before = w.diagram();
  w.editor.scene().select({source});
  w.trigger(CommandId::DrawLine);
  w.key(Qt::Key_Tab);
  w.key(Qt::Key_A);  // no search while a line is drawn
  QVERIFY(!w.quickInsert());
  w.key(Qt::Key_Escape);
  QCOMPARE(w.diagram(), before);
  QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{source}));
  w.key(Qt::Key_Right);  // moves the block again
  QVERIFY(!(w.diagram() == before));
}

void KeyboardTest::whatChangesTheDocumentEndsDrawing() {
  CanvasWindow w;
  w.add("math/gain", 200, 0);
  const auto source = w.add("sources/sine_wave", 0, 0);
  w.editor.scene().select({source});
  w.trigger(CommandId::DrawLine);
  w.trigger(CommandId::Delete);
  w.key(Qt::Key_Return);
  QVERIFY(w.lines().empty());
  QCOMPARE(w.diagram().blocks.size(), std::size_t{1});
}

void KeyboardTest::aBlockIsResizedInOneStep() {
  CanvasWindow w;
  const auto gain = w.add("math/gain", 0, 0);
  const sim::Size before = w.diagram().blocks.at(gain).size;
  w.document.undoStack().clear();
  w.editor.scene().select({gain});
  for (int k = 0; k < 3; ++k) w.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
  w.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
  const sim::Block& block = w.diagram().blocks.at(gain);
  QVERIFY(block.size.width >= before.width + 16 && block.size.height > before.height);
  QCOMPARE(block.position, (sim::Point{0, 0}));
  QCOMPARE(w.document.undoStack().count(), 1);
}

void KeyboardTest::enterAndTheMenuKeyActOnTheSelection() {
  CanvasWindow w;
  const auto source = w.add("sources/sine_wave", 0, 0), gain = w.add("math/gain", 200, 0);
  const auto line = w.wire(source, gain);
  QSignalSpy opened(&w.editor, &DiagramEditor::blockActivated);
  w.editor.scene().select({gain});
  w.key(Qt::Key_Return);
  QCOMPARE(opened.count(), 1);
  for (const auto& [key, held] :
       {std::pair{Qt::Key_Menu, Qt::NoModifier}, {Qt::Key_F10, Qt::ShiftModifier}}) {
    w.key(key, held);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QVERIFY(menu->actions().contains(w.commands.action(CommandId::BlockParameters)));
    menu->close();
  }
  w.editor.scene().select({line});
  w.key(Qt::Key_Return);
  QLineEdit* name = nullptr;
  for (auto* field : w.editor.findChildren<QLineEdit*>())
    if (field->isVisible()) name = field;
  QVERIFY(name);
  QTest::keyClicks(name, QStringLiteral("speed"));
  QTest::keyClick(name, Qt::Key_Return);
  QCOMPARE(w.diagram().blocks.at(source).signal_names.at(0), std::string("speed"));
}

// What Tab offers, as it is said, until it comes around.
static QStringList offers(KeyboardWiring& wiring) {
  QStringList all;
  while (!all.contains(wiring.spoken())) {
    all << wiring.spoken();
    wiring.key(QKeyEvent(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier));
  }
  return all;
}

void KeyboardTest::freeInputsAreOfferedFirstAndReplacingIsSaid() {
  CanvasWindow w;
  const auto sine = w.add("sources/sine_wave", 0, 0, "Sine"), gain = w.add("math/gain", 160, 80, "Gain"),
             scope = w.add("sinks/scope", 160, 0, "Scope"), far = w.add("sinks/display", 600, 0, "Far");
  w.wire(sine, scope);
  w.editor.scene().select({gain});
  {
    KeyboardWiring wiring({w.document, w.editor.scene(), w.editor.view()});
    QVERIFY(wiring.begin());
    // The scope is nearest, but taken; the gain's own input comes after that of others.
    const QStringList said = offers(wiring);
    QCOMPARE(said.size(), 4);
    QVERIFY2(said[0].endsWith(QStringLiteral("of Far")), qPrintable(said[0]));
    QVERIFY2(said[1].endsWith(QStringLiteral("of Gain")), qPrintable(said[1]));
    QVERIFY2(
        said[2].startsWith(QStringLiteral("new input 2")) && said[2].endsWith(QStringLiteral("of Scope")),
        qPrintable(said[2]));
    QVERIFY2(said[3].endsWith(QStringLiteral("of Scope: Enter replaces the line from Sine")),
             qPrintable(said[3]));
    wiring.cancel();
  }
  // An output that drives something says nothing about the input beside it.
  const auto out = w.add("sinks/display", 300, 80, "Out");
  w.wire(gain, out);
  w.editor.scene().select({sine});
  KeyboardWiring wiring({w.document, w.editor.scene(), w.editor.view()});
  QVERIFY(wiring.begin());
  QVERIFY2(wiring.spoken().endsWith(QStringLiteral("of Gain")), qPrintable(wiring.spoken()));
  const auto count = w.diagram().lines.size();
  const auto press = [&wiring](int key) {
    return wiring.key(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier));
  };
  while (!wiring.spoken().startsWith(QStringLiteral("new input"))) press(Qt::Key_Tab);
  press(Qt::Key_Return);
  QCOMPARE(w.diagram().lines.size(), count + 1);
  QCOMPARE(w.diagram().blocks.at(scope).parameters.at("Inputs"), std::string("2"));
  QVERIFY(test::consistent(w.diagram()));
  Q_UNUSED(far);
}

void KeyboardTest::blocksAreTheCanvassChildren() {
  CanvasWindow w;
  const auto gain = w.add("math/gain", 200, 0, "Kp", {{"k", "7"}}),
             source = w.add("sources/sine_wave", 0, 0, "Sine");
  w.wire(source, gain);
  QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&w.editor.view());
  QVERIFY(canvas);
  QCOMPARE(canvas->childCount(), 2);
  const QString name = canvas->child(1)->text(QAccessible::Name);
  QCOMPARE(name, QStringLiteral("Gain block Kp, Gain 7, input from Sine, output not connected"));
  QCOMPARE(canvas->indexOfChild(canvas->child(1)), 1);
  QVERIFY(canvas->child(1)->rect().isValid());
  w.editor.scene().select({gain});
  QCOMPARE(w.editor.view().accessibleDescription(), name);
  QVERIFY(canvas->child(1)->state().selected);
  QAccessibleInterface* gone = canvas->child(1);
  w.document.apply(sim::remove_blocks(w.diagram(), {gain}));
  QVERIFY(!gone->isValid());
  QCOMPARE(gone->text(QAccessible::Name), QString());
  QCOMPARE(canvas->childCount(), 1);
}

void KeyboardTest::commandsAreFoundByTheirNames() {
  const sim::BlockLibrary library = test::allBlocks();
  MainWindow window(library);
  window.newDiagram();
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  window.commands().action(CommandId::RunCommand)->trigger();
  auto* palette = window.findChild<CommandPalette*>();
  QVERIFY(palette && palette->isVisible());
  auto* words = palette->findChild<QLineEdit*>();
  auto* list = palette->findChild<QTreeWidget*>();
  QVERIFY(list->topLevelItemCount() > 50);
  QTest::keyClicks(words, QStringLiteral("model ex"));
  QCOMPARE(list->currentItem()->text(0), QStringLiteral("Model Explorer"));
  QCOMPARE(list->currentItem()->text(2), QStringLiteral("Ctrl+H"));
  QTest::keyClick(words, Qt::Key_Return);
  QTRY_VERIFY(static_cast<ExplorerDock&>(window.bench().docks().dock(DockId::Explorer)).isVisible());
}

void KeyboardTest::functionKeySixGoesThroughTheAreas() {
  const sim::BlockLibrary library = test::allBlocks();
  MainWindow window(library);
  window.newDiagram();
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  window.editor().view().setFocus();
  std::vector<QWidget*> visited;
  for (int k = 0; k < 8; ++k) {
    window.commands().action(CommandId::NextArea)->trigger();
    visited.push_back(QApplication::focusWidget());
    if (visited.back() == &window.editor().view()) break;
  }
  QCOMPARE(visited.back(), &window.editor().view());
  QVERIFY2(visited.size() >= 3, "the library and the toolbar lie on the way");
  window.commands().action(CommandId::PreviousArea)->trigger();
  QCOMPARE(QApplication::focusWidget(), visited[visited.size() - 2]);
}

// Keys go to whatever has the focus, as a keyboard's do.
static void type(const QString& text) {
  for (QChar c : text) QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
}
static void press(Qt::Key key, Qt::KeyboardModifiers held = Qt::NoModifier) {
  QTest::keyClick(QApplication::focusWidget(), key, held);
}

void KeyboardTest::scopesAreWorkedWithByKeysAlone() {
  const sim::BlockLibrary library = test::allBlocks();
  MainWindow window(library);
  window.resize(1280, 720);
  window.show();
  QVERIFY(window.opening().openFile(
      QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx")));
  QVERIFY(QTest::qWaitForWindowActive(&window));
  window.editor().view().setFocus();
  QSignalSpy finished(&window.runs(), &RunController::finished);
  press(Qt::Key_T, Qt::ControlModifier);
  QVERIFY(finished.wait(20000));
  QTRY_VERIFY(!window.scopes().seen().empty());
  // One key from the diagram, and the next one moves a cursor.
  press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(window.scopes().cursors().isOn());
  auto* canvas = qobject_cast<PlotCanvas*>(QApplication::focusWidget());
  QVERIFY(canvas);
  auto* ring = canvas->findChild<FocusRing*>();
  QVERIFY(ring && ring->isVisible() && ring->size() == canvas->size());
  const double before = window.scopes().cursors().time(0);
  press(Qt::Key_Right);
  QVERIFY(window.scopes().cursors().time(0) > before);
  press(Qt::Key_C);
  QVERIFY(!window.scopes().cursors().isOn());
  press(Qt::Key_C);
  QVERIFY(window.scopes().cursors().isOn());
  press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(!window.scopes().cursors().isOn());
  QCOMPARE(QApplication::focusWidget(), &window.editor().view());
  QVERIFY(!ring->isVisible());
  // All that a scope can do is in the list of commands.
  window.commands().action(CommandId::RunCommand)->trigger();
  auto* palette = window.findChild<CommandPalette*>();
  auto* list = palette->findChild<QTreeWidget*>();
  QStringList names;
  for (int k = 0; k < list->topLevelItemCount(); ++k)
    if (list->topLevelItem(k)->text(1).contains(QStringLiteral("Scopes")))
      names << list->topLevelItem(k)->text(0);
  for (const char* name :
       {"Show Cursors", "Snap to Recorded Points", "Measurements", "Spectrum", "Export…", "Copy Picture",
        "Fit Values", "Trigger", "Freeze the picture", "Compare with Measured Data…"})
    QVERIFY2(names.contains(QString::fromUtf8(name)), name);
  auto* words = palette->findChild<QLineEdit*>();
  QTest::keyClicks(words, QStringLiteral("show curs"));
  QTest::keyClick(words, Qt::Key_Return);
  QTRY_VERIFY(window.scopes().cursors().isOn());
}

void KeyboardTest::aWholePieceOfWork() {
  const sim::BlockLibrary library = test::allBlocks();
  MainWindow window(library);
  window.resize(1280, 720);
  window.show();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  press(Qt::Key_N, Qt::ControlModifier);
  QCOMPARE(QApplication::focusWidget(), &window.editor().view());
  const auto insert = [&](const QString& words) {
    press(Qt::Key_Escape);
    type(words);
    press(Qt::Key_Return);
  };
  insert(QStringLiteral("sine wave"));
  for (int k = 0; k < 20; ++k) press(Qt::Key_Left);
  insert(QStringLiteral("gain"));
  insert(QStringLiteral("scope"));
  for (int k = 0; k < 20; ++k) press(Qt::Key_Right);
  const sim::Diagram& diagram = window.document().diagram();
  QCOMPARE(diagram.blocks.size(), std::size_t{3});
  press(Qt::Key_Escape);
  press(Qt::Key_Tab);
  press(Qt::Key_K, Qt::ControlModifier);
  press(Qt::Key_Return);
  press(Qt::Key_K, Qt::ControlModifier);
  press(Qt::Key_Return);
  QCOMPARE(diagram.lines.size(), std::size_t{2});
  QVERIFY(test::consistent(diagram));
  // The gain is the second.
  press(Qt::Key_Escape);
  press(Qt::Key_Tab);
  press(Qt::Key_Tab);
  press(Qt::Key_Return);
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QTRY_VERIFY((field = qobject_cast<QLineEdit*>(QApplication::focusWidget())));
  field->selectAll();
  type(QStringLiteral("5"));
  press(Qt::Key_Return);
  const auto gain = sim::find_block(diagram, "Gain");
  QVERIFY(gain);
  QCOMPARE(diagram.blocks.at(*gain).parameters.at("k"), std::string("5"));
  window.activateWindow();
  window.editor().view().setFocus();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  QSignalSpy finished(&window.runs(), &RunController::finished);
  press(Qt::Key_T, Qt::ControlModifier);
  QVERIFY(finished.wait(20000));
  QCOMPARE(window.scopes().panels().size(), std::size_t{1});
  const QString path = m_folder.filePath(QStringLiteral("keyboard.flx"));
  QVERIFY(window.document().save(path).empty());
  const sim::LoadedDiagram loaded = *sim::load_file(path.toStdString());
  QCOMPARE(loaded.diagram, diagram);
}

QTEST_MAIN(KeyboardTest)
#include "keyboard_test.moc"
