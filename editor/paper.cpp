#include "editor/paper.h"

namespace fluxion {

QPalette paperPalette() {
  QPalette palette;
  palette.setColor(QPalette::Base, Qt::white);
  palette.setColor(QPalette::Text, QColor(0x1c, 0x1e, 0x21));
  palette.setColor(QPalette::Highlight, QColor(0x2a, 0x6f, 0xc0));
  return palette;
}

}  // namespace fluxion
