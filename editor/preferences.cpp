#include "editor/preferences.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>

#include "editor/window_settings.h"

namespace fluxion {

static QString key(const char* name) { return QStringLiteral("preferences/") + QLatin1String(name); }

static int within(const QVariant& stored, int least, int most, int usual) {
  bool number = false;
  const int value = stored.toInt(&number);
  return number && value >= least && value <= most ? value : usual;
}

Preferences storedPreferences() {
  const WindowSettings s;
  const Preferences usual;
  Preferences p;
  p.theme = static_cast<Preferences::Theme>(within(s.value(key("theme")), 0, 2, 0));
  p.numbers = static_cast<Preferences::Numbers>(within(s.value(key("numbers")), 0, 2, 0));
  p.fontSize = within(s.value(key("fontSize")), 6, 36, 0);
  p.autosaveSeconds = within(s.value(key("autosave")), 0, 3600, usual.autosaveSeconds);
  p.solver = s.value(key("solver")).toString();
  p.modelFolder = s.value(key("modelFolder")).toString();
  p.pictureFolder = s.value(key("pictureFolder")).toString();
  p.pluginFolders = s.value(key("pluginFolders")).toStringList();
  p.reopensModels = s.value(QStringLiteral("session/restore"), false).toBool();
  p.opensTabs = s.value(key("tabs"), true).toBool();
  return p;
}

void store(const Preferences& p) {
  WindowSettings s;
  s.setValue(key("theme"), static_cast<int>(p.theme));
  s.setValue(key("numbers"), static_cast<int>(p.numbers));
  s.setValue(key("fontSize"), p.fontSize);
  s.setValue(key("autosave"), p.autosaveSeconds);
  s.setValue(key("solver"), p.solver);
  s.setValue(key("modelFolder"), p.modelFolder);
  s.setValue(key("pictureFolder"), p.pictureFolder);
  s.setValue(key("pluginFolders"), p.pluginFolders);
  s.setValue(key("tabs"), p.opensTabs);
  s.setValue(QStringLiteral("session/restore"), p.reopensModels);
}

static QString firstFolder(const QStringList& folders) {
  for (const QString& folder : folders)
    if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
  return {};
}

QString folderForModels(const QString& beside) {
  return firstFolder({beside, storedPreferences().modelFolder,
                      QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)});
}

QString folderForPictures(const QString& beside) {
  return firstFolder({storedPreferences().pictureFolder, beside,
                      QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)});
}

}  // namespace fluxion
