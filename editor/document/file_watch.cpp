#include "editor/document/file_watch.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "editor/document/diagram_document.h"

namespace fluxion {

FileWatch::FileWatch(DiagramDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  // Programs write files in several steps, or put another in their place.
  m_pause.setSingleShot(true);
  m_pause.setInterval(300);
  connect(&m_pause, &QTimer::timeout, this, &FileWatch::look);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_pause.start(); });
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_pause.start(); });
  connect(&document, &DiagramDocument::pathChanged, this, &FileWatch::accept);
  accept();
}

QString FileWatch::path() const { return m_document.path(); }

QByteArray FileWatch::fingerprintOf(const QString& path) {
  QFile file(path);
  if (path.isEmpty() || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return {};
  QCryptographicHash hash(QCryptographicHash::Sha1);
  return hash.addData(&file) ? hash.result() : QByteArray();
}

bool FileWatch::isChangedOnDisk() const {
  const QByteArray now = fingerprint();
  return !now.isEmpty() && !m_known.isEmpty() && now != m_known;
}

void FileWatch::accept() {
  m_known = m_told = fingerprint();
  const QStringList watched = m_watcher.files() + m_watcher.directories();
  if (!watched.isEmpty()) m_watcher.removePaths(watched);
  if (m_document.path().isEmpty()) return;
  // The folder too: a file that is replaced is not watched any more.
  m_watcher.addPaths({m_document.path(), QFileInfo(m_document.path()).absolutePath()});
}

void FileWatch::setKnown(const QByteArray& fingerprint) {
  m_known = m_told = fingerprint;
  if (!fingerprint.isEmpty()) look();
}

void FileWatch::look() {
  if (!m_watcher.files().contains(m_document.path()) && QFile::exists(m_document.path()))
    m_watcher.addPath(m_document.path());
  const QByteArray now = fingerprint();
  if (now.isEmpty() || now == m_told) return;
  m_told = now;
  if (now != m_known) emit changedOnDisk();
}

}  // namespace fluxion
