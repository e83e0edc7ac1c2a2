#include "editor/document/diagram_document.h"

#include <QDir>
#include <QFileInfo>
#include <optional>
#include <utility>

#include "editor/document/edit_command.h"
#include "editor/document/import_file.h"
#include "editor/document/model_access.h"
#include "sim_core/base/data_file.h"
#include "sim_core/diagram/data_file_names.h"
#include "sim_core/diagram/library_cache.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/import/imported_libraries.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/present_names.h"

namespace fluxion {

DiagramDocument::DiagramDocument(const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent), m_library(library) {
  connect(&m_undoStack, &QUndoStack::cleanChanged, this, &DiagramDocument::noteClean);
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

// A name of a file of data that is meant from the model's folder.
static bool hasRelativeDataFile(const sim::Block& block) {
  const auto file = block.parameters.find(sim::data_file_parameter);
  return file != block.parameters.end() && !file->second.empty() &&
         QDir::isRelativePath(QString::fromStdString(file->second));
}

// Nothing: there is nothing to complete.
static std::optional<sim::Edit> withCompleteDataFiles(const sim::Edit& edit, const QString& model) {
  std::optional<sim::Edit> complete;
  for (std::size_t k = 0; !model.isEmpty() && k < edit.changes.size(); ++k) {
    if (const auto* setting = std::get_if<sim::SetSetting>(&edit.changes[k]);
        setting && setting->key == sim::data_files_setting && setting->value) {
      const std::string files = sim::absolute_data_files(*setting->value, model.toStdString());
      if (files != *setting->value) {
        if (!complete) complete = edit;
        std::get<sim::SetSetting>(complete->changes[k]).value = files;
      }
    }
    if (const auto* block = std::get_if<sim::Set<sim::Block>>(&edit.changes[k]);
        block && block->value && hasRelativeDataFile(*block->value)) {
      if (!complete) complete = edit;
      sim::make_data_files_absolute(*std::get<sim::Set<sim::Block>>(complete->changes[k]).value,
                                    model.toStdString());
    }
  }
  return complete;
}

// What is pasted, or comes from a library, may be older than the program.
static void usePresentNames(sim::Edit& edit, const sim::BlockLibrary& library) {
  for (sim::Change& change : edit.changes)
    if (auto* block = std::get_if<sim::Set<sim::Block>>(&change); block && block->value)
      if (const sim::BlockType* type = library.find(block->value->type))
        sim::use_present_names(*block->value, *type);
}

void DiagramDocument::push(sim::Edit edit, int gesture) {
  if (edit.empty()) return;
  usePresentNames(edit, m_library);
  m_undoStack.push(new EditCommand(*this, std::move(edit), gesture));
}

sim::Diagnostics DiagramDocument::updateLinks() {
  sim::LibraryCache shelf(m_diagram.access);
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

// Undo, too, may bring back a name that was given before the model had a folder.
sim::Edit DiagramDocument::perform(const sim::Edit& edit) {
  const std::optional<sim::Edit> complete = withCompleteDataFiles(edit, home());
  const sim::Edit& meant = complete ? *complete : edit;
  sim::Edit inverse = sim::apply(m_diagram, meant);
  emit changed(meant);
  return inverse;
}

// The blocks with names that were given before the model had a folder.
static sim::Edit blocksWithRelativeDataFiles(const sim::Diagram& diagram) {
  sim::Edit blocks{"Complete Names of Files", {}};
  for (const auto& [id, block] : diagram.blocks)
    if (hasRelativeDataFile(block)) blocks.set(id, block);
  return blocks;
}

QString DiagramDocument::title() const {
  const QString name = QFileInfo(home()).completeBaseName();
  return home().isEmpty() ? tr("Untitled") : m_kind.isEmpty() ? name : tr("%1 (%2)").arg(name, m_kind);
}

void DiagramDocument::setDiagram(sim::Diagram diagram, const QString& path) {
  m_original.clear();
  m_kind.clear();
  setFile(path, path.isEmpty() ? KnownFile() : knownFileAt(path));
  replace(std::move(diagram));
}

void DiagramDocument::setFile(const QString& path, KnownFile file) {
  m_path = path;
  m_file = std::move(file);
}

// Older spellings are read, and those of today written: that is no edit of the user's.
void DiagramDocument::replace(sim::Diagram diagram) {
  sim::use_present_names(diagram, m_library);
  m_saving = false;  // what is still being written is of no concern here any more
  m_libraries.reset();
  m_diagram = std::move(diagram);
  m_undoStack.clear();
  m_undoStack.setClean();
  noteClean();
  emit replaced();
  emit pathChanged(m_path);
}

void DiagramDocument::noteClean() {
  const bool clean = !isModified();
  if (clean != std::exchange(m_told, clean)) emit cleanChanged(clean);
}

void DiagramDocument::renewAccess() {
  if (!home().isEmpty()) m_diagram.access = accessOf(home());
}

sim::Diagnostics DiagramDocument::open(const QString& path) { return take(readOrImport(path, m_library)); }

sim::Diagnostics DiagramDocument::openCopy(const QString& path, const QString& kind) {
  return take(readOrImport(path, m_library), kind);
}

sim::Diagnostics DiagramDocument::take(ModelRead read, const QString& kind) {
  if (!read.loaded) return read.loaded.errors();
  m_kind = isImportable(read.path) ? tr("imported") : kind;
  m_original = m_kind.isEmpty() ? QString() : read.path;
  if (m_kind.isEmpty())
    setFile(read.path, std::move(read.file));
  else
    setFile({}, {});
  replace(std::move(read.loaded->diagram));
  m_libraries = std::move(read.libraries);
  return std::move(read.loaded->warnings);
}

sim::Diagnostics DiagramDocument::save(const QString& path) {
  const ModelWritten written = writeModel(beginSave(path, true));
  endSave(written);
  return written.found;
}

// The stack takes note of where it is: a later edit is not merged into what is saved.
ModelToWrite DiagramDocument::beginSave(const QString& path, bool overwrite) {
  ModelToWrite model{path, std::make_shared<const sim::Diagram>(m_diagram), {}, m_libraries};
  if (!overwrite && path == m_path) model.expected = m_file.fingerprint;
  if (!m_saving) m_cleanBefore = m_undoStack.isClean();
  m_saving = true;
  m_undoStack.setClean();
  noteClean();
  return model;
}

void DiagramDocument::endSave(const ModelWritten& written) {
  if (!m_saving) return;
  m_saving = false;
  const QString& path = written.path;
  const bool elsewhere = path != m_path;
  if (!written.well()) {
    if (!m_cleanBefore) m_undoStack.resetClean();
  } else {
    setFile(path, written.file);
    if (elsewhere) {
      m_original.clear();
      m_kind.clear();
      if (m_diagram.access) m_diagram.access = accessOf(path);
      // Names that are meant from this folder; no edit of the user's.
      if (const sim::Edit names = blocksWithRelativeDataFiles(m_diagram); !names.empty()) perform(names);
    }
    if (const ImportedLibraries libraries = std::exchange(m_libraries, nullptr))
      if (const sim::Edit links = sim::importing::links_beside(m_diagram, path.toStdString(), *libraries);
          !links.empty())
        perform(links);
  }
  noteClean();
  if (written.well() && elsewhere) emit pathChanged(m_path);
}

}  // namespace fluxion
