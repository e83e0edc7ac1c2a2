#include "editor/tools/spoken.h"

#include <QCoreApplication>

#include "editor/canvas/block_item.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("Spoken", text); }

QString spokenName(const DiagramScene& scene, sim::Id block) {
  const BlockItem* item = scene.level().block(block);
  return item ? QString::fromStdString(item->block().name).simplified() : QString();
}

QString spokenPort(const DiagramScene& scene, const PortHit& port) {
  const QString kind = port.port.kind == sim::PortKind::Conserving ? tr("port")
                       : port.input                                ? tr("input")
                                                                   : tr("output");
  const QString name = port.place.name.isEmpty() || port.place.name.size() > 30
                           ? QString::number(port.port.port + 1)
                           : QStringLiteral("%1 (%2)").arg(port.port.port + 1).arg(port.place.name);
  return tr("%1 %2 of %3").arg(kind, name, spokenName(scene, port.port.block));
}

static QString endName(const DiagramScene& scene, const std::optional<sim::PortRef>& end) {
  return end ? spokenName(scene, end->block) : tr("nothing");
}

// "input from Sine", "input 2 not connected", "output to Scope, To File".
static QString spokenLines(const DiagramScene& scene, const sim::PortRef& port, bool input, bool several) {
  QStringList others;
  for (sim::Id id : scene.wiring().linesAt(port, input))
    if (const sim::Line* line = const_cast<DiagramScene&>(scene).document().line(id))
      others += endName(scene, input ? line->source : line->target);
  const QString number = several ? QStringLiteral(" %1").arg(port.port + 1) : QString();
  const QString said = (input ? tr("input") : tr("output")) + number;
  if (others.isEmpty()) return said + u' ' + tr("not connected");
  return said + u' ' + (input ? tr("from") : tr("to")) + u' ' + others.join(QStringLiteral(", "));
}

static QString spokenBlock(const DiagramScene& scene, const BlockItem& item) {
  const sim::Block& block = item.block();
  const sim::BlockType* type = item.blockType();
  QStringList said{
      tr("%1 block %2")
          .arg(QString::fromStdString(type ? type->label : block.type), spokenName(scene, item.id()))};
  if (block.commented != sim::CommentedOut::No) said += tr("commented out");
  if (type && !type->parameters.empty()) {
    const sim::ParameterSpec& first = type->parameters.front();
    said += QStringLiteral("%1 %2").arg(QString::fromStdString(first.label),
                                        QString::fromStdString(sim::parameter_text(block, first)).left(60));
  }
  constexpr std::size_t most = 8;
  const BlockGeometry& ports = item.geometry();
  for (std::size_t k = 0; k < std::min(ports.inputs.size(), most); ++k)
    said += spokenLines(scene, {item.id(), static_cast<int>(k)}, true, ports.inputs.size() > 1);
  for (std::size_t k = 0; k < std::min(ports.outputs.size(), most); ++k)
    said += spokenLines(scene, {item.id(), static_cast<int>(k)}, false, ports.outputs.size() > 1);
  if (!ports.conserving.empty()) said += tr("%1 conserving ports").arg(ports.conserving.size());
  return said.join(QStringLiteral(", "));
}

QString spokenElement(const DiagramScene& scene, sim::Id element) {
  if (const BlockItem* block = scene.level().block(element)) return spokenBlock(scene, *block);
  if (const NoteItem* note = scene.level().note(element))
    return tr("Annotation: %1").arg(QString::fromStdString(note->note().text).simplified().left(200));
  if (!scene.level().line(element)) return {};
  const sim::Line* line = const_cast<DiagramScene&>(scene).document().line(element);
  return line ? tr("Line from %1 to %2").arg(endName(scene, line->source), endName(scene, line->target))
              : QString();
}

QString spokenSelection(const DiagramScene& scene) {
  const auto blocks = scene.selectedBlocks(), lines = scene.selectedLines(), notes = scene.selectedNotes();
  const auto count = blocks.size() + lines.size() + notes.size();
  if (count == 0) return {};
  if (count > 1) return tr("%1 elements selected").arg(count);
  return spokenElement(scene, !blocks.empty()  ? blocks.front()
                              : !lines.empty() ? lines.front()
                                               : notes.front());
}

}  // namespace fluxion
