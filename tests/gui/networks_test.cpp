// Drawing physical networks: lines between conserving ports.
#include <QMouseEvent>
#include <QTest>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/diagram_editor.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

using namespace fluxion;

class NetworksTest : public QObject {
  Q_OBJECT

  static sim::BlockLibrary allBlocks() {
    sim::BlockLibrary library = sim::standard_library();
    sim::add_network_libraries(library);
    return library;
  }

  struct Window {
    sim::BlockLibrary library = allBlocks();
    DiagramDocument document{library};
    CommandSet commands;
    DiagramEditor editor{document, commands};

    Window() {
      editor.resize(900, 600);
      editor.show();
      editor.view().setZoom(1, {0, 0});
    }
    sim::Id add(const char* type, double x, double y, sim::Id parent = sim::no_id) {
      const sim::BlockType* t = library.find(type);
      sim::Block b;
      b.parent = parent, b.type = type, b.name = t->label, b.position = {x, y};
      b.size = {double(t->default_width), double(t->default_height)};
      auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(b)); });
      document.apply(std::move(insertion.edit));
      return insertion.id;
    }
    QPointF port(sim::Id block, int k) {
      return editor.scene().port({block, k, sim::PortKind::Conserving}, false)->place.position;
    }
    void mouse(QEvent::Type type, QPointF p, Qt::MouseButton button, Qt::MouseButtons held) {
      QWidget* target = editor.view().viewport();
      const QPoint at = editor.view().mapFromScene(p);
      QMouseEvent event(type, at, target->mapToGlobal(at), button, held, Qt::NoModifier);
      QCoreApplication::sendEvent(target, &event);
    }
    void drag(QPointF from, QPointF to) {
      mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
      for (int k = 1; k <= 5; ++k)
        mouse(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, Qt::LeftButton);
      mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }
    std::vector<sim::Line> lines() const {
      std::vector<sim::Line> all;
      for (const auto& [id, line] : document.diagram().lines) all.push_back(line);
      return all;
    }
  };

 private slots:
  void aDragBetweenConservingPortsConnectsThem() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80),
                  body = w.add("driveline/inertia", 320, 80);
    w.drag(w.port(damper, 1), w.port(body, 0));
    const auto lines = w.lines();
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].conserving() && lines[0].source && lines[0].target);
    QCOMPARE(lines[0].source->block, damper);
    QCOMPARE(lines[0].target->block, body);
    w.document.undoStack().undo();
    QVERIFY(w.lines().empty());
  }

  void manyLinesMayMeetAtAPort() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id first = w.add("driveline/inertia", 320, 80), second = w.add("driveline/inertia", 320, 200);
    w.drag(w.port(damper, 1), w.port(first, 0));
    w.drag(w.port(second, 0), w.port(damper, 1));
    QCOMPARE(w.lines().size(), std::size_t{2});
  }

  void droppedOnALineItJoinsItsNetwork() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id first = w.add("driveline/inertia", 400, 80), second = w.add("driveline/inertia", 320, 240);
    w.drag(w.port(damper, 1), w.port(first, 0));
    w.drag(w.port(second, 0), (w.port(damper, 1) + w.port(first, 0)) / 2);
    const auto lines = w.lines();
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[1].source->block, damper);
    QCOMPARE(lines[1].target->block, second);
  }

  void portsOfOtherKindsAreNoTarget() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id resistor = w.add("electrical/resistor", 320, 80), gain = w.add("math/gain", 320, 240);
    w.drag(w.port(damper, 1), w.port(resistor, 0));
    w.drag(w.port(damper, 1), w.editor.scene().port({gain, 0}, true)->place.position);
    for (const sim::Line& line : w.lines()) QVERIFY(!line.target);
  }

  void aSubsystemHasThePortsThatAreInsideIt() {
    Window w;
    const sim::Id subsystem = w.add("ports/subsystem", 80, 80);
    w.add("ports/connection_port", 40, 40, subsystem);
    const auto& geometry = w.editor.scene().blockItem(subsystem)->geometry();
    QCOMPARE(geometry.conserving.size(), std::size_t{1});
    QCOMPARE(geometry.conserving[0].direction, QPointF(-1, 0));
  }
};

QTEST_MAIN(NetworksTest)
#include "networks_test.moc"
