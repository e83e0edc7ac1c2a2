#include "editor/navigation/model_tree_dock.h"

#include <QSignalBlocker>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/document/subsystem_tree.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"

namespace fluxion {

ModelTreeDock::ModelTreeDock(DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Model Tree"), parent), m_document(document), m_tree(new QTreeWidget(this)) {
  setObjectName(QStringLiteral("modelTreeDock"));
  m_tree->setObjectName(QStringLiteral("modelTree"));
  m_tree->setAccessibleName(tr("Subsystems of the model"));
  m_tree->setHeaderHidden(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setUniformRowHeights(true);
  m_tree->setIndentation(14);
  setWidget(m_tree);
  connect(&document, &DiagramDocument::replaced, this, &ModelTreeDock::rebuild);
  connect(&document, &DiagramDocument::pathChanged, this, &ModelTreeDock::rebuild);
  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    const bool matters = std::any_of(edit.changes.begin(), edit.changes.end(), [this](const sim::Change& c) {
      const auto* block = std::get_if<sim::Set<sim::Block>>(&c);
      if (!block) return false;
      if (!block->value) return true;
      const sim::BlockType* type = m_document.library().find(block->value->type);
      return type && type->role == sim::BlockRole::Subsystem;
    });
    if (matters) rebuild();
  });
  connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (item) emit subsystemRequested(subsystemOf(*item));
  });
  rebuild();
}

void ModelTreeDock::rebuild() {
  std::vector<sim::Id> folded;
  for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::HasChildren); *it; ++it)
    if (!(*it)->isExpanded()) folded.push_back(subsystemOf(**it));
  const QSignalBlocker quiet(m_tree);
  m_tree->clear();
  addSubsystems(*m_tree, m_document, [&](QTreeWidgetItem& item, sim::Id level) {
    if (const sim::Block* block = m_document.block(level); block && block->mask) {
      item.setIcon(0, lineIcon(QStringLiteral("mask")));
      QStringList names;
      for (const sim::MaskParameter& p : block->mask->parameters) names += QString::fromStdString(p.name);
      item.setToolTip(0, names.isEmpty() ? tr("Masked")
                                         : plainTip(tr("Masked: %1").arg(names.join(QStringLiteral(", ")))));
    }
    item.setExpanded(std::find(folded.begin(), folded.end(), level) == folded.end());
  });
  mark();
}

void ModelTreeDock::mark() {
  const QSignalBlocker quiet(m_tree);
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
    const bool shown = subsystemOf(**it) == m_shown;
    QFont font = m_tree->font();
    font.setBold(shown);
    (*it)->setFont(0, font);
    if (!shown) continue;
    m_tree->setCurrentItem(*it);
    m_tree->scrollToItem(*it);
  }
}

void ModelTreeDock::setSubsystem(sim::Id subsystem) {
  m_shown = subsystem;
  mark();
}

}  // namespace fluxion
