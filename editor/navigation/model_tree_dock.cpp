#include "editor/navigation/model_tree_dock.h"

#include <QSignalBlocker>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <algorithm>
#include <map>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"

namespace fluxion {

static constexpr int idRole = Qt::UserRole;

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
    if (item) emit subsystemRequested(sim::Id{item->data(0, idRole).toULongLong()});
  });
  rebuild();
}

void ModelTreeDock::rebuild() {
  std::vector<sim::Id> folded;
  for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::HasChildren); *it; ++it)
    if (!(*it)->isExpanded()) folded.push_back(sim::Id{(*it)->data(0, idRole).toULongLong()});
  const QSignalBlocker quiet(m_tree);
  m_tree->clear();
  auto* top = new QTreeWidgetItem(m_tree, {m_document.title()});
  top->setData(0, idRole, QVariant::fromValue<qulonglong>(sim::to_number(sim::no_id)));
  std::multimap<sim::Id, sim::Id> inside;
  for (const auto& [id, block] : m_document.diagram().blocks) {
    const sim::BlockType* type = m_document.library().find(block.type);
    if (type && type->role == sim::BlockRole::Subsystem) inside.emplace(block.parent, id);
  }
  std::vector<std::pair<QTreeWidgetItem*, sim::Id>> open{{top, sim::no_id}};
  while (!open.empty()) {
    const auto [item, level] = open.back();
    open.pop_back();
    const auto [first, last] = inside.equal_range(level);
    for (auto it = first; it != last; ++it) {
      const sim::Block& block = m_document.diagram().blocks.at(it->second);
      auto* child = new QTreeWidgetItem(item, {QString::fromStdString(block.name)});
      if (block.mask) {
        child->setIcon(0, lineIcon(QStringLiteral("mask")));
        QStringList names;
        for (const sim::MaskParameter& p : block.mask->parameters) names += QString::fromStdString(p.name);
        child->setToolTip(0, names.isEmpty()
                                 ? tr("Masked")
                                 : plainTip(tr("Masked: %1").arg(names.join(QStringLiteral(", ")))));
      }
      child->setData(0, idRole, QVariant::fromValue<qulonglong>(sim::to_number(it->second)));
      open.emplace_back(child, it->second);
    }
    item->sortChildren(0, Qt::AscendingOrder);
    item->setExpanded(std::find(folded.begin(), folded.end(), level) == folded.end());
  }
  mark();
}

void ModelTreeDock::mark() {
  const QSignalBlocker quiet(m_tree);
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
    const bool shown = (*it)->data(0, idRole).toULongLong() == sim::to_number(m_shown);
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
