#include "editor/start/templates.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace fluxion {

QString templatesFolder() {
  const QDir program(QCoreApplication::applicationDirPath());
  // Installed; built in build/PRESET/bin; a test in build/PRESET/tests.
  for (const char* place : {"../share/fluxion/templates", "../../../resources/templates"})
    if (const QDir folder(program.filePath(QString::fromLatin1(place))); folder.exists())
      return folder.canonicalPath();
  return {};
}

QString ownTemplatesFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/templates");
}

std::vector<Template> findTemplates() {
  std::vector<Template> all;
  const struct {
    const char* file;
    QString title;
  } known[] = {{"control_loop.flx", QCoreApplication::translate("Templates", "Control Loop")},
               {"physical_network.flx", QCoreApplication::translate("Templates", "Physical Network")},
               {"discrete_controller.flx", QCoreApplication::translate("Templates", "Discrete Controller")}};
  if (const QString folder = templatesFolder(); !folder.isEmpty())
    for (const auto& [file, title] : known)
      if (const QString path = QDir(folder).filePath(QLatin1String(file)); QFileInfo(path).isFile())
        all.push_back({path, title});
  const QDir own(ownTemplatesFolder());
  for (const QFileInfo& file :
       own.entryInfoList({QStringLiteral("*.flx")}, QDir::Files, QDir::Name | QDir::IgnoreCase))
    all.push_back({file.absoluteFilePath(), file.completeBaseName(), true});
  return all;
}

QString ownTemplatePath(const QString& title) {
  const QString name = title.trimmed();
  if (name.isEmpty() || name.startsWith(u'.') || name.contains(u'/') || name.contains(QChar(0)) ||
      name.toUtf8().size() > 200)
    return {};
  return QDir(ownTemplatesFolder()).filePath(name + QStringLiteral(".flx"));
}

}  // namespace fluxion
