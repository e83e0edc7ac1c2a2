#pragma once
// Keys of commands that somebody has changed. Commands are known by the object names of their actions.
#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QString>
#include <vector>

class QAction;
class QObject;

namespace fluxion {

using Keys = QList<QKeySequence>;

// Only those that differ from the usual ones; no keys: the command has none.
QMap<QString, Keys> changedKeys();
void storeChangedKeys(const QMap<QString, Keys>& changed);

// Gives the actions below `root` their keys: the changed ones, else the usual ones.
void applyKeys(const QObject& root);

// A property of menus whose entries are rebuilt whenever they are shown: models, templates, docks.
inline constexpr auto fleetingMenu = "fleeting";

// The commands below `root` that can have keys: named, with a text, in a menu.
std::vector<QAction*> commandsBelow(const QObject& root);
// As the program has them.
Keys usualKeys(const QAction& action);

// For each key that several commands would have, the names of these.
QMap<QKeySequence, QStringList> conflicts(const QMap<QString, Keys>& keysOfCommands);

}  // namespace fluxion
