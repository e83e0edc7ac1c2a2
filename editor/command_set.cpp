#include "editor/command_set.h"

#include <QApplication>
#include <QKeySequence>

#include "editor/line_icon.h"

namespace fluxion {

namespace {

struct Row {
  CommandId id;
  const char* name;  // the object name
  const char* text;
  const char* tip;
  const char* icon;
  QList<QKeySequence> keys;
  bool checkable;
};

using K = QKeySequence;

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
#define COMMAND(id, name, text, tip, icon, ...) {CommandId::id, name, text, tip, icon, {__VA_ARGS__}, false},
#define SWITCH(id, name, text, tip, icon, ...) {CommandId::id, name, text, tip, icon, {__VA_ARGS__}, true},
#define DOCK(dock, create, place, made, layouts, menu, ...) __VA_ARGS__
#define NO_COMMAND
#include "editor/commands.def"
  };
  return table;
}

}  // namespace

CommandSet::CommandSet(QObject* parent) : QObject(parent) {
  for (const Row& row : rows()) {
    auto* action = new QAction(lineIcon(QString::fromLatin1(row.icon)), tr(row.text), this);
    action->setObjectName(QString::fromLatin1(row.name));
    action->setShortcuts(row.keys);
    action->setCheckable(row.checkable);
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? tr(row.tip) : QStringLiteral("%1 (%2)").arg(tr(row.tip), key));
    action->setStatusTip(tr(row.tip));
    m_actions[static_cast<std::size_t>(row.id)] = action;
  }
}

std::vector<QAction*> CommandSet::all() const { return {m_actions.begin(), m_actions.end()}; }

}  // namespace fluxion
