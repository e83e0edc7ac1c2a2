#pragma once
// The libraries that somebody has added to the library dock: model files, whose subsystems are inserted as
// links. One list for the program, kept in its settings.
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace fluxion {

struct LibraryBlock {
  QString path;     // in the library
  QString type;     // of the subsystem
  QString summary;  // the first lines of its mask's description
  std::shared_ptr<const sim::Diagram> library;
  sim::Id block = sim::no_id;
};

class UserLibraries : public QObject {
  Q_OBJECT
 public:
  static UserLibraries& instance();

  // Absolute paths, in the order they were added.
  QStringList files() const { return m_files; }
  void add(const QString& file);
  void remove(const QString& file);
  // The subsystems at the top level of the library, by name; none where it cannot be read.
  std::vector<LibraryBlock> blocks(const QString& file) const;
  // Reads the settings again.
  void reload();

 signals:
  void changed();  // the list, or one of the files

 private:
  UserLibraries();
  void keep();
  void watch(const QString& file);
  QStringList m_files;
  QFileSystemWatcher m_watcher;
};

}  // namespace fluxion
