#pragma once
// A hand that does anything on the canvas, as a seed says: every gesture of every tool, on the level that is
// shown and on the levels in it. Keeps a list of what it did.
#include <QMenu>
#include <QPlainTextEdit>
#include <QStringList>
#include <random>

#include "editor/canvas/note_item.h"
#include "tests/gui/canvas_window.h"

namespace fluxion::test {

struct RandomHand {
  CanvasWindow& w;
  std::mt19937 random;
  QStringList did = {};

  static constexpr std::size_t mostBlocks = 16;

  DiagramScene& scene() { return w.editor.scene(); }
  int upTo(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return upTo(100) < percent; }
  QPointF place() { return QPointF(20 + upTo(600), 20 + upTo(400)); }
  template <class List>
  auto any(const List& list) {
    return list[static_cast<std::size_t>(upTo(static_cast<int>(list.size())))];
  }
  bool hasRoom() { return w.diagram().blocks.size() < mostBlocks; }
  BlockItem* block() { return scene().level().blocks().empty() ? nullptr : any(scene().level().blocks()); }
  LineItem* line() { return scene().level().lines().empty() ? nullptr : any(scene().level().lines()); }

  QPointF onLine(const LineItem& item) {
    const auto& route = item.route();
    const std::size_t k = static_cast<std::size_t>(upTo(static_cast<int>(route.size()) - 1));
    return (route[k] + route[k + 1]) / 2;
  }
  // Where a gesture often begins or ends: a port, an end of a line, the middle of one, a block, or nowhere.
  QPointF spot() {
    const BlockItem* item = block();
    if (!item) return place();
    const BlockGeometry& g = item->geometry();
    for (const auto* ports : {&g.inputs, &g.outputs, &g.conserving})
      if (!ports->empty() && chance(30)) return any(*ports).position;
    if (const LineItem* wire = line(); wire && chance(50))
      return chance(40) ? onLine(*wire) : chance(50) ? wire->route().front() : wire->route().back();
    return chance(70) ? g.rect.center() : place();
  }
  Qt::KeyboardModifiers keys() {
    const int k = upTo(8);
    return k == 0   ? Qt::ControlModifier
           : k == 1 ? Qt::ShiftModifier
           : k == 2 ? Qt::AltModifier
                    : Qt::NoModifier;
  }

