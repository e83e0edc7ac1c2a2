#pragma once
// The block types that somebody uses: favorites, and those inserted last. One for the program, kept in its
// settings.
#include <QObject>
#include <QStringList>

namespace fluxion {

class BlockMemory : public QObject {
  Q_OBJECT
 public:
  static BlockMemory& instance();
  static constexpr int remembered = 8;

  QStringList favorites() const { return m_favorites; }
  bool isFavorite(const QString& type) const { return m_favorites.contains(type); }
  void setFavorite(const QString& type, bool on);

  // The newest first.
  QStringList recent() const { return m_recent; }
  void use(const QString& type);
  // Reads the settings again.
  void reload();

 signals:
  void changed();

 private:
  BlockMemory();
  QStringList m_favorites, m_recent;
};

}  // namespace fluxion
