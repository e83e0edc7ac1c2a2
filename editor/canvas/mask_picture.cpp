#include "editor/canvas/mask_picture.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/icon_painter.h"
#include "editor/canvas/svg_path.h"
#include "sim_core/diagram/mask_texts.h"

namespace fluxion {

QString shortValueText(const sim::expr::Value& value) {
  if (value.is_string()) return QString::fromStdString(value.text());
  if (value.is_structure()) return QString::fromStdString(sim::expr::describe(value));
  if (value.is_complex() || value.size() > 16)
    return value.is_scalar() ? QString::fromStdString(sim::expr::to_text(value))
                             : QString::fromStdString(sim::expr::describe(value));
  const auto number = [&](int row, int column) {
    if (value.is_boolean()) return value(row, column) != 0 ? QStringLiteral("true") : QStringLiteral("false");
    return QString::number(value(row, column), 'g', 5);
  };
  if (value.is_scalar()) return number(0, 0);
  QStringList rows;
  for (int r = 0; r < value.rows(); ++r) {
    QStringList cells;
    for (int c = 0; c < value.cols(); ++c) cells += number(r, c);
    rows += cells.join(u' ');
  }
  return QStringLiteral("[%1]").arg(rows.join(QStringLiteral("; ")));
}

static QString inWords(const sim::Diagnostic& why) {
  return QString::fromStdString(why.remedy.empty() ? why.message : why.message + "; " + why.remedy);
}

// The text of the icon; a name without a value becomes a question mark.
static QString filledIn(const std::string& content, const sim::expr::Scope& inside, QString& problem) {
  const std::string_view text = content;
  QString out;
  std::size_t done = 0;
  for (std::string_view name : sim::names_in_braces(text)) {
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    out += QString::fromStdString(content.substr(done, at - 1 - done));
    done = at + name.size() + 1;
    const auto value = inside.find(name);
    if (value && *value)
      out += shortValueText(**value);
    else
      out += u'?';
    if (!value)
      problem = inWords(value.error());
    else if (!*value)
      problem = QObject::tr("“%1” is not known here")
                    .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  }
  out += QString::fromStdString(content.substr(done));
  return out;
}

static std::optional<sim::expr::Value> numbers(const std::string& text, const sim::expr::Scope& inside,
                                               QString& problem) {
  auto value = sim::expr::evaluate(text, inside);
  constexpr int most = 10'000;
  if (!value)
    problem = inWords(value.error());
  else if (value->is_string() || value->is_complex())
    problem = QObject::tr("“%1” is no list of numbers").arg(QString::fromStdString(text));
  else if (value->size() > most)
    problem = QObject::tr("“%1” has more than %2 points").arg(QString::fromStdString(text)).arg(most);
  else
    return *std::move(value);
  return std::nullopt;
}

// Columns of y over x, scaled to a box from 0 to 1; a point that is not finite interrupts a curve.
static QList<QPolygonF> curvesOf(const sim::MaskIcon& icon, const sim::expr::Scope& inside,
                                 QString& problem) {
  const auto y = numbers(icon.y, inside, problem);
  if (!y) return {};
  std::vector<double> x;
  const bool vector = y->rows() == 1;
  const int points = vector ? y->cols() : y->rows(), count = vector ? 1 : y->cols();
  if (icon.x.empty()) {
    for (int k = 1; k <= points; ++k) x.push_back(k);
  } else if (const auto given = numbers(icon.x, inside, problem)) {
    x = given->real();
  } else {
    return {};
  }
  if (static_cast<int>(x.size()) != points) {
    problem = QObject::tr("x has %1 points, but y has %2").arg(x.size()).arg(points);
    return {};
  }
  QList<QPolygonF> curves;
  QPointF low(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
  QPointF high = -low;
  for (int c = 0; c < count; ++c) {
    curves.append(QPolygonF());
    for (int k = 0; k < points; ++k) {
      const QPointF at(x[static_cast<std::size_t>(k)], y->real()[static_cast<std::size_t>(c * points + k)]);
      if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
        if (!curves.last().isEmpty()) curves.append(QPolygonF());
        continue;
      }
      curves.last().append(at);
      low = {std::min(low.x(), at.x()), std::min(low.y(), at.y())};
      high = {std::max(high.x(), at.x()), std::max(high.y(), at.y())};
    }
  }
  const auto scaled = [](double v, double from, double to) {
    const double range = to - from;
    return range > 0 && std::isfinite(range) ? (v - from) / range : 0.5;
  };
  for (QPolygonF& curve : curves)
    for (QPointF& at : curve) at = {scaled(at.x(), low.x(), high.x()), 1 - scaled(at.y(), low.y(), high.y())};
  return curves;
}

MaskPicture maskPicture(const sim::Mask& mask, const sim::expr::Scope& inside) {
  MaskPicture picture;
  picture.kind = mask.icon.kind;
  picture.portNames = mask.port_names;
  switch (mask.icon.kind) {
    case sim::MaskIconKind::None:
      break;
    case sim::MaskIconKind::Text:
      picture.text = filledIn(mask.icon.content, inside, picture.problem);
      break;
    case sim::MaskIconKind::Path:
      picture.path = svgPath(mask.icon.content);
      if (picture.path.isEmpty()) picture.problem = QObject::tr("this is no path, such as “M 10 50 L 90 50”");
      break;
    case sim::MaskIconKind::Plot:
      if (sim::is_drawn_by_commands(mask.icon)) {
        picture.drawing = sim::draw_mask(mask.icon, inside);
        picture.problem = QString::fromStdString(picture.drawing->problem);
      } else {
        picture.curves = curvesOf(mask.icon, inside, picture.problem);
      }
      break;
  }
  return picture;
}

MaskPicture maskPicture(const sim::Diagram& diagram, sim::Id subsystem) {
  const sim::Mask& mask = *diagram.blocks.at(subsystem).mask;
  const bool values = mask.icon.kind == sim::MaskIconKind::Text || mask.icon.kind == sim::MaskIconKind::Plot;
  if (!values) return maskPicture(mask, sim::expr::ValueScope());
  const sim::expr::Workspace workspace = sim::workspace_of(diagram, subsystem);
  return maskPicture(mask, sim::expr::WorkspaceScope(workspace));
}

// How far names of ports reach into the block from the left and the right.
static std::pair<double, double> portNameWidths(const BlockGeometry& g) {
  const QFontMetricsF metrics(canvasFont(9));
  std::pair<double, double> widths{0, 0};
  for (const auto* ports : {&g.inputs, &g.outputs, &g.conserving})
    for (const PortPlace& port : *ports) {
      if (port.direction.x() == 0) continue;
      double& width = port.direction.x() < 0 ? widths.first : widths.second;
      width = std::max(width, metrics.horizontalAdvance(port.name) + 6);
    }
  const double most = g.rect.width() * 0.3;
  return {std::min(widths.first, most), std::min(widths.second, most)};
}

// From the numbers of a drawing to the block's rectangle.
static QTransform drawingToBlock(const sim::MaskDrawing& drawing, const QRectF& r) {
  if (drawing.pixels) return {1, 0, 0, -1, r.left(), r.bottom()};
  const QPointF low(drawing.low.x, drawing.low.y);
  const QPointF size = QPointF(drawing.high.x, drawing.high.y) - low;
  const auto scale = [](double pixels, double numbers) {
    const double s = pixels / numbers;
    return numbers > 0 && std::isfinite(s) ? s : 0;
  };
  const double sx = scale(r.width(), size.x()), sy = scale(r.height(), size.y());
  // What has no width or height lies in the middle.
  return {sx,
          0,
          0,
          -sy,
          sx > 0 ? r.left() - low.x() * sx : r.center().x(),
          sy > 0 ? r.bottom() + low.y() * sy : r.center().y()};
}

static void paintDrawnText(QPainter& painter, const sim::DrawnMark& mark, QPointF at) {
  const QString words = QString::fromStdString(mark.text);
  const QStringList lines = words.split(u'\n');
  constexpr int pixels = 10;
  const QFontMetricsF metrics(canvasFont(pixels));
  double width = 0;
  for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
  const double height = metrics.height() * static_cast<double>(lines.size());
  QRectF box(at.x() - width * mark.across, at.y() - height * (1 - mark.up), width, metrics.height());
  for (const QString& line : lines) {
    paintLine(painter, box, line, pixels);
    box.translate(0, metrics.height());
  }
}

static void paintDrawing(QPainter& painter, const sim::MaskDrawing& drawing, const QRectF& r,
                         const MaskColors& colors) {
  painter.save();
  painter.setClipRect(r, Qt::IntersectClip);
  const QTransform place = drawingToBlock(drawing, r.adjusted(1, 1, -1, -1));
  for (const sim::DrawnMark& mark : drawing.marks) {
    QColor color = mark.kind < sim::DrawnMark::Kind::Text ? colors.icon : colors.text;
    if (mark.color) {
      const auto part = [&](std::size_t k) {
        return static_cast<float>(std::clamp((*mark.color)[k], 0.0, 1.0));
      };
      color = QColor::fromRgbF(part(0), part(1), part(2));
    }
    QPolygonF points;
    for (const sim::Point& p : mark.points) points.append(place.map(QPointF(p.x, p.y)));
    painter.setPen(QPen(color, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (mark.kind == sim::DrawnMark::Kind::Line) {
      painter.drawPolyline(points);
    } else if (mark.kind == sim::DrawnMark::Kind::Area) {
      painter.setBrush(color);
      painter.drawPolygon(points);
      painter.setBrush(Qt::NoBrush);
    } else if (mark.kind == sim::DrawnMark::Kind::Middle) {
      paintIconText(painter, r.adjusted(4, 3, -4, -3), QString::fromStdString(mark.text));
    } else {
      paintDrawnText(painter, mark, points.first());
    }
  }
  painter.restore();
}

void paintMaskPicture(QPainter& painter, const MaskPicture& picture, const sim::Block& block,
                      const BlockGeometry& g, const MaskColors& colors) {
  const QRectF local(0, 0, block.size.width, block.size.height);
  painter.setBrush(Qt::NoBrush);
  const QPen drawn(colors.icon, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  if (picture.kind == sim::MaskIconKind::Text) {
    const auto [left, right] = picture.portNames ? portNameWidths(g) : std::pair<double, double>{0, 0};
    painter.setPen(colors.text);
    paintIconText(painter, g.rect.adjusted(4 + left, 3, -4 - right, -3), picture.text);
  } else if (picture.kind == sim::MaskIconKind::Path) {
    painter.save();
    painter.setClipRect(g.rect, Qt::IntersectClip);
    painter.setPen(drawn);
    painter.drawPath(
        g.fromLocal.map(QTransform::fromScale(local.width() / 100, local.height() / 100).map(picture.path)));
    painter.restore();
  } else if (picture.drawing) {
    paintDrawing(painter, *picture.drawing, g.rect, colors);
  } else if (picture.kind == sim::MaskIconKind::Plot) {
    const QRectF box = local.adjusted(local.width() * 0.1, local.height() * 0.14, -local.width() * 0.1,
                                      -local.height() * 0.14);
    painter.setPen(drawn);
    for (QPolygonF curve : picture.curves) {
      for (QPointF& at : curve)
        at = g.fromLocal.map(QPointF(box.left() + at.x() * box.width(), box.top() + at.y() * box.height()));
      if (curve.size() > 1)
        painter.drawPolyline(curve);
      else if (curve.size() == 1)
        painter.drawPoint(curve.first());
    }
  }
}

}  // namespace fluxion
