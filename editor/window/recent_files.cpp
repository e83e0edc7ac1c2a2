#include "editor/window/recent_files.h"

#include <QFileInfo>

namespace fluxion {

static constexpr int remembered = 10;
static const QString key = QStringLiteral("recentFiles");

QStringList recentFiles() {
  QStringList files = WindowSettings().value(key).toStringList();
  files.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
  return files.mid(0, remembered);
}

void rememberFile(const QString& path) {
  const QString file = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(file);
  files.prepend(file);
  WindowSettings().setValue(key, files.mid(0, remembered));
}

}  // namespace fluxion
