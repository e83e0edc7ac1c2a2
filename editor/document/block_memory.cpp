#include "editor/document/block_memory.h"

#include "editor/window_settings.h"

namespace fluxion {

static const QString favouritesKey = QStringLiteral("favouriteBlocks"),
                     recentKey = QStringLiteral("recentBlocks");

BlockMemory& BlockMemory::instance() {
  static BlockMemory memory;
  return memory;
}

BlockMemory::BlockMemory() { reload(); }

void BlockMemory::reload() {
  const WindowSettings settings;
  m_favourites = settings.value(favouritesKey).toStringList();
  m_recent = settings.value(recentKey).toStringList().mid(0, remembered);
  emit changed();
}

void BlockMemory::setFavourite(const QString& type, bool on) {
  if (on == isFavourite(type)) return;
  if (on)
    m_favourites.append(type);
  else
    m_favourites.removeAll(type);
  WindowSettings().setValue(favouritesKey, m_favourites);
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
