#pragma once
// What somebody prefers, for all models: kept by the program, never by a model.
#include <QString>
#include <QStringList>

namespace fluxion {

struct Preferences {
  enum class Theme { Desktop, Light, Dark };
  enum class Numbers { Desktop, Point, Comma };  // how numbers are shown and typed

  Theme theme = Theme::Desktop;
  int fontSize = 0;  // points; 0: the desktop's
  Numbers numbers = Numbers::Desktop;
  int autosaveSeconds = 15;  // from a change to its copy; 0: no copies
  QString solver;            // of new diagrams; empty: the program's default
  QString modelFolder;       // where one begins to look for models; empty: Documents
  QString pictureFolder;     // where pictures and figures go; empty: beside the model
  QStringList pluginFolders;
  bool reopensModels = false;  // at the start, those that were open last
  bool opensTabs = true;       // a model that is opened beside another: as a tab, or in a window of its own

  bool operator==(const Preferences&) const = default;
};

// What does not make sense in the stored ones is as if it were not there.
Preferences storedPreferences();
void store(const Preferences& preferences);

// The folder to begin at, of the two preferences; the first of these that exists.
QString folderForModels(const QString& beside);
QString folderForPictures(const QString& beside);

}  // namespace fluxion
