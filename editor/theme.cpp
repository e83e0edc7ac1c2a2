#include "editor/theme.h"

namespace fluxion {

static double luminance(const QColor& c) {
  return 0.2126 * c.redF() + 0.7152 * c.greenF() + 0.0722 * c.blueF();
}

bool isDark(const QPalette& palette) {
  return luminance(palette.color(QPalette::Base)) < luminance(palette.color(QPalette::Text));
}

QColor mixed(const QColor& a, const QColor& b, double amount) {
  const auto mix = [amount](double x, double y) { return x + (y - x) * amount; };
  return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QColor Theme::ofDomain(sim::Domain domain) const {
  switch (domain) {
    case sim::Domain::Rotational:
      return rotational;
    case sim::Domain::Translational:
      return translational;
    case sim::Domain::Electrical:
      return electrical;
    case sim::Domain::Thermal:
      return thermal;
    case sim::Domain::Hydraulic:
      return hydraulic;
    case sim::Domain::Magnetic:
      return magnetic;
    case sim::Domain::Planar:
      return planar;
    default:
      return line;
  }
}

Theme Theme::current(const QPalette& palette) {
  const QColor base = palette.color(QPalette::Base);
  const QColor text = palette.color(QPalette::Text);
  const QColor accent = palette.color(QPalette::Highlight);
  Theme t;
  t.dark = isDark(palette);
  t.canvas = t.dark ? mixed(base, Qt::black, 0.12) : mixed(base, text, 0.015);
  t.grid = mixed(t.canvas, text, t.dark ? 0.20 : 0.16);
  t.blockFill = t.dark ? mixed(base, text, 0.09) : mixed(base, Qt::white, 0.6);
  t.blockBorder = mixed(base, text, t.dark ? 0.66 : 0.72);
  t.blockText = mixed(base, text, 0.94);
  t.icon = t.dark ? QColor(0x7f, 0xb8, 0xf0) : QColor(0x1c, 0x5d, 0xa8);
  t.blockName = mixed(base, text, 0.74);
  t.commented = mixed(base, text, 0.38);
  t.line = mixed(base, text, t.dark ? 0.74 : 0.78);
  t.port = t.line;
  t.rotational = t.dark ? QColor(0x6c, 0xc8, 0x7a) : QColor(0x1e, 0x7d, 0x32);
  t.translational = t.dark ? QColor(0xd8, 0xb0, 0x5a) : QColor(0x8a, 0x62, 0x00);
  t.electrical = t.dark ? QColor(0x7c, 0xa8, 0xff) : QColor(0x1a, 0x4f, 0xc4);
  t.thermal = t.dark ? QColor(0xf0, 0x8a, 0x6e) : QColor(0xb3, 0x3a, 0x1a);
  t.hydraulic = t.dark ? QColor(0x5f, 0xc9, 0xd6) : QColor(0x0b, 0x6f, 0x82);
  t.magnetic = t.dark ? QColor(0xe8, 0x86, 0xc0) : QColor(0x9c, 0x2f, 0x78);
  t.planar = t.dark ? QColor(0xb9, 0xa8, 0x92) : QColor(0x6b, 0x55, 0x38);
  t.lineText = mixed(base, text, 0.72);
  t.selection = t.dark ? mixed(accent, Qt::white, 0.25) : accent;
  t.selectionFill = t.selection;
  t.selectionFill.setAlphaF(0.14F);
  t.guide = t.dark ? QColor(0xff, 0x7a, 0xc8) : QColor(0xc2, 0x2b, 0x86);
  t.traced = t.dark ? QColor(0xff, 0xa9, 0x40) : QColor(0xd9, 0x6a, 0x00);
  t.blockTints = {QColor(),
                  QColor(0xe0, 0x4f, 0x4f),
                  QColor(0xf0, 0x8c, 0x2e),
                  QColor(0xe8, 0xc5, 0x2a),
                  QColor(0x4c, 0xaf, 0x50),
                  QColor(0x2a, 0xb7, 0xc4),
                  QColor(0x3f, 0x7f, 0xe0),
                  QColor(0x9c, 0x5f, 0xd0),
                  QColor(0x8a, 0x8f, 0x98)};
  t.error = t.dark ? QColor(0xff, 0x6b, 0x5e) : QColor(0xc6, 0x28, 0x28);
  t.warning = t.dark ? QColor(0xf2, 0xb1, 0x4a) : QColor(0xa8, 0x62, 0x00);
  t.dangling = t.error;
  t.hint = mixed(base, text, 0.6);
  t.plotBackground = base;
  t.plotAxis = mixed(base, text, 0.62);
  t.plotGrid = mixed(base, text, 0.14);
  t.plotText = mixed(base, text, 0.84);
  if (t.dark)
    t.plotCurves = {QColor(0x5a, 0xa9, 0xf0), QColor(0xff, 0x9e, 0x4a), QColor(0x4c, 0xc3, 0x8a),
                    QColor(0xe8, 0x79, 0xb4), QColor(0xe6, 0xd0, 0x4e), QColor(0x6f, 0xd6, 0xe0),
                    QColor(0xb5, 0x9b, 0xf0), QColor(0xf2, 0x78, 0x6a)};
  else
    t.plotCurves = {QColor(0x1f, 0x6f, 0xc4), QColor(0xd9, 0x5f, 0x02), QColor(0x11, 0x88, 0x5c),
                    QColor(0xb8, 0x3a, 0x80), QColor(0x8f, 0x78, 0x00), QColor(0x00, 0x86, 0x98),
                    QColor(0x6a, 0x4f, 0xc0), QColor(0xb3, 0x36, 0x2b)};
  return t;
}

}  // namespace fluxion
