#include "editor/dialogs/user_presets.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "editor/window_settings.h"

namespace fluxion {

QString userPresetsFile() {
  return QFileInfo(WindowSettings().fileName()).absoluteDir().filePath(QStringLiteral("presets.json"));
}

std::vector<sim::SettingPreset> userPresets(QString* problem) {
  constexpr qint64 largest = 16 << 20;
  QFile file(userPresetsFile());
  if (!file.exists()) return {};
  sim::Result<std::vector<sim::SettingPreset>> presets = sim::error({}, "the file cannot be read");
  if (file.size() <= largest && file.open(QIODevice::ReadOnly))
    presets = sim::read_presets(file.readAll().toStdString());
  if (presets) return *presets;
  if (problem) *problem = QString::fromStdString(sim::to_text(presets.error()));
  return {};
}

static bool write(const std::vector<sim::SettingPreset>& presets) {
  const QString path = userPresetsFile();
  QDir().mkpath(QFileInfo(path).absolutePath());
  QSaveFile file(path);
  const QByteArray text = QByteArray::fromStdString(sim::write_presets(presets));
  return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

bool saveUserPreset(const sim::SettingPreset& preset) {
  QString problem;
  std::vector<sim::SettingPreset> presets = userPresets(&problem);
  if (!problem.isEmpty()) return false;  // what is there may be worth mending
  std::erase_if(presets, [&](const sim::SettingPreset& p) { return p.name == preset.name; });
  presets.push_back(preset);
  return write(presets);
}

bool deleteUserPreset(const QString& name) {
  std::vector<sim::SettingPreset> presets = userPresets();
  std::erase_if(presets, [&](const sim::SettingPreset& p) { return p.name == name.toStdString(); });
  return write(presets);
}

}  // namespace fluxion
