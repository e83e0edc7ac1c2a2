#include "editor/tools/clipboard.h"

#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QMimeData>
#include <algorithm>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

static std::set<sim::Id> selection(Canvas canvas) {
  std::set<sim::Id> ids = selectedElements(canvas.scene);
  for (sim::Id id : canvas.scene.selectedLines()) ids.insert(id);
  return ids;
}

// Where the pointer was at the last copy of this program.
static QPoint& copiedAt() {
  static QPoint at;
  return at;
}

bool copySelection(Canvas canvas) {
  if (selectedElements(canvas.scene).empty()) return false;
  const QByteArray text =
      QByteArray::fromStdString(sim::copy_fragment(canvas.document.diagram(), selection(canvas)));
  auto* data = new QMimeData;
  data->setData(QLatin1String(diagramMimeType), text);
  data->setText(QString::fromUtf8(text));
  QGuiApplication::clipboard()->setMimeData(data);
  copiedAt() = QCursor::pos();
  return true;
}

static std::string clipboardText() {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  if (!data) return {};
  if (data->hasFormat(QLatin1String(diagramMimeType)))
    return data->data(QLatin1String(diagramMimeType)).toStdString();
  return data->text().toStdString();
}

// Whether a block of this level begins here; pasting again goes on beside it.
static bool occupied(Canvas canvas, sim::Point at) {
  for (const auto& [id, note] : canvas.document.diagram().annotations)
    if (note.parent == canvas.scene.subsystem() && note.position == at) return true;
  for (const auto& [id, block] : canvas.document.diagram().blocks)
    if (block.parent == canvas.scene.subsystem() && block.position == at) return true;
  return false;
}

// Around what the edit puts on the level that is shown.
static QRectF boxOf(Canvas canvas, const sim::Edit& edit) {
  QRectF box;
  for (const sim::Change& change : edit.changes) {
    if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change)) {
      if (block->value->parent == canvas.scene.subsystem()) box = box.united(blockRect(*block->value));
    } else if (const auto* note = std::get_if<sim::Set<sim::Annotation>>(&change)) {
      const sim::Annotation& n = *note->value;
      if (n.parent == canvas.scene.subsystem())
        box = box.united({n.position.x, n.position.y, n.size.width, n.size.height});
    }
  }
  return box;
}

static bool paste(Canvas canvas, const std::string& text, const char* label,
                  std::optional<QPointF> middle = std::nullopt) {
  const auto plan = [&](sim::Point offset) {
    return canvas.document.plan(
        [&](sim::Diagram& d) { return sim::paste_fragment(d, text, canvas.scene.subsystem(), offset); });
  };
  double shift = 0;
  auto edit = plan({0, 0});
  const auto collides = [&] {
    const auto meets = [&](const auto* set) {
      return set && set->value && set->value->parent == canvas.scene.subsystem() &&
             occupied(canvas, set->value->position);
    };
    return std::any_of(edit->changes.begin(), edit->changes.end(), [&](const sim::Change& change) {
      return meets(std::get_if<sim::Set<sim::Block>>(&change)) ||
             meets(std::get_if<sim::Set<sim::Annotation>>(&change));
    });
  };
  sim::Point from;
  if (middle && edit) {
    from = toPoint(snapped(*middle - boxOf(canvas, *edit).center()));
    edit = plan(from);
  }
  while (edit && collides() && shift < 1600) {
    shift += 16;
    edit = plan({from.x + shift, from.y + shift});
  }
  if (!edit || edit->empty()) return false;
  std::vector<sim::Id> added;
  const QRectF box = boxOf(canvas, *edit);
  for (const sim::Change& change : edit->changes) {
    if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change)) {
      if (block->value->parent != canvas.scene.subsystem()) continue;
      added.push_back(block->id);
    } else if (const auto* line = std::get_if<sim::Set<sim::Line>>(&change)) {
      added.push_back(line->id);
    } else if (const auto* note = std::get_if<sim::Set<sim::Annotation>>(&change)) {
      added.push_back(note->id);
    }
  }
  edit->label = label;
  canvas.document.apply(std::move(*edit));
  canvas.scene.select(added);
  if (!box.isEmpty()) canvas.view.reveal(box);
  return true;
}

bool pasteClipboard(Canvas canvas, std::optional<QPointF> middle) {
  return paste(canvas, clipboardText(), "Paste", middle);
}

bool pasteFragment(Canvas canvas, const QByteArray& fragment, QPointF middle) {
  return paste(canvas, fragment.toStdString(), "Drag from Another Model", middle);
}

std::optional<QPointF> pastePlace(Canvas canvas) {
  constexpr int still = 8;
  const QPoint now = QCursor::pos();
  const QWidget& seen = *canvas.view.viewport();
  const bool away = (now - copiedAt()).manhattanLength() > still;
  return seen.underMouse() && away ? std::optional(canvas.view.pointerOrCenter()) : std::nullopt;
}

void duplicateSelection(Canvas canvas) {
  if (selectedElements(canvas.scene).empty()) return;
  paste(canvas, sim::copy_fragment(canvas.document.diagram(), selection(canvas)), "Duplicate");
}

}  // namespace fluxion
