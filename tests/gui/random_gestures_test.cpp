// Thousands of random sequences of gestures on the canvas: the document stays whole all the way, what is
// shown is what it says, and undo leads back to the start and redo to the end. With FLUXION_LONG_TESTS=1,
// many more.
#include <QElapsedTimer>

#include "sim_core/diagram/file.h"
#include "tests/gui/random_hand.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class RandomGesturesTest : public QObject {
  Q_OBJECT

  // Every line of the level is shown, along the axes, from where the document says it begins to where it
  // ends.
  static QString whatIsShownWrong(Window& w) {
    const DiagramScene& scene = w.editor.scene();
    std::size_t blocks = 0, lines = 0;
    for (const auto& [id, block] : w.diagram().blocks) {
      if (block.parent != scene.subsystem()) continue;
      ++blocks;
      const BlockItem* item = scene.level().block(id);
      if (!item || item->block() != block) return "a block is not shown as it is";
    }
    for (const auto& [id, line] : w.diagram().lines) {
      if (line.parent != scene.subsystem()) continue;
      ++lines;
      const QString name = QStringLiteral("line %1 ").arg(sim::to_number(id));
      const LineItem* item = scene.level().line(id);
      if (!item || !item->isVisible() || item->route().size() < 2) return name + "is not shown";
      const routing::Polyline& route = item->route();
      const QPointF offSource = route.front() - scene.wiring().sourceEnd(line).point;
      const QPointF offTarget = route.back() - scene.wiring().targetEnd(line).point;
      if (offSource.manhattanLength() > 0.02) return name + "begins elsewhere";
      if (offTarget.manhattanLength() > 0.02) return name + "ends elsewhere";
      for (std::size_t k = 0; k + 1 < route.size(); ++k) {
        const QPointF d = route[k + 1] - route[k];
        if (std::abs(d.x()) > 0.02 && std::abs(d.y()) > 0.02) return name + "is slanted";
      }
    }
    if (scene.level().blocks().size() != blocks || scene.level().lines().size() != lines)
      return "more is shown than there is";
    return {};
  }

  // Names are told apart on each level, and what is inside something is inside a subsystem.
  static QString whatIsOutOfPlace(const Window& w) {
    const sim::Diagram& d = w.diagram();
    const auto level = [&](sim::Id parent) {
      if (parent == sim::no_id) return true;
      const sim::BlockType* type = d.blocks.contains(parent) ? w.document.typeOf(parent) : nullptr;
      return type && type->role == sim::BlockRole::Subsystem;
    };
    std::set<std::pair<sim::Id, std::string>> names;
    for (const auto& [id, block] : d.blocks) {
      if (!level(block.parent)) return "a block is nowhere";
      if (block.name.empty() || !names.emplace(block.parent, block.name).second)
        return "a name is there twice";
      if (block.size.width < 1 || block.size.height < 1) return "a block has no size";
    }
    for (const auto& [id, line] : d.lines)
      if (!level(line.parent)) return "a line is nowhere";
    for (const auto& [id, note] : d.annotations)
      if (!level(note.parent)) return "a note is nowhere";
    return {};
  }

  static QString whatIsWrong(Window& w) {
    return test::whatIsWrong(w.diagram()) + whatIsOutOfPlace(w) + whatIsShownWrong(w);
  }

  static bool readsBackTheSame(const sim::Diagram& d) {
    const auto reopened = sim::read_diagram(sim::write_diagram(d), "saved");
    return reopened && reopened->warnings.empty() && reopened->diagram == d;
  }

  // A few blocks, some of them in a subsystem, wired at random.
  static void begin(Window& w, test::RandomHand& hand) {
    w.document.setDiagram({});
    w.editor.view().setZoom(1, {0, 0});
    for (int k = 2 + hand.upTo(4); k > 0; --k) hand.insert(), hand.draw(), hand.move();
    if (hand.chance(50)) hand.makeSubsystem();
    hand.closeEditors();
    w.document.undoStack().clear();
  }

  // What went wrong with the sequence; empty where nothing did.
  static QString play(Window& w, unsigned seed, int steps) {
    test::RandomHand hand{w, std::mt19937(seed)};
    begin(w, hand);
    hand.did.clear();
    const sim::Diagram start = w.diagram();
    const auto says = [&](const QString& wrong) {
      return QString("seed %1, after %2: %3").arg(seed).arg(hand.did.join(QStringLiteral(", ")), wrong);
    };
    for (int step = 0; step < steps; ++step) {
      hand.act();
      if (const QString wrong = whatIsWrong(w); !wrong.isEmpty()) return says(wrong);
    }
    if (!readsBackTheSame(w.diagram())) return says("the file says something else");
    QUndoStack& stack = w.document.undoStack();
    while (stack.canRedo()) stack.redo();
    const sim::Diagram end = w.diagram();
    const int reached = stack.index();
    stack.setIndex(0);
    if (!(w.diagram() == start)) return says("undo leads elsewhere");
    if (const QString wrong = whatIsWrong(w); !wrong.isEmpty()) return says("undone: " + wrong);
    stack.setIndex(reached);
    if (!(w.diagram() == end)) return says("redo leads elsewhere");
    if (const QString wrong = whatIsWrong(w); !wrong.isEmpty()) return says("redone: " + wrong);
    return {};
  }

  static bool isLong() { return qEnvironmentVariableIntValue("FLUXION_LONG_TESTS") != 0; }

 private slots:
  void shortSequencesKeepTheDiagramWhole() {
    Window w;
    const int asked = qEnvironmentVariableIntValue("FLUXION_LONG_TESTS");
    const int sequences = asked > 1 ? asked : isLong() ? 10000 : 2000;
    constexpr int enoughMilliseconds = 25000;
    QElapsedTimer clock;
    clock.start();
    QStringList failed;
    int played = 0;
    for (; played < sequences && failed.size() < 5; ++played) {
      if (!isLong() && clock.elapsed() > enoughMilliseconds) break;
      if (const QString wrong = play(w, 1 + static_cast<unsigned>(played), 12); !wrong.isEmpty())
        failed << wrong;
    }
    qInfo("%d sequences in %.1f s", played, static_cast<double>(clock.elapsed()) / 1000);
    QVERIFY2(failed.isEmpty(), qPrintable(failed.join(u'\n')));
  }

  void aLongSequenceKeepsTheDiagramWhole_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= (isLong() ? 40U : 3U); ++seed) QTest::addRow("seed %u", seed) << seed;
  }

  void aLongSequenceKeepsTheDiagramWhole() {
    QFETCH(unsigned, seed);
    Window w;
    const QString wrong = play(w, 100000 + seed, 300);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
};

QTEST_MAIN(RandomGesturesTest)
#include "random_gestures_test.moc"
