#include "editor/document/diagram_document.h"

#include <QFileInfo>

#include "editor/document/edit_command.h"
#include "editor/document/model_access.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/diagram/library_shelf.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/model/block_interface.h"

namespace fluxion {

DiagramDocument::DiagramDocument(const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent), m_library(library) {
  connect(&m_undoStack, &QUndoStack::cleanChanged, this, &DiagramDocument::cleanChanged);
}

const sim::Block* DiagramDocument::block(sim::Id id) const {
  const auto it = m_diagram.blocks.find(id);
  return it == m_diagram.blocks.end() ? nullptr : &it->second;
}

const sim::Line* DiagramDocument::line(sim::Id id) const {
  const auto it = m_diagram.lines.find(id);
  return it == m_diagram.lines.end() ? nullptr : &it->second;
}

const sim::BlockType* DiagramDocument::typeOf(sim::Id id) const {
  const sim::Block* b = block(id);
  return b ? m_library.find(b->type) : nullptr;
}

sim::BlockInterface DiagramDocument::interfaceOf(sim::Id id) const {
  sim::BlockInterface ports = sim::block_interface(m_diagram, m_library, id);
  // What a control block tells the blocks around it is led on unseen: there is nothing to wire, unless it is
  // to show its outputs. Its input is a port of the subsystem.
  const sim::BlockType* type = typeOf(id);
  if (type && type->role == sim::BlockRole::Control) {
    ports.inputs.clear();
    if (ports.outputs.size() <= type->fixed_outputs.size()) ports.outputs.clear();
  }
  return ports;
}

bool DiagramDocument::apply(sim::Edit edit, int gesture) {
  if (const auto conflict = sim::conflict_with_links(m_diagram, edit)) {
    emit refused(QString::fromStdString(sim::to_text(*conflict)));
    return false;
  }
  push(std::move(edit), gesture);
  return true;
}

// What is typed as the name of a file of data is meant from the model's folder.
static void completeDataFiles(sim::Edit& edit, const QString& model) {
  if (model.isEmpty()) return;
  for (sim::Change& change : edit.changes)
    if (auto* block = std::get_if<sim::Set<sim::Block>>(&change); block && block->value)
      sim::make_data_files_absolute(*block->value, model.toStdString());
}

void DiagramDocument::push(sim::Edit edit, int gesture) {
  if (edit.empty()) return;
  completeDataFiles(edit, home());
  m_undoStack.push(new EditCommand(*this, std::move(edit), gesture));
}

sim::Diagnostics DiagramDocument::updateLinks() {
  sim::LibraryShelf shelf(m_diagram.access);
  sim::LinkUpdate update = sim::update_links(m_diagram, shelf);
  push(std::move(update.edit), 0);
  update.findings.insert(update.findings.end(), shelf.findings().begin(), shelf.findings().end());
  return std::move(update.findings);
}

void DiagramDocument::cancelGesture(int gesture) {
  if (m_undoStack.index() == 0) return;
  // The stack hands out its commands as const; an obsolete one is dropped, without being undone, when its
  // turn comes.
  auto* last = const_cast<QUndoCommand*>(m_undoStack.command(m_undoStack.index() - 1));
  auto* command = dynamic_cast<EditCommand*>(last);
  if (!command || command->gesture() != gesture) return;
  command->undo();
  command->setObsolete(true);
  m_undoStack.undo();
}

sim::Edit DiagramDocument::perform(const sim::Edit& edit) {
  sim::Edit inverse = sim::apply(m_diagram, edit);
  emit changed(edit);
  return inverse;
}

QString DiagramDocument::title() const {
  const QString name = QFileInfo(home()).completeBaseName();
  return home().isEmpty() ? tr("Untitled") : m_kind.isEmpty() ? name : tr("%1 (%2)").arg(name, m_kind);
}

void DiagramDocument::setDiagram(sim::Diagram diagram, const QString& path) {
  m_path = path;
  m_original.clear();
  m_kind.clear();
  replace(std::move(diagram));
}

void DiagramDocument::replace(sim::Diagram diagram) {
  m_diagram = std::move(diagram);
  m_undoStack.clear();
  m_undoStack.setClean();
  emit replaced();
  emit pathChanged(m_path);
}

void DiagramDocument::renewAccess() {
  if (!home().isEmpty()) m_diagram.access = accessOf(home());
}

sim::Diagnostics DiagramDocument::open(const QString& path) {
  auto loaded = sim::load_model(path.toStdString(), accessOf(path));
  if (!loaded) return loaded.errors();
  setDiagram(std::move(loaded->diagram), path);
  return std::move(loaded->warnings);
}

sim::Diagnostics DiagramDocument::openCopy(const QString& path, const QString& kind) {
  auto loaded = sim::load_model(path.toStdString(), accessOf(path));
  if (!loaded) return loaded.errors();
  m_path.clear();
  m_original = path;
  m_kind = kind;
  replace(std::move(loaded->diagram));
  return std::move(loaded->warnings);
}

sim::Diagnostics DiagramDocument::save(const QString& path) {
  sim::Diagnostics problems = sim::save_model(path.toStdString(), m_diagram);
  if (!sim::has_errors(problems)) {
    m_undoStack.setClean();
    if (path != m_path) {
      m_path = path;
      m_original.clear();
      m_kind.clear();
      if (m_diagram.access) m_diagram.access = accessOf(path);
      for (auto& [id, block] : m_diagram.blocks) sim::make_data_files_absolute(block, path.toStdString());
      emit pathChanged(m_path);
    }
  }
  return problems;
}

}  // namespace fluxion
