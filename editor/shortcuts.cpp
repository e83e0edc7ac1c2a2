#include "editor/shortcuts.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "editor/window_settings.h"

namespace fluxion {

static const QString storedKey = QStringLiteral("preferences/shortcuts");
static constexpr auto usualProperty = "usualKeys";

QMap<QString, Keys> changedKeys() {
  QMap<QString, Keys> changed;
  const QVariantMap stored = WindowSettings().value(storedKey).toMap();
  for (auto it = stored.begin(); it != stored.end(); ++it)
    changed[it.key()] = QKeySequence::listFromString(it.value().toString(), QKeySequence::PortableText);
  return changed;
}

void storeChangedKeys(const QMap<QString, Keys>& changed) {
  QVariantMap stored;
  for (auto it = changed.begin(); it != changed.end(); ++it)
    stored[it.key()] = QKeySequence::listToString(it.value(), QKeySequence::PortableText);
  WindowSettings().setValue(storedKey, stored);
}

// Remembered where it is asked for first, before anything is changed.
Keys usualKeys(const QAction& action) {
  const QVariant known = action.property(usualProperty);
  return known.isValid() ? known.value<Keys>() : action.shortcuts();
}

std::vector<QAction*> commandsBelow(const QObject& root) {
  std::vector<QAction*> commands;
  for (QAction* action : root.findChildren<QAction*>()) {
    if (action->objectName().isEmpty() || action->text().isEmpty() || action->menu()) continue;
    if (action->objectName().startsWith(QLatin1String("qt_"))) continue;  // of other widgets
    const auto inMenu = [](QObject* place) {
      return qobject_cast<QMenu*>(place) != nullptr && !place->property(fleetingMenu).toBool();
    };
    const QList<QObject*> places = action->associatedObjects();
    if (std::any_of(places.begin(), places.end(), inMenu)) commands.push_back(action);
  }
  return commands;
}

void applyKeys(const QObject& root) {
  const QMap<QString, Keys> changed = changedKeys();
  for (QAction* action : commandsBelow(root)) {
    const Keys usual = usualKeys(*action);
    action->setProperty(usualProperty, QVariant::fromValue(usual));
    const Keys wanted = changed.value(action->objectName(), usual);
    if (action->shortcuts() == wanted) continue;
    action->setShortcuts(wanted);
    if (action->statusTip().isEmpty()) continue;
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? action->statusTip()
                                     : QStringLiteral("%1 (%2)").arg(action->statusTip(), key));
  }
}

QMap<QKeySequence, QStringList> conflicts(const QMap<QString, Keys>& keysOfCommands) {
  QMap<QKeySequence, QStringList> owners;
  for (auto it = keysOfCommands.begin(); it != keysOfCommands.end(); ++it)
    for (const QKeySequence& key : it.value())
      if (!key.isEmpty()) owners[key] << it.key();
  for (auto it = owners.begin(); it != owners.end();) it = it->size() < 2 ? owners.erase(it) : std::next(it);
  return owners;
}

}  // namespace fluxion
