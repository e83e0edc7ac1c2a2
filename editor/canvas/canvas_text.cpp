#include "editor/canvas/canvas_text.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QStaticText>
#include <algorithm>
#include <cmath>

namespace fluxion {

namespace {

struct Line {
  QFont font;
  QStaticText text;
};

// A text in a font of so many pixels; what fitted where, by the room in quarters of pixels.
struct TextKey {
  QString text;
  int pixels = 0, width = -1, least = 0;
  bool operator==(const TextKey&) const = default;
};
std::size_t qHash(const TextKey& key, std::size_t seed = 0) {
  return qHashMulti(seed, key.text, key.pixels, key.width, key.least);
}

struct Kept {
  QFont base;  // the application's, of which all this is
  QHash<int, QFont> fonts;
  QHash<TextKey, Line> lines;
  QHash<TextKey, double> widths;
};

constexpr qsizetype mostLines = 20000;

Kept& kept() {
  static Kept all;
  if (const QFont base = QApplication::font(); base != all.base) all = {base, {}, {}, {}};
  if (all.lines.size() > mostLines) all.lines.clear();
  if (all.widths.size() > mostLines) all.widths.clear();
  return all;
}

int wholePixels(double pixels) { return std::max(1, static_cast<int>(std::lround(pixels))); }

Line layOut(const QString& text, const QFont& font) {
  Line line{font, QStaticText(text)};
  line.text.setTextFormat(Qt::PlainText);
  line.text.prepare({}, font);
  return line;
}

void paint(QPainter& painter, const QRectF& r, const Line& line) {
  painter.setFont(line.font);
  const QSizeF size = line.text.size();
  painter.drawStaticText(r.center() - QPointF(size.width() / 2, size.height() / 2), line.text);
}

Line fitted(const QString& text, double width, double pixels, double least) {
  double size = pixels;
  QFont font = canvasFont(size);
  double wanted = QFontMetricsF(font).horizontalAdvance(text);
  while (wanted > width && size > least) {
    size = std::max(least, size - 1);
    font = canvasFont(size);
    wanted = QFontMetricsF(font).horizontalAdvance(text);
  }
  return layOut(wanted > width ? QFontMetricsF(font).elidedText(text, Qt::ElideRight, width + 1) : text,
                font);
}

}  // namespace

QFont canvasFont(double pixels) {
  Kept& all = kept();
  const int size = wholePixels(pixels);
  const auto known = all.fonts.constFind(size);
  if (known != all.fonts.cend()) return *known;
  QFont font = all.base;
  font.setPixelSize(size);
  return *all.fonts.insert(size, font);
}

double textWidth(const QString& text, double pixels) {
  const QFont font = canvasFont(pixels);
  Kept& all = kept();
  double width = 0;
  for (qsizetype begin = 0, end = 0; begin < text.size(); begin = end) {
    while (end < text.size() && !text[end].isDigit() && !text[end].isSpace()) ++end;
    end = std::max(end, begin + 1);
    const TextKey key{text.sliced(begin, end - begin), wholePixels(pixels)};
    const auto known = all.widths.constFind(key);
    width += known != all.widths.cend()
                 ? *known
                 : *all.widths.insert(key, QFontMetricsF(font).horizontalAdvance(key.text));
  }
  return width;
}

void paintLine(QPainter& painter, const QRectF& r, const QString& text, double pixels) {
  if (text.isEmpty()) return;
  QHash<TextKey, Line>& lines = kept().lines;
  const TextKey key{text, wholePixels(pixels)};
  auto line = lines.constFind(key);
  if (line == lines.cend()) line = lines.insert(key, layOut(text, canvasFont(pixels)));
  paint(painter, r, *line);
}

void paintFitted(QPainter& painter, const QRectF& r, const QString& text, double pixels, double least) {
  if (text.isEmpty()) return;
  QHash<TextKey, Line>& lines = kept().lines;
  const double size = std::min(pixels, r.height());
  const TextKey key{text, wholePixels(size), static_cast<int>(r.width() * 4), static_cast<int>(least)};
  auto line = lines.constFind(key);
  if (line == lines.cend()) line = lines.insert(key, fitted(text, r.width(), size, least));
  paint(painter, r, *line);
}

}  // namespace fluxion