  void insert() {
    static const std::vector<const char*> types = {"math/gain",         "math/sum",
                                                   "sources/constant",  "continuous/integrator",
                                                   "sinks/scope",       "routing/mux",
                                                   "ports/inport",      "ports/outport",
                                                   "driveline/inertia", "electrical/resistor",
                                                   "ports/subsystem",   "driveline/rotational_damper"};
    if (hasRoom()) w.editor.insertBlock(QString::fromLatin1(any(types)));
  }
  void answerOffer() {
    QLineEdit* words = w.quickInsert();
    if (!words) return;
    if (chance(50) && hasRoom()) {
      QTest::keyClicks(words, chance(50) ? "gain" : "in");
      QTest::keyClick(words, Qt::Key_Return);
    }
    if (w.quickInsert()) QTest::keyClick(w.quickInsert(), Qt::Key_Escape);
  }
  void draw() {
    w.drag(spot(), spot(), chance(80) ? Qt::LeftButton : Qt::RightButton, keys());
    answerOffer();
  }
  void move() {
    if (const BlockItem* item = block())
      w.drag(item->geometry().rect.center(), chance(50) ? place() : spot());
  }
  // Onto the middle of a line: the block is put into it.
  void splice() {
    const BlockItem* item = block();
    const LineItem* wire = line();
    if (item && wire) w.drag(item->geometry().rect.center(), onLine(*wire));
  }
  void takeOut() {
    if (const BlockItem* item = block())
      w.drag(item->geometry().rect.center(), place(), Qt::LeftButton, Qt::ShiftModifier);
  }
  void copyByDragging() {
    if (const BlockItem* item = block(); item && hasRoom())
      w.drag(item->geometry().rect.center(), place(), Qt::LeftButton, Qt::ControlModifier);
  }
  void resize() {
    BlockItem* item = block();
    if (!item) return;
    scene().select({item->id()});
    const QPointF corner = item->handle(upTo(BlockItem::handleCount));
    w.drag(corner, corner + QPointF(upTo(80) - 40, upTo(80) - 40), Qt::LeftButton,
           chance(20) ? Qt::AltModifier : Qt::NoModifier);
  }
  void shapeLine() {
    const LineItem* wire = line();
    if (!wire) return;
    const QPointF at = onLine(*wire);
    w.drag(at, at + QPointF(upTo(120) - 60, upTo(120) - 60));
  }
  void select() {
    if (chance(40))
      w.trigger(CommandId::SelectAll);
    else if (chance(50))
      w.drag({-20, -20}, place(), Qt::LeftButton, chance(30) ? Qt::ShiftModifier : Qt::NoModifier);
    else
      w.click(spot(), keys());
  }
  void nudge() {
    static const std::vector<Qt::Key> arrows = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
    w.key(any(arrows), chance(30) ? Qt::ShiftModifier : Qt::NoModifier);
  }
  void command() {
    using enum CommandId;
    static const std::vector<CommandId> all = {
        Rotate,         Flip,          CommentOut,  CommentThrough,   AlignLeft,
        AlignCenter,    AlignRight,    AlignTop,    AlignMiddle,      AlignBottom,
        DistributeDown, MatchWidth,    MatchHeight, DistributeAcross, ArrangeDiagram,
        ResetLineShape, TraceToSource, MatchSize};
    if (BlockItem* item = block(); item && chance(50)) scene().select({item->id()});
    w.trigger(any(all));
  }
  void clipboard() {
    using enum CommandId;
    if (BlockItem* item = block(); item && chance(50)) scene().select({item->id()});
    if (chance(30)) return w.trigger(Cut);
    w.trigger(Copy);
    if (hasRoom()) w.trigger(chance(50) ? Paste : Duplicate);
  }
  void remove() {
    if (BlockItem* item = block(); item && chance(50)) scene().select({item->id()});
    w.trigger(chance(50) ? CommandId::Delete : CommandId::DeleteAndReconnect);
  }
  void makeSubsystem() {
    if (!hasRoom()) return;
    std::vector<sim::Id> chosen;
    for (const BlockItem* item : scene().level().blocks())
      if (chance(50)) chosen.push_back(item->id());
    scene().select(chosen);
    w.trigger(CommandId::CreateSubsystem);
  }
  BlockItem* subsystem() {
    for (BlockItem* item : scene().level().blocks())
      if (item->block().type == "ports/subsystem" && chance(70)) return item;
    return nullptr;
  }
  void expandSubsystem() {
    if (BlockItem* item = subsystem()) {
      scene().select({item->id()});
      w.trigger(CommandId::ExpandSubsystem);
    }
  }
  void walk() {
    using enum CommandId;
    if (BlockItem* item = subsystem(); item && chance(70))
      w.doubleClick(item->geometry().rect.center());
    else
      w.trigger(chance(60) ? UpSubsystem : chance(50) ? BackSubsystem : ForwardSubsystem);
    w.editor.view().setZoom(1, {0, 0});
  }
  void type(const char* editor, const QString& text) {
    for (QWidget* field : w.editor.findChildren<QWidget*>(QString::fromLatin1(editor))) {
      if (!field->isVisible()) continue;
      QTest::keyClicks(field, text);
      const bool many = qobject_cast<QPlainTextEdit*>(field);
      const bool keep = chance(75);
      QTest::keyClick(field, keep ? Qt::Key_Return : Qt::Key_Escape,
                      keep && many ? Qt::ControlModifier : Qt::NoModifier);
      return;
    }
  }
  void rename() {
    BlockItem* item = block();
    if (!item) return;
    scene().select({item->id()});
    w.trigger(CommandId::Rename);
    type("nameEditor", chance(30) ? "" : chance(50) ? "Gain" : "speed of the rotor");
  }
  void nameSignal() {
    const LineItem* wire = line();
    if (!wire) return;
    w.doubleClick(onLine(*wire));
    type("signalNameEditor", chance(60) ? "speed" : "");
    answerOffer();
  }
  void note() {
    const auto notes = scene().level().notes();
    if (notes.empty() || chance(30)) {
      w.trigger(CommandId::InsertAnnotation);
      return type("noteEditor", chance(80) ? "What **this** is" : "");
    }
    NoteItem* item = any(notes);
    switch (upTo(3)) {
      case 0:
        return w.drag(item->rect().center(), place());
      case 1: {
        scene().select({item->id()});
        const QPointF corner = item->handle(upTo(NoteItem::handleCount));
        return w.drag(corner, corner + QPointF(upTo(80) - 20, upTo(80) - 20));
      }
      default:
        w.doubleClick(item->rect().center());
        return type("noteEditor", "more");
    }
  }
  void undoAndRedo() {
    for (int k = upTo(4); k >= 0; --k) w.trigger(chance(60) ? CommandId::Undo : CommandId::Redo);
  }
  void giveUp() {
    w.drag(spot(), place(), Qt::LeftButton, keys(), false);
    w.key(Qt::Key_Escape);
    w.mouse(QEvent::MouseButtonRelease, {0, 0}, Qt::LeftButton, Qt::NoButton, {});
  }
  // What was left open by a gesture that became another one.
  void closeEditors() {
    for (const char* name : {"nameEditor", "signalNameEditor", "noteEditor"})
      for (QWidget* field : w.editor.findChildren<QWidget*>(QString::fromLatin1(name)))
        if (field->isVisible()) QTest::keyClick(field, Qt::Key_Escape);
    if (w.quickInsert()) QTest::keyClick(w.quickInsert(), Qt::Key_Escape);
    for (QMenu* menu : w.editor.findChildren<QMenu*>()) menu->close();
    // No event loop runs in between, which would do that.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  void act() {
    struct Kind {
      const char* name;
      void (RandomHand::*act)();
      int weight;
    };
    using H = RandomHand;
    static const std::vector<Kind> kinds = {{"insert", &H::insert, 4},
                                            {"draw", &H::draw, 12},
                                            {"move", &H::move, 6},
                                            {"splice", &H::splice, 4},
                                            {"take out", &H::takeOut, 3},
                                            {"copy by dragging", &H::copyByDragging, 2},
                                            {"resize", &H::resize, 4},
                                            {"shape", &H::shapeLine, 6},
                                            {"select", &H::select, 4},
                                            {"nudge", &H::nudge, 2},
                                            {"command", &H::command, 6},
                                            {"clipboard", &H::clipboard, 4},
                                            {"remove", &H::remove, 2},
                                            {"make", &H::makeSubsystem, 4},
                                            {"expand", &H::expandSubsystem, 3},
                                            {"walk", &H::walk, 5},
                                            {"rename", &H::rename, 3},
                                            {"name signal", &H::nameSignal, 3},
                                            {"note", &H::note, 4},
                                            {"undo", &H::undoAndRedo, 4},
                                            {"give up", &H::giveUp, 4}};
    int all = 0;
    for (const Kind& kind : kinds) all += kind.weight;
    int left = upTo(all);
    std::size_t k = 0;
    while ((left -= kinds[k].weight) >= 0) ++k;
    if (scene().level().blocks().size() < 2) k = 0;
    did << QString::fromLatin1(kinds[k].name);
    (this->*kinds[k].act)();
    closeEditors();
  }
};

}  // namespace fluxion::test
