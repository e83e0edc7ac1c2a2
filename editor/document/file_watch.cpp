#include "editor/document/file_watch.h"

#include <QFileInfo>
#include <utility>

#include "editor/detached_thread.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

FileWatch::FileWatch(DiagramDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  // Programs write files in several steps, or put another in their place.
  m_pause.setSingleShot(true);
  m_pause.setInterval(300);
  connect(&m_pause, &QTimer::timeout, this, &FileWatch::look);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_pause.start(); });
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_pause.start(); });
  connect(&document, &DiagramDocument::pathChanged, this, &FileWatch::watch);
  watch();
}

void FileWatch::watch() {
  m_told.clear();
  m_suspect.clear();
  const QStringList watched = m_watcher.files() + m_watcher.directories();
  if (!watched.isEmpty()) m_watcher.removePaths(watched);
  // One whose folder does not answer is left with it.
  m_eye.reset();
  if (m_document.path().isEmpty()) return;
  m_eye = std::make_unique<Eye>(
      this,
      [](const QString& path, const auto&) {
        return Seen{path, fingerprintOf(path)};
      },
      [this](const Seen& seen) { onSeen(seen); }, startDetached);
  // The folder too: a file that is replaced is not watched any more.
  m_watcher.addPaths({m_document.path(), QFileInfo(m_document.path()).absolutePath()});
}

void FileWatch::look() {
  if (m_eye) m_eye->ask(m_document.path());
}

void FileWatch::onSeen(const Seen& seen) {
  if (seen.path != m_document.path() || seen.fingerprint.isEmpty()) return;
  // What is being written here is known when that has ended.
  if (m_document.isSaving()) return m_pause.start();
  if (!m_watcher.files().contains(seen.path)) m_watcher.addPath(seen.path);
  if (seen.fingerprint == m_document.file().fingerprint) return m_told.clear();
  if (seen.fingerprint == m_told) return;
  // Seen twice: once may be from before a save that has ended since.
  if (seen.fingerprint != std::exchange(m_suspect, seen.fingerprint)) return m_pause.start();
  m_told = seen.fingerprint;
  emit changedOnDisk();
}

}  // namespace fluxion
