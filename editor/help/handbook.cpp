#include "editor/help/handbook.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include "editor/plain_text.h"

namespace fluxion {

static QString trHandbook(const char* text) { return QCoreApplication::translate("Handbook", text); }

QString handbookPage(const QString& programFolder) {
  // Installed; the program is in build/PRESET/bin, a test in build/PRESET/tests.
  for (const char* place : {"../share/fluxion/handbook", "../../handbook"})
    if (const QFileInfo page(QDir(programFolder).filePath(QLatin1String(place)) +
                             QStringLiteral("/index.html"));
        page.isFile())
      return page.canonicalFilePath();
  return {};
}

void openHandbook(QWidget* parent, const QString& page) {
  if (page.isEmpty())
    showWarning(parent, trHandbook("Handbook"),
                trHandbook("The handbook is not installed. In the source tree, ./dev docs builds it."));
  else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(page)))
    showWarning(parent, trHandbook("Handbook"),
                trHandbook("No web browser could be started. The handbook begins at %1.").arg(page));
}

}  // namespace fluxion
