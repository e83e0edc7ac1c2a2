#include "editor/window/scope_commands.h"

#include <QAction>
#include <QMenu>

#include "editor/scopes/scope_actions.h"
#include "editor/window/scope_docks.h"

namespace fluxion {

void addScopeCommands(QMenu& menu, ScopeDocks& scopes) {
  for (QMenu* before : menu.findChildren<QMenu*>(QStringLiteral("scopeCommands"), Qt::FindDirectChildrenOnly))
    delete before;
  for (ScopePanel* panel : scopes.seen()) {
    menu.addSeparator();
    QMenu* commands = menu.addMenu(panel->accessibleName().replace(u'&', QStringLiteral("&&")));
    commands->setObjectName(QStringLiteral("scopeCommands"));
    commands->addActions(panel->actions().contextMenu().actions());
  }
}

}  // namespace fluxion
