#pragma once
// What the program remembers of its windows, never of models: one place, with fixed names.
#include <QSettings>

namespace fluxion {

class WindowSettings : public QSettings {
 public:
  WindowSettings() : QSettings(QStringLiteral("Fluxion"), QStringLiteral("fluxion")) {}
};

// The files used last, the newest first; at most ten, and only those that are still there.
QStringList recentFiles();
void rememberFile(const QString& path);

}  // namespace fluxion
