#pragma once
// Pictures of blocks, smooth and with their text, kept for one scale: blocks that look the same share one,
// and a view of a large diagram from afar is put together from them.
#include <QHash>
#include <QPixmap>

namespace fluxion {

class BlockItem;

class BlockSprites {
 public:
  // Room around a block for halos and ports, in the scene.
  static constexpr double margin = 12;

  // In pixels of the device per pixel of the scene. What was kept for another scale is forgotten.
  void setScale(double scale);
  void clear() { m_pictures.clear(); }
  // Its upper left corner lies `offset()` pixels up and to the left of the block's.
  const QPixmap& of(BlockItem& item);
  int offset() const;

 private:
  static constexpr qsizetype most = 4096;

  double m_scale = 1;
  QHash<QByteArray, QPixmap> m_pictures;
};

}  // namespace fluxion
