#pragma once
// What the program remembers of its windows, never of models: one place, with fixed names.
#include <QSettings>

namespace fluxion {

// The libraries that the user has added.
inline const QString libraryFilesKey = QStringLiteral("libraryFiles");

class WindowSettings : public QSettings {
 public:
  WindowSettings() : QSettings(QStringLiteral("Fluxion"), QStringLiteral("fluxion")) {}
};

}  // namespace fluxion
