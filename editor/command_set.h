#pragma once
// Every command of the program, once: its text, tooltip, icon, shortcut and object name (commands.def).
// Menus, toolbars and context menus show these actions; whoever can carry a command out connects to it. The
// editing commands (undo to zoom) are carried out by DiagramEditor.
#include <QAction>
#include <QObject>
#include <array>
#include <vector>

class QWidget;

namespace fluxion {

enum class CommandId {
#define COMMAND(id, ...) id,
#define SWITCH(id, ...) id,
#define DOCK(dock, create, place, made, layouts, menu, ...) __VA_ARGS__
#define NO_COMMAND
#include "editor/commands.def"
  Count
};

class CommandSet : public QObject {
  Q_OBJECT
 public:
  explicit CommandSet(QObject* parent = nullptr);

  QAction* action(CommandId id) const { return m_actions[static_cast<std::size_t>(id)]; }
  std::vector<QAction*> all() const;

 private:
  std::array<QAction*, static_cast<std::size_t>(CommandId::Count)> m_actions{};
};

}  // namespace fluxion
