// Thousands of random gestures on the canvas: the document stays whole all the way, and undo leads back.
#include <random>

#include "sim_core/diagram/file.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class RandomGesturesTest : public QObject {
  Q_OBJECT

  static constexpr int steps = 400;

  struct Hand {
    Window& w;
    std::mt19937 random;

    int upTo(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    bool chance(int percent) { return upTo(100) < percent; }
    QPointF place() { return QPointF(20 + upTo(800), 20 + upTo(480)); }
    template <class T>
    sim::Id any(const std::map<sim::Id, T>& elements) {
      if (elements.empty()) return sim::no_id;
      auto it = elements.begin();
      std::advance(it, upTo(static_cast<int>(elements.size())));
      return it->first;
    }
    QPointF onLine(sim::Id line) {
      const auto& route = w.route(line);
      const std::size_t k = static_cast<std::size_t>(upTo(static_cast<int>(route.size()) - 1));
      return (route[k] + route[k + 1]) / 2;
    }
    // Where a gesture often begins: a port, an end of a line, the middle of one, a block, or nowhere.
    QPointF handle() {
      const sim::Id block = any(w.diagram().blocks), line = any(w.diagram().lines);
      const BlockGeometry& g = w.editor.scene().blockItem(block)->geometry();
      switch (upTo(6)) {
        case 0:
          if (!g.inputs.empty())
            return g.inputs[static_cast<std::size_t>(upTo(int(g.inputs.size())))].position;
          [[fallthrough]];
        case 1:
          if (!g.outputs.empty())
            return g.outputs[static_cast<std::size_t>(upTo(int(g.outputs.size())))].position;
          [[fallthrough]];
        case 2:
          if (!g.conserving.empty())
            return g.conserving[static_cast<std::size_t>(upTo(int(g.conserving.size())))].position;
          [[fallthrough]];
        case 3:
          if (line != sim::no_id) return chance(50) ? w.route(line).front() : w.route(line).back();
          [[fallthrough]];
        case 4:
          if (line != sim::no_id) return onLine(line);
          [[fallthrough]];
        default:
          return chance(70) ? g.rect.center() : place();
      }
    }
    Qt::KeyboardModifiers keys() {
      const int k = upTo(8);
      return k == 0   ? Qt::ControlModifier
             : k == 1 ? Qt::ShiftModifier
             : k == 2 ? Qt::AltModifier
                      : Qt::NoModifier;
    }

    void insert() {
      static const std::vector<const char*> types = {
          "math/gain",          "math/sum",    "sources/constant",  "continuous/integrator",
          "sinks/scope",        "routing/mux", "driveline/inertia", "driveline/rotational_damper",
          "electrical/resistor"};
      if (w.diagram().blocks.size() < 14)
        w.editor.insertBlock(QString::fromLatin1(types[static_cast<std::size_t>(upTo(int(types.size())))]));
    }
    void answerOffer() {
      QLineEdit* words = w.quickInsert();
      if (!words) return;
      if (chance(50)) {
        QTest::keyClicks(words, chance(50) ? "gain" : "in");
        QTest::keyClick(words, Qt::Key_Return);
      }
      if (w.quickInsert()) QTest::keyClick(w.quickInsert(), Qt::Key_Escape);
    }
    void name() {
      if (w.diagram().lines.empty()) return;
      w.doubleClick(onLine(any(w.diagram().lines)));
      if (auto* field = w.editor.findChild<QLineEdit*>("signalNameEditor")) {
        QTest::keyClicks(field, chance(50) ? "speed" : "");
        QTest::keyClick(field, chance(70) ? Qt::Key_Return : Qt::Key_Escape);
      }
    }

    void act() {
      if (w.diagram().blocks.size() < 4) return insert();
      switch (upTo(14)) {
        case 0:
          return insert();
        case 1:
        case 2:
        case 3:
        case 4:
          w.drag(handle(), handle(), chance(85) ? Qt::LeftButton : Qt::RightButton, keys());
          return answerOffer();
        case 5:
          w.drag(handle(), place(), Qt::LeftButton, keys());
          return answerOffer();
        case 6:
          w.drag(w.middle(any(w.diagram().blocks)), handle(), Qt::LeftButton, Qt::ShiftModifier);
          return;
        case 7:
          w.click(handle(), keys());
          return;
        case 8:
          return name();
        case 9:
          w.click(w.middle(any(w.diagram().blocks)));
          w.trigger(chance(50) ? CommandId::Rotate : CommandId::Flip);
          return;
        case 10:
          if (chance(30)) w.trigger(chance(50) ? CommandId::Delete : CommandId::DeleteAndReconnect);
          return;
        case 11:
          for (int k = upTo(4); k >= 0; --k) w.trigger(chance(60) ? CommandId::Undo : CommandId::Redo);
          return;
        case 12:
          w.click(handle());
          if (chance(50))
            w.trigger(CommandId::ResetLineShape);
          else if (w.diagram().blocks.size() < 14)
            w.trigger(CommandId::Duplicate);
          return;
        default:
          w.drag(handle(), place(), Qt::LeftButton, keys(), false);
          w.key(Qt::Key_Escape);
          w.mouse(QEvent::MouseButtonRelease, {0, 0}, Qt::LeftButton, Qt::NoButton, {});
      }
    }
  };

  // Every line is shown, along the axes, from where the document says it begins to where it ends.
  static QString whatIsShownWrong(Window& w) {
    const Wiring& wiring = w.editor.scene().wiring();
    for (const auto& [id, line] : w.diagram().lines) {
      const QString name = QStringLiteral("line %1 ").arg(sim::to_number(id));
      const LineItem* item = w.editor.scene().lineItem(id);
      if (!item || !item->isVisible() || item->route().size() < 2) return name + "is not shown";
      const routing::Polyline& route = item->route();
      const QPointF offSource = route.front() - wiring.sourceEnd(line).point;
      const QPointF offTarget = route.back() - wiring.targetEnd(line).point;
      if (offSource.manhattanLength() > 0.02) return name + "begins elsewhere";
      if (offTarget.manhattanLength() > 0.02) return name + "ends elsewhere";
      for (std::size_t k = 0; k + 1 < route.size(); ++k) {
        const QPointF d = route[k + 1] - route[k];
        if (std::abs(d.x()) > 0.02 && std::abs(d.y()) > 0.02) return name + "is slanted";
      }
    }
    return {};
  }

 private slots:
  void theDiagramStaysWholeAndUndoLeadsToTheStart_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 5; ++seed) QTest::addRow("seed %u", seed) << seed;
  }

  void theDiagramStaysWholeAndUndoLeadsToTheStart() {
    QFETCH(unsigned, seed);
    Window w;
    w.add("math/gain", 80, 80);
    w.document.undoStack().clear();
    const sim::Diagram start = w.diagram();
    Hand hand{w, std::mt19937(seed)};
    for (int step = 0; step < steps; ++step) {
      hand.act();
      const QString wrong = test::whatIsWrong(w.diagram()) + whatIsShownWrong(w);
      QVERIFY2(wrong.isEmpty(),
               qPrintable(
                   QString("after step %1, %2: %3").arg(step).arg(w.document.undoStack().undoText(), wrong)));
      if (step % 10 != 0) continue;
      auto reopened = sim::read_diagram(sim::write_diagram(w.diagram()), "saved");
      QVERIFY2(reopened && reopened->warnings.empty(), qPrintable(QString("after step %1").arg(step)));
      QVERIFY2(reopened->diagram == w.diagram(), qPrintable(QString("after step %1").arg(step)));
    }
    QUndoStack& stack = w.document.undoStack();
    while (stack.canRedo()) stack.redo();
    const sim::Diagram end = w.diagram();
    const int reached = stack.index();
    QVERIFY(reached > 50);
    stack.setIndex(0);
    QVERIFY(w.diagram() == start);
    stack.setIndex(reached);
    QVERIFY(w.diagram() == end);
    QCOMPARE(w.editor.scene().blockItems().size(), w.diagram().blocks.size());
  }
};

QTEST_MAIN(RandomGesturesTest)
#include "random_gestures_test.moc"
