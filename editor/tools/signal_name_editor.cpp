#include "editor/tools/signal_name_editor.h"

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/port_names.h"
#include "sim_core/diagram/wiring_edits.h"

namespace fluxion {

SignalNameEditor* SignalNameEditor::open(Canvas canvas, sim::Id id, QPointF at) {
  const sim::Line* line = canvas.document.line(id);
  if (!line || !line->source || line->conserving()) return nullptr;
  const sim::Block* block = canvas.document.block(line->source->block);
  if (!block) return nullptr;
  const auto name = block->signal_names.find(line->source->port);
  const QString text = name == block->signal_names.end() ? QString() : QString::fromStdString(name->second);
  const LineItem* item = canvas.scene.level().line(id);
  if (item && !item->labelRect().isEmpty()) at = item->labelRect().center() + QPointF(0, 12);
  return new SignalNameEditor(canvas, *line->source, text, at - QPointF(0, 24));
}

SignalNameEditor::SignalNameEditor(Canvas canvas, sim::PortRef output, const QString& name, QPointF at)
    : InPlaceEditor(canvas, name, at, 10.5), m_output(output) {
  setObjectName(QStringLiteral("signalNameEditor"));
  setAccessibleName(tr("Signal name"));
  setPlaceholderText(tr("Signal name"));
}

QString SignalNameEditor::commit(const QString& text) {
  if (!m_canvas.document.block(m_output.block)) return {};
  auto edit = sim::name_signal(m_canvas.document.diagram(), m_output, text.trimmed().toStdString());
  if (!edit) return QString::fromStdString(edit.error().message);
  const auto& names = m_canvas.document.block(m_output.block)->signal_names;
  const auto named = names.find(m_output.port);
  const std::string before = named == names.end() ? std::string() : named->second;
  const int gesture = m_canvas.document.beginGesture();
  if (m_canvas.document.apply(std::move(*edit), gesture)) namePortsAfter(m_canvas, m_output, gesture, before);
  return {};
}

}  // namespace fluxion
