#pragma once
// What can be done with one curve of a scope: the menus of its legend and of the list of signals.
#include <QPoint>

class QMenu;

namespace fluxion {

class ScopePanel;

// Checked: it is shown. What was removed from its plot comes back here.
void fillSignalMenu(QMenu& menu, ScopePanel& panel);

void showLegendMenu(ScopePanel& panel, int curve, QPoint at);

}  // namespace fluxion
