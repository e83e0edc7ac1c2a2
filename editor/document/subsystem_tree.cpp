#include "editor/document/subsystem_tree.h"

#include <QTreeWidget>
#include <map>
#include <vector>

#include "editor/document/diagram_document.h"

namespace fluxion {

static constexpr int levelRole = Qt::UserRole;

static void setLevel(QTreeWidgetItem& item, sim::Id level) {
  item.setData(0, levelRole, QVariant::fromValue<qulonglong>(sim::to_number(level)));
}

sim::Id subsystemOf(const QTreeWidgetItem& item) { return sim::Id{item.data(0, levelRole).toULongLong()}; }

QTreeWidgetItem* addSubsystems(QTreeWidget& tree, const DiagramDocument& document,
                               const std::function<void(QTreeWidgetItem&, sim::Id)>& made) {
  auto* top = new QTreeWidgetItem(&tree, {document.title()});
  setLevel(*top, sim::no_id);
  std::multimap<sim::Id, sim::Id> inside;
  for (const auto& [id, block] : document.diagram().blocks) {
    const sim::BlockType* type = document.library().find(block.type);
    if (type && type->role == sim::BlockRole::Subsystem) inside.emplace(block.parent, id);
  }
  std::vector<std::pair<QTreeWidgetItem*, sim::Id>> open{{top, sim::no_id}};
  while (!open.empty()) {
    const auto [item, level] = open.back();
    open.pop_back();
    const auto [first, last] = inside.equal_range(level);
    for (auto it = first; it != last; ++it) {
      auto* child = new QTreeWidgetItem(item, {QString::fromStdString(document.block(it->second)->name)});
      setLevel(*child, it->second);
      open.emplace_back(child, it->second);
    }
    item->sortChildren(0, Qt::AscendingOrder);
    made(*item, level);
  }
  return top;
}

}  // namespace fluxion
