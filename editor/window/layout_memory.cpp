// How the docks of models stood, in the settings of the program.
#include <QCryptographicHash>
#include <QFileInfo>
#include <QVariantMap>

#include "editor/window/dock_layouts.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString modelsKey = QStringLiteral("layouts/models");

static QString nameOf(const QString& path) {
  const QByteArray file = QFileInfo(path).absoluteFilePath().toUtf8();
  return QString::fromLatin1(QCryptographicHash::hash(file, QCryptographicHash::Sha1).toHex());
}

static QString keyOf(const QString& name) { return QStringLiteral("layouts/model-") + name; }

LayoutMemory layoutMemory(const QString& path) {
  LayoutMemory memory;
  if (path.isEmpty()) return memory;
  const QVariantMap stored = WindowSettings().value(keyOf(nameOf(path))).toMap();
  memory.current = stored.value(QStringLiteral("current")).toString();
  const QVariantMap states = stored.value(QStringLiteral("states")).toMap();
  for (auto it = states.begin(); it != states.end(); ++it) memory.states[it.key()] = it.value().toByteArray();
  return memory;
}

// The models that were left longest ago are forgotten.
void remember(const QString& path, const LayoutMemory& memory) {
  constexpr qsizetype most = 100;
  if (path.isEmpty()) return;
  WindowSettings settings;
  const QString name = nameOf(path);
  QStringList models = settings.value(modelsKey).toStringList();
  models.removeAll(name);
  models.prepend(name);
  while (models.size() > most) settings.remove(keyOf(models.takeLast()));
  settings.setValue(modelsKey, models);
  QVariantMap states;
  for (const auto& [layout, state] : memory.states) states[layout] = state;
  settings.setValue(keyOf(name), QVariantMap{{QStringLiteral("current"), memory.current},
                                             {QStringLiteral("states"), states}});
}

}  // namespace fluxion
