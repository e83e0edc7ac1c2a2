#include "editor/document/block_memory.h"

#include "editor/window_settings.h"

namespace fluxion {

static const QString favoritesKey = QStringLiteral("favouriteBlocks"),
                     recentKey = QStringLiteral("recentBlocks");

BlockMemory& BlockMemory::instance() {
  static BlockMemory memory;
  return memory;
}

BlockMemory::BlockMemory() { reload(); }

void BlockMemory::reload() {
  const WindowSettings settings;
  m_favorites = settings.value(favoritesKey).toStringList();
  m_recent = settings.value(recentKey).toStringList().mid(0, remembered);
  emit changed();
}

void BlockMemory::setFavorite(const QString& type, bool on) {
  if (on == isFavorite(type)) return;
  if (on)
    m_favorites.append(type);
  else
    m_favorites.removeAll(type);
  WindowSettings().setValue(favoritesKey, m_favorites);
  emit changed();
}

void BlockMemory::use(const QString& type) {
  if (!m_recent.isEmpty() && m_recent.front() == type) return;
  m_recent.removeAll(type);
  m_recent.prepend(type);
  m_recent = m_recent.mid(0, remembered);
  WindowSettings().setValue(recentKey, m_recent);
  emit changed();
}

}  // namespace fluxion
