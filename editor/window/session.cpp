#include "editor/window/session.h"

#include <QFileInfo>
#include <QVariantMap>

#include "editor/document/diagram_document.h"
#include "editor/preferences.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_tabs.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString windowsKey = QStringLiteral("session/windows");

static int& pauses() {
  static int count = 0;
  return count;
}

SessionPause::SessionPause() { ++pauses(); }
SessionPause::~SessionPause() { --pauses(); }

std::vector<SessionWindow> openModels() {
  std::vector<SessionWindow> windows;
  for (const ModelTabs* tabs : ModelTabs::all()) {
    SessionWindow window;
    for (MainWindow* page : tabs->pages()) {
      if (page->document().path().isEmpty()) continue;
      if (page == tabs->current()) window.current = static_cast<int>(window.files.size());
      window.files << QFileInfo(page->document().path()).absoluteFilePath();
    }
    window.geometry = tabs->saveGeometry();
    if (!window.files.isEmpty()) windows.push_back(std::move(window));
  }
  return windows;
}

void noteSession() {
  if (pauses() > 0) return;
  QVariantList list;
  for (const SessionWindow& window : openModels())
    list << QVariantMap{{QStringLiteral("files"), window.files},
                        {QStringLiteral("current"), window.current},
                        {QStringLiteral("geometry"), window.geometry}};
  WindowSettings().setValue(windowsKey, list);
}

std::vector<SessionWindow> lastSession() {
  std::vector<SessionWindow> windows;
  for (const QVariant& each : WindowSettings().value(windowsKey).toList()) {
    const QVariantMap map = each.toMap();
    SessionWindow window;
    window.current = map.value(QStringLiteral("current")).toInt();
    window.geometry = map.value(QStringLiteral("geometry")).toByteArray();
    for (const QString& file : map.value(QStringLiteral("files")).toStringList())
      if (QFileInfo(file).isFile()) window.files << file;
    if (!window.files.isEmpty()) windows.push_back(std::move(window));
  }
  return windows;
}

bool restoresSession() { return storedPreferences().reopensModels; }
void setRestoresSession(bool on) {
  Preferences preferences = storedPreferences();
  preferences.reopensModels = on;
  store(preferences);
}

bool restoreSession(const sim::BlockLibrary& library, ModelTabs& first) {
  const std::vector<SessionWindow> windows = lastSession();
  ModelTabs* tabs = &first;
  for (const SessionWindow& window : windows) {
    if (!tabs) tabs = new ModelTabs;
    if (tabs != &first) tabs->restoreGeometry(window.geometry);
    const MainWindow* current = nullptr;
    for (qsizetype k = 0; k < window.files.size(); ++k) {
      MainWindow* page = tabs->current();
      if (page == nullptr || !page->isUntouched()) tabs->add(*(page = new MainWindow(library)));
      page->opening().openFile(window.files[k]);
      if (k == window.current) current = page;
    }
    if (current) tabs->setCurrent(*current);
    tabs->show();
    tabs = nullptr;
  }
  return !windows.empty();
}

}  // namespace fluxion
