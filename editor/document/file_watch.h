#pragma once
// Notices that another program has changed the document's file, by its contents and not by its dates. A
// thread looks at the disk.
#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <memory>

#include "editor/background.h"

namespace fluxion {

class DiagramDocument;

class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(DiagramDocument& document, QObject* parent = nullptr);

  // Whether the file is another than the one that was opened or saved here. A file that is gone is not.
  void look();

 signals:
  // Once for each change.
  void changedOnDisk();

 private:
  struct Seen {
    QString path;
    QByteArray fingerprint;
  };
  void watch();
  void onSeen(const Seen& seen);

  DiagramDocument& m_document;
  QFileSystemWatcher m_watcher;
  QTimer m_pause;
  QByteArray m_told, m_suspect;  // fingerprints of what was told of last, and seen last
  using Eye = Background<QString, Seen>;
  std::unique_ptr<Eye> m_eye;  // on path(); null: there is none
};

}  // namespace fluxion
