#pragma once
// What the program remembers of its windows, never of models: one place, with fixed names.
#include <QSettings>

namespace fluxion {

class WindowSettings : public QSettings {
 public:
  WindowSettings() : QSettings(QStringLiteral("Fluxion"), QStringLiteral("fluxion")) {}
};

}  // namespace fluxion
