#pragma once
// The commands of scopes in the menus of the window, and so in the list of commands: those of each scope that
// is seen, first of the one that keys went to last.

class QMenu;

namespace fluxion {

class ScopeDocks;

// Behind what the menu has.
void addScopeCommands(QMenu& menu, ScopeDocks& scopes);

}  // namespace fluxion
