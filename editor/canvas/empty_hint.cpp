#include "editor/canvas/empty_hint.h"

#include <QEvent>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

EmptyHint::EmptyHint(DiagramDocument& document, DiagramScene& scene, DiagramView& view)
    : QLabel(view.viewport()), m_scene(scene), m_view(view) {
  setObjectName(QStringLiteral("emptyHint"));
  setText(
      tr("Double-click, or type the name of a block: “gain 5”, “sum +-”\n"
         "Enter inserts it, Shift+Enter with a line from the block before\n"
         "Drag blocks from the library, and from port to port to connect them"));
  setAlignment(Qt::AlignCenter);
  setForegroundRole(QPalette::PlaceholderText);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  view.viewport()->installEventFilter(this);
  // Made after the scene, it hears of changes after it.
  connect(&document, &DiagramDocument::changed, this, &EmptyHint::refresh);
  connect(&document, &DiagramDocument::replaced, this, &EmptyHint::refresh);
  connect(&scene, &DiagramScene::subsystemChanged, this, &EmptyHint::refresh);
  refresh();
  place();
}

void EmptyHint::refresh() { setVisible(m_scene.level().contentRect().isNull()); }

void EmptyHint::place() {
  adjustSize();
  move(m_view.viewport()->rect().center() - rect().center());
}

bool EmptyHint::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view.viewport() && event->type() == QEvent::Resize) place();
  return QLabel::eventFilter(watched, event);
}

}  // namespace fluxion
