#pragma once
// Notices that another program has changed the document's file, by its contents and not by its dates.
#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace fluxion {

class DiagramDocument;

class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(DiagramDocument& document, QObject* parent = nullptr);

  // Whether the file is another than the one that was opened or saved here. A file that is gone is not.
  bool isChangedOnDisk() const;
  // Takes the file as it is now as known; to be called once it was saved.
  void accept();
  // Of a document that is recovered: the file as it was when the copy was made (fingerprintOf).
  void setKnown(const QByteArray& fingerprint);
  // Empty: there is no such file.
  static QByteArray fingerprintOf(const QString& path);

 signals:
  // Once for each change.
  void changedOnDisk();

 private:
  void look();
  QByteArray fingerprint() const { return fingerprintOf(path()); }
  QString path() const;

  DiagramDocument& m_document;
  QFileSystemWatcher m_watcher;
  QTimer m_pause;
  QByteArray m_known, m_told;
};

}  // namespace fluxion
