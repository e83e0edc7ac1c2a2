#pragma once
// A diagram editor with every block of the libraries, and a synthetic mouse on its canvas.
#include <QFrame>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTest>
#include <map>
#include <set>

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

namespace fluxion::test {

inline sim::BlockLibrary allBlocks() {
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  return library;
}

struct CanvasWindow {
  sim::BlockLibrary library = allBlocks();
  DiagramDocument document{library};
  CommandSet commands;
  DiagramEditor editor{document, commands};

  CanvasWindow() {
    editor.resize(900, 600);
    editor.show();
    editor.view().setZoom(1, {0, 0});
  }

  sim::Id add(const char* type, double x, double y, const char* name = nullptr,
              std::map<std::string, std::string> parameters = {}, sim::Id parent = sim::no_id) {
    const sim::BlockType* t = library.find(type);
    sim::Block b;
    b.parent = parent, b.type = type, b.name = name ? name : t ? t->label : "Block";
    b.position = {x, y};
    if (t) b.size = {double(t->default_width), double(t->default_height)};
    b.parameters = std::move(parameters);
    auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(b)); });
    document.apply(std::move(insertion.edit));
    return insertion.id;
  }
  sim::Id wire(sim::PortRef from, sim::PortRef to) {
    auto edit = document.plan([&](sim::Diagram& d) { return sim::connect(d, from, to); });
    if (!edit) return sim::no_id;
    document.apply(std::move(*edit));
    return diagram().lines.rbegin()->first;
  }
  sim::Id wire(sim::Id from, sim::Id to, int output = 0, int input = 0) {
    return wire(sim::PortRef{from, output}, sim::PortRef{to, input});
  }

  const sim::Diagram& diagram() const { return document.diagram(); }
  std::vector<sim::Line> lines() const {
    std::vector<sim::Line> all;
    for (const auto& [id, line] : diagram().lines) all.push_back(line);
    return all;
  }
  const sim::Line& onlyLine() const { return diagram().lines.begin()->second; }
  sim::Id onlyLineId() const { return diagram().lines.begin()->first; }
  const routing::Polyline& route(sim::Id line) { return editor.scene().level().line(line)->route(); }

  QPoint at(QPointF p) { return editor.view().mapFromScene(p); }
  QPointF middle(sim::Id block) { return editor.scene().level().block(block)->geometry().rect.center(); }
  QPointF output(sim::Id block, int port = 0) {
    return editor.scene().level().port({block, port}, false)->place.position;
  }
  QPointF input(sim::Id block, int port = 0) {
    return editor.scene().level().port({block, port}, true)->place.position;
  }
  QPointF conserving(sim::Id block, int port) {
    return editor.scene().level().port({block, port, sim::PortKind::Conserving}, false)->place.position;
  }

  void mouse(QEvent::Type type, QPoint p, Qt::MouseButton button, Qt::MouseButtons held,
             Qt::KeyboardModifiers keys) {
    QWidget* target = editor.view().viewport();
    QMouseEvent event(type, p, target->mapToGlobal(p), button, held, keys);
    QCoreApplication::sendEvent(target, &event);
  }
  void drag(QPointF from, QPointF to, Qt::MouseButton button = Qt::LeftButton,
            Qt::KeyboardModifiers keys = Qt::NoModifier, bool release = true) {
    mouse(QEvent::MouseButtonPress, at(from), button, button, keys);
    for (int k = 1; k <= 5; ++k)
      mouse(QEvent::MouseMove, at(from + (to - from) * k / 5), Qt::NoButton, button, keys);
    if (release) mouse(QEvent::MouseButtonRelease, at(to), button, Qt::NoButton, keys);
  }
  void click(QPointF p, Qt::KeyboardModifiers keys = Qt::NoModifier) {
    mouse(QEvent::MouseButtonPress, at(p), Qt::LeftButton, Qt::LeftButton, keys);
    mouse(QEvent::MouseButtonRelease, at(p), Qt::LeftButton, Qt::NoButton, keys);
  }
  void hover(QPointF p) { mouse(QEvent::MouseMove, at(p), Qt::NoButton, Qt::NoButton, Qt::NoModifier); }
  void doubleClick(QPointF p) {
    click(p);
    mouse(QEvent::MouseButtonDblClick, at(p), Qt::LeftButton, Qt::LeftButton, {});
    mouse(QEvent::MouseButtonRelease, at(p), Qt::LeftButton, Qt::NoButton, {});
  }
  void key(Qt::Key k, Qt::KeyboardModifiers keys = Qt::NoModifier) {
    QTest::keyClick(&editor.view(), k, keys);
  }
  void trigger(CommandId id) { commands.action(id)->trigger(); }

  // The search field of quick insert, while it is open.
  QLineEdit* quickInsert() {
    for (QLineEdit* words : editor.findChildren<QLineEdit*>(QStringLiteral("quickInsertWords")))
      if (words->isVisible()) return words;
    return nullptr;
  }
};

// What is wrong with the lines; empty where every end of a line is at a block of its level that is there,
// every input has one driver at most, and a connected end has no loose place besides.
inline QString whatIsWrong(const sim::Diagram& d) {
  std::set<sim::PortRef> driven;
  for (const auto& [id, line] : d.lines) {
    const QString name = QStringLiteral("line %1: ").arg(sim::to_number(id));
    for (const auto& end : {line.source, line.target})
      if (end && (!d.blocks.contains(end->block) || d.blocks.at(end->block).parent != line.parent))
        return name + "its block is not there";
    if (line.source && line.target && line.source->kind != line.target->kind)
      return name + "two kinds of ports";
    if (line.source && !(line.loose_source == sim::Point{})) return name + "a connected source hangs";
    if (line.target && !(line.loose_target == sim::Point{})) return name + "a connected target hangs";
    const bool signal = line.target && line.target->kind == sim::PortKind::Signal;
    if (signal && !driven.insert(*line.target).second) return name + "a second driver";
  }
  return {};
}

inline bool consistent(const sim::Diagram& d) { return whatIsWrong(d).isEmpty(); }

}  // namespace fluxion::test
