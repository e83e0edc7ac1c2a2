#include "editor/tools/canvas_accessible.h"

#include <QAccessibleWidget>
#include <QPointer>
#include <map>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/note_item.h"
#include "editor/tools/keyboard_navigation.h"
#include "editor/tools/spoken.h"

namespace fluxion {

namespace {

DiagramScene* sceneOf(const DiagramView* view) {
  return view ? qobject_cast<DiagramScene*>(view->scene()) : nullptr;
}

// A block or an annotation; it may be gone, and is invalid then.
class ElementAccessible : public QAccessibleInterface {
 public:
  ElementAccessible(DiagramView* view, sim::Id id) : m_view(view), m_id(id) {}

  bool isValid() const override {
    const DiagramScene* scene = sceneOf(m_view);
    return scene && (scene->level().block(m_id) || scene->level().note(m_id));
  }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name && isValid() ? spokenElement(*sceneOf(m_view), m_id) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    if (!isValid()) return {};
    const DiagramScene& scene = *sceneOf(m_view);
    const QRectF place = scene.level().block(m_id) ? scene.level().block(m_id)->geometry().rect
                                                   : scene.level().note(m_id)->rect();
    const QRect seen = m_view->mapFromScene(place).boundingRect();
    return {m_view->viewport()->mapToGlobal(seen.topLeft()), seen.size()};
  }
  QAccessible::Role role() const override {
    const DiagramScene* scene = sceneOf(m_view);
    return scene && scene->level().note(m_id) ? QAccessible::Note : QAccessible::Graphic;
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    if (!isValid()) return state;
    const QGraphicsItem* block = sceneOf(m_view)->level().block(m_id);
    const QGraphicsItem* item = block ? block : sceneOf(m_view)->level().note(m_id);
    state.selectable = state.focusable = true;
    state.selected = item->isSelected();
    state.focused = state.selected && m_view->hasFocus();
    state.offscreen =
        !m_view->viewport()->rect().intersects(m_view->mapFromScene(item->boundingRect()).boundingRect());
    return state;
  }

 private:
  QPointer<DiagramView> m_view;
  sim::Id m_id;
};

class CanvasAccessible : public QAccessibleWidget {
 public:
  explicit CanvasAccessible(DiagramView* view) : QAccessibleWidget(view, QAccessible::Canvas) {}
  ~CanvasAccessible() override {
    for (const auto& [id, made] : m_made) QAccessible::deleteAccessibleInterface(made);
  }

  int childCount() const override { return static_cast<int>(elements().size()); }
  QAccessibleInterface* child(int index) const override {
    const auto all = elements();
    return index >= 0 && index < static_cast<int>(all.size()) ? of(all[static_cast<std::size_t>(index)])
                                                              : nullptr;
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto all = elements();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (of(all[k]) == child) return static_cast<int>(k);
    return -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const DiagramScene* scene = sceneOf(view());
    const BlockItem* block =
        scene ? scene->level().blockAt(view()->mapToScene(view()->viewport()->mapFromGlobal(QPoint(x, y))))
              : nullptr;
    return block ? of(block->id()) : nullptr;
  }
  QAccessibleInterface* focusChild() const override {
    const DiagramScene* scene = sceneOf(view());
    if (!scene || !view()->hasFocus()) return nullptr;
    const auto blocks = scene->selectedBlocks(), notes = scene->selectedNotes();
    if (blocks.size() + notes.size() != 1) return nullptr;
    return of(blocks.empty() ? notes.front() : blocks.front());
  }

 private:
  DiagramView* view() const { return static_cast<DiagramView*>(widget()); }
  std::vector<sim::Id> elements() const {
    const DiagramScene* scene = sceneOf(view());
    return scene ? inReadingOrder(*scene) : std::vector<sim::Id>();
  }
  QAccessibleInterface* of(sim::Id id) const {
    const auto [made, fresh] = m_made.try_emplace(id);
    if (fresh) made->second = QAccessible::registerAccessibleInterface(new ElementAccessible(view(), id));
    return QAccessible::accessibleInterface(made->second);
  }

  mutable std::map<sim::Id, QAccessible::Id> m_made;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
  auto* view = qobject_cast<DiagramView*>(object);
  return view ? new CanvasAccessible(view) : nullptr;
}

}  // namespace

void installCanvasAccessibility() {
  static const bool once = [] {
    QAccessible::installFactory(makeInterface);
    return true;
  }();
  Q_UNUSED(once);
}

void announceSelection(Canvas canvas, QObject& owner) {
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, [canvas] {
    canvas.view.setAccessibleDescription(spokenSelection(canvas.scene));
    if (!QAccessible::isActive()) return;
    QAccessibleInterface* shown = QAccessible::queryAccessibleInterface(&canvas.view);
    QAccessibleInterface* focused = shown ? shown->focusChild() : nullptr;
    if (!focused) return;
    QAccessibleEvent event(focused, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
  });
}

void announce(DiagramView& view, const QString& words) {
  view.setAccessibleDescription(words);
  if (!QAccessible::isActive()) return;
  QAccessibleEvent event(&view, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

}  // namespace fluxion
