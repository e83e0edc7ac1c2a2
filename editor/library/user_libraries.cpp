#include "editor/library/user_libraries.h"

#include <QFileInfo>
#include <algorithm>

#include "editor/window_settings.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

UserLibraries& UserLibraries::instance() {
  static UserLibraries libraries;
  return libraries;
}

UserLibraries::UserLibraries() {
  // Saving replaces a file, and the watcher loses sight of what was replaced.
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
    if (QFileInfo::exists(file)) m_watcher.addPath(file);
    emit changed();
  });
  // A file that was away for a while comes back.
  connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
    bool back = false;
    for (const QString& file : m_files)
      if (QFileInfo::exists(file) && !m_watcher.files().contains(file)) back |= m_watcher.addPath(file);
    if (back) emit changed();
  });
  reload();
}

void UserLibraries::reload() {
  m_files = WindowSettings().value(libraryFilesKey).toStringList();
  if (const QStringList all = m_watcher.files() + m_watcher.directories(); !all.isEmpty())
    m_watcher.removePaths(all);
  for (const QString& file : m_files) watch(file);
  emit changed();
}

void UserLibraries::watch(const QString& file) {
  m_watcher.addPath(file);
  m_watcher.addPath(QFileInfo(file).absolutePath());
}

void UserLibraries::keep() {
  WindowSettings().setValue(libraryFilesKey, m_files);
  emit changed();
}

void UserLibraries::add(const QString& file) {
  const QString path = QFileInfo(file).absoluteFilePath();
  if (m_files.contains(path)) return;
  m_files.append(path);
  watch(path);
  keep();
}

void UserLibraries::remove(const QString& file) {
  if (m_files.removeAll(file) == 0) return;
  m_watcher.removePath(file);
  keep();
}

std::vector<LibraryBlock> UserLibraries::blocks(const QString& file) const {
  std::vector<LibraryBlock> out;
  auto loaded = sim::load_file(file.toStdString());
  if (!loaded) return out;
  const auto library = std::make_shared<const sim::Diagram>(std::move(loaded->diagram));
  for (const auto& [id, block] : library->blocks) {
    if (block.parent != sim::no_id || !block.type.ends_with("subsystem")) continue;
    const QString text = block.mask ? QString::fromStdString(block.mask->description) : QString();
    out.push_back({QString::fromStdString(block.name), QString::fromStdString(block.type),
                   text.section(QStringLiteral("\n\n"), 0, 0), library, id});
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return QString::localeAwareCompare(a.path, b.path) < 0; });
  return out;
}

}  // namespace fluxion
