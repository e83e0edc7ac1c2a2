// Ports of subsystems take the names of signals; names of blocks may have a slash.
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class PortNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void aPortTakesTheNameOfTheSignalThatIsDrawnToItAndFollowsIt() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), plant = w.add("ports/subsystem", 320, 80, "Plant");
    const auto inside = w.add("ports/inport", 40, 40, "In1", {}, plant);
    w.drag(w.output(a), w.input(plant));
    QCOMPARE(w.document.block(inside)->name, std::string("In1"));
    const int steps = w.document.undoStack().index();
    const auto name = [&](const char* text) {
      w.doubleClick((w.output(a) + w.input(plant)) / 2);
      auto* field = w.editor.findChild<QLineEdit*>("signalNameEditor");
      field->selectAll();
      QTest::keyClicks(field, text);
      QTest::keyClick(field, Qt::Key_Return);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    name("speed in m/s");
    QCOMPARE(w.document.block(inside)->name, std::string("speed in m/s"));
    QCOMPARE(w.document.undoStack().index(), steps + 1);
    QCOMPARE(w.editor.scene().level().port({plant, 0}, true)->place.name, QStringLiteral("speed in m/s"));
    name("v");
    QCOMPARE(w.document.block(inside)->name, std::string("v"));
    w.trigger(CommandId::Undo);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(inside)->name, std::string("In1"));
  }

  void aNamedSignalThatIsConnectedLaterNamesThePortToo() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), plant = w.add("ports/subsystem", 320, 80, "Plant");
    const auto inside = w.add("ports/inport", 40, 40, "Inport", {}, plant);
    sim::Block named = *w.document.block(a);
    named.signal_names[0] = "torque";
    sim::Edit edit{"Name", {}};
    edit.set(a, named);
    w.document.apply(std::move(edit));
    w.drag(w.output(a), w.input(plant));
    QCOMPARE(w.document.block(inside)->name, std::string("torque"));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(inside)->name, std::string("Inport"));
    QVERIFY(w.diagram().lines.empty());
  }

  void aBlockIsRenamedToANameWithASlash() {
    Window w;
    const auto g = w.add("math/gain", 80, 80);
    const auto rename = [&](const char* text) {
      w.click(w.middle(g));
      w.trigger(CommandId::Rename);
      auto* field = w.editor.findChild<QLineEdit*>("nameEditor");
      field->selectAll();
      QTest::keyClicks(field, text);
      QTest::keyClick(field, Qt::Key_Return);
      QTest::keyClick(field, Qt::Key_Escape);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    rename("m/s to km/h");
    QCOMPARE(w.document.block(g)->name, std::string("m/s to km/h"));
    QCOMPARE(sim::find_block(w.diagram(), "m//s to km//h"), std::optional(g));
    rename("m/");
    QCOMPARE(w.document.block(g)->name, std::string("m/s to km/h"));
  }
};

QTEST_MAIN(PortNamesTest)
#include "port_names_test.moc"
