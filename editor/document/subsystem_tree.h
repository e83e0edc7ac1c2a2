#pragma once
// The levels of a document as items of a tree: its title at the top, each subsystem below the one it is in,
// in the order of names.
#include <functional>

#include "sim_core/base/id.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class DiagramDocument;

// Calls `made` for each item behind its children; no_id: the top level. Returns the top item.
QTreeWidgetItem* addSubsystems(QTreeWidget& tree, const DiagramDocument& document,
                               const std::function<void(QTreeWidgetItem&, sim::Id)>& made);
// The subsystem that an item of these stands for.
sim::Id subsystemOf(const QTreeWidgetItem& item);

}  // namespace fluxion
