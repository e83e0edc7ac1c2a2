#include "editor/help/formula_box.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace fluxion {

// How far the middle of fractions and brackets lies above the baseline.
static double axis(double em) { return 0.27 * em; }

static QPen stroke(const QPainter& painter, double width) {
  return QPen(painter.pen().color(), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

static void drawPath(QPainter& painter, const QPainterPath& path, double width) {
  painter.save();
  painter.setPen(stroke(painter, width));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  painter.restore();
}

QFont sized(QFont font, double pixels) {
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
  return font;
}

FormulaBox textBox(const QString& text, const QFont& font) {
  const QFontMetricsF metrics(font);
  const QRectF tight = metrics.tightBoundingRect(text);
  const double lean = font.italic() ? 0.04 * font.pixelSize() : 0;
  return {metrics.horizontalAdvance(text) + lean, std::max(metrics.xHeight(), -tight.top()),
          std::max(0.0, tight.bottom()), [text, font](QPainter& painter, QPointF at) {
            painter.setFont(font);
            painter.drawText(at, text);
          }};
}

FormulaBox spaceBox(double width) { return {width, 0, 0, {}}; }

FormulaBox rowBox(std::vector<FormulaBox> parts) {
  FormulaBox row;
  for (const FormulaBox& part : parts) {
    row.width += part.width;
    row.up = std::max(row.up, part.up);
    row.down = std::max(row.down, part.down);
  }
  row.draw = [parts = std::move(parts)](QPainter& painter, QPointF at) {
    for (const FormulaBox& part : parts) {
      if (part.draw) part.draw(painter, at);
      at.rx() += part.width;
    }
  };
  return row;
}

// Parts at places relative to the origin of the whole.
struct Placed {
  FormulaBox box;
  QPointF at;
};
static FormulaBox together(double width, std::vector<Placed> parts) {
  FormulaBox whole;
  whole.width = width;
  for (const Placed& part : parts) {
    whole.up = std::max(whole.up, part.box.up - part.at.y());
    whole.down = std::max(whole.down, part.box.down + part.at.y());
  }
  whole.draw = [parts = std::move(parts)](QPainter& painter, QPointF at) {
    for (const Placed& part : parts)
      if (part.box.draw) part.box.draw(painter, at + part.at);
  };
  return whole;
}

FormulaBox scriptBox(FormulaBox base, const FormulaBox* above, const FormulaBox* below, double em) {
  const double x = base.width + 0.04 * em;
  double width = x;
  std::vector<Placed> parts;
  if (above) {
    parts.push_back({*above, {x, -std::max(0.38 * em, base.up - 0.3 * em) - above->down}});
    width = std::max(width, x + above->width);
  }
  if (below) {
    parts.push_back({*below, {x, std::max(0.16 * em, base.down - 0.05 * em) + 0.45 * below->up - 0.1 * em}});
    width = std::max(width, x + below->width);
  }
  parts.push_back({std::move(base), {0, 0}});
  return together(width + 0.03 * em, std::move(parts));
}

FormulaBox limitsBox(FormulaBox base, const FormulaBox* above, const FormulaBox* below, double em) {
  const double width =
      std::max({base.width, above ? above->width : 0.0, below ? below->width : 0.0}) + 0.1 * em;
  const auto centered = [&](const FormulaBox& box) { return (width - box.width) / 2; };
  std::vector<Placed> parts;
  if (above) parts.push_back({*above, {centered(*above), -base.up - 0.12 * em - above->down}});
  if (below) parts.push_back({*below, {centered(*below), base.down + 0.12 * em + below->up}});
  const double x = centered(base);
  parts.push_back({std::move(base), {x, 0}});
  return together(width, std::move(parts));
}

FormulaBox fractionBox(FormulaBox numerator, FormulaBox denominator, double em) {
  const double side = 0.14 * em, gap = 0.2 * em, bar = axis(em);
  const double width = std::max(numerator.width, denominator.width) + 2 * side;
  const double left = (width - numerator.width) / 2, right = (width - denominator.width) / 2;
  const double over = -bar - gap - numerator.down, under = -bar + gap + denominator.up;
  FormulaBox line{width, bar, 0, [width, bar, em](QPainter& painter, QPointF at) {
                    QPainterPath path(at + QPointF(0.05 * em, -bar));
                    path.lineTo(at + QPointF(width - 0.05 * em, -bar));
                    drawPath(painter, path, 0.055 * em);
                  }};
  FormulaBox whole = together(width, {{std::move(numerator), {left, over}},
                                      {std::move(denominator), {right, under}},
                                      {std::move(line), {0, 0}}});
  return rowBox({spaceBox(0.06 * em), std::move(whole), spaceBox(0.06 * em)});
}

FormulaBox rootBox(FormulaBox inside, double em) {
  const double room = 0.55 * em, over = inside.up + 0.15 * em;
  FormulaBox sign{room + inside.width + 0.1 * em, over + 0.05 * em, inside.down,
                  [=, width = inside.width, down = inside.down](QPainter& painter, QPointF at) {
                    QPainterPath path(at + QPointF(0.05 * em, -0.3 * em));
                    path.lineTo(at + QPointF(0.16 * em, -0.38 * em));
                    path.lineTo(at + QPointF(0.32 * em, down));
                    path.lineTo(at + QPointF(0.5 * em, -over));
                    path.lineTo(at + QPointF(room + width + 0.06 * em, -over));
                    drawPath(painter, path, 0.055 * em);
                  }};
  const double width = sign.width;
  return together(width, {{std::move(sign), {0, 0}}, {std::move(inside), {room, 0}}});
}

FormulaBox markedBox(FormulaBox inside, const QString& mark, double em) {
  const double width = inside.width, up = inside.up;
  FormulaBox sign{width, up + 0.3 * em, 0, [=](QPainter& painter, QPointF at) {
                    const QPointF top = at + QPointF(width / 2 + 0.05 * em, -up - 0.16 * em);
                    const double r = 0.075 * em, half = 0.2 * em;
                    QPainterPath path;
                    if (mark == u"dot" || mark == u"ddot") {
                      painter.save();
                      painter.setBrush(painter.pen().color());
                      painter.setPen(Qt::NoPen);
                      if (mark == u"dot") painter.drawEllipse(top, r, r);
                      for (double side : {-0.14 * em, 0.14 * em})
                        if (mark == u"ddot") painter.drawEllipse(top + QPointF(side, 0), r, r);
                      painter.restore();
                    } else if (mark == u"hat") {
                      path.moveTo(top + QPointF(-half, 0.05 * em));
                      path.lineTo(top + QPointF(0, -0.1 * em));
                      path.lineTo(top + QPointF(half, 0.05 * em));
                    } else if (mark == u"tilde") {
                      path.moveTo(top + QPointF(-half, 0.03 * em));
                      path.cubicTo(top + QPointF(-0.05 * em, -0.2 * em), top + QPointF(0.05 * em, 0.2 * em),
                                   top + QPointF(half, -0.03 * em));
                    } else {
                      path.moveTo(top + QPointF(-half, 0));
                      path.lineTo(top + QPointF(half, 0));
                      if (mark == u"vec") {
                        path.moveTo(top + QPointF(half - 0.1 * em, -0.1 * em));
                        path.lineTo(top + QPointF(half, 0));
                        path.lineTo(top + QPointF(half - 0.1 * em, 0.1 * em));
                      }
                    }
                    drawPath(painter, path, 0.055 * em);
                  }};
  return together(width, {{std::move(sign), {0, 0}}, {std::move(inside), {0, 0}}});
}

// One bracket from `top` to `bottom`, as wide as `w`; the right one is the left one turned over.
static QPainterPath bracketPath(QChar kind, double w, double top, double bottom, double em) {
  const double middle = (top + bottom) / 2, in = 0.12 * em;
  QPainterPath path;
  if (kind == u'(' || kind == u')') {
    path.moveTo(w - in, top);
    path.cubicTo(in / 2, top + (bottom - top) * 0.28, in / 2, top + (bottom - top) * 0.72, w - in, bottom);
  } else if (kind == u'[' || kind == u']') {
    path.moveTo(w - in, top);
    path.lineTo(in, top);
    path.lineTo(in, bottom);
    path.lineTo(w - in, bottom);
  } else if (kind == u'{' || kind == u'}') {
    const double x = w / 2, r = 0.22 * em;
    path.moveTo(w - 0.04 * em, top);
    path.quadTo(x, top, x, top + r);
    path.lineTo(x, middle - r);
    path.quadTo(x, middle, 0.04 * em, middle);
    path.quadTo(x, middle, x, middle + r);
    path.lineTo(x, bottom - r);
    path.quadTo(x, bottom, w - 0.04 * em, bottom);
  } else {
    path.moveTo(w / 2, top);
    path.lineTo(w / 2, bottom);
  }
  return path;
}

FormulaBox bracketBox(FormulaBox inside, QChar left, QChar right, const QFont& font) {
  const double em = font.pixelSize();
  const double half = std::max({inside.up - axis(em), inside.down + axis(em), 0.55 * em}) + 0.05 * em;
  const bool plain = half < 0.75 * em && left != u'{' && right != u'}';
  const auto side = [&](QChar c, bool turned) -> FormulaBox {
    if (c.isNull()) return spaceBox(0);
    if (plain) return textBox(c, font);
    const double w = c == u'{' || c == u'}' ? 0.5 * em : 0.38 * em;
    const double top = -axis(em) - half, bottom = -axis(em) + half;
    return {w, -top, bottom, [=](QPainter& painter, QPointF at) {
              QTransform place = QTransform::fromTranslate(at.x() + (turned ? w : 0), at.y());
              if (turned) place.scale(-1, 1);
              drawPath(painter, place.map(bracketPath(c, w, top, bottom, em)), 0.06 * em);
            }};
  };
  FormulaBox open = side(left, false), close = side(right, true);
  return rowBox({std::move(open), std::move(inside), std::move(close)});
}

FormulaBox tableBox(std::vector<std::vector<FormulaBox>> rows, double em) {
  std::vector<double> widths;
  double height = 0;
  for (auto& row : rows) {
    if (widths.size() < row.size()) widths.resize(row.size());
    double up = 0.7 * em, down = 0.2 * em;
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], row[c].width);
      up = std::max(up, row[c].up), down = std::max(down, row[c].down);
    }
    height += up + down + 0.25 * em;
  }
  std::vector<Placed> parts;
  double y = -axis(em) - (height - 0.25 * em) / 2, total = 0;
  for (auto& row : rows) {
    double up = 0.7 * em, down = 0.2 * em, x = 0;
    for (const FormulaBox& cell : row) up = std::max(up, cell.up), down = std::max(down, cell.down);
    for (std::size_t c = 0; c < row.size(); ++c) {
      parts.push_back({std::move(row[c]), {x, y + up}});
      x += widths[c] + 1.4 * em;
    }
    y += up + down + 0.25 * em;
    total = std::max(total, x - 1.4 * em);
  }
  return together(total, std::move(parts));
}

}  // namespace fluxion
