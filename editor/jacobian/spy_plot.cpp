#include "editor/jacobian/spy_plot.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "editor/jacobian/group_colors.h"
#include "editor/plain_text.h"

namespace fluxion {

namespace {
constexpr int margin = 5;  // around the picture, for the cursor's frame
constexpr int largestCell = 64;
constexpr int gridFrom = 6;  // cells smaller than this have no lines between them
}  // namespace

SpyPlot::SpyPlot(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("jacobianPlot"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setWhatsThis(
      tr("Where df/dx may be non-zero, in the colors of the groups. Arrow keys move from cell to cell; Ctrl "
         "with them goes to the next that is not empty."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setReport(nullptr);
}

void SpyPlot::setReport(std::shared_ptr<const sim::JacobianReport> report) {
  m_cells = {};  // looks into the report
  m_report = std::move(report);
  m_values.clear();
  m_largest.clear();
  m_group.reset();
  const int size = m_report ? m_report->pattern.cols : 0;
  if (m_cursor.x() >= size || m_cursor.y() >= size) m_cursor = {};
  setAccessibleName(size == 0 ? tr("Pattern of the Jacobian: empty")
                              : tr("Pattern of the Jacobian: %1 rows and columns, nonzeros: %2, groups: %3")
                                    .arg(size)
                                    .arg(m_report->pattern.nonzeros())
                                    .arg(m_report->groups.count));
  limitHeight();
  arrange();
}

// What stands below the picture is not far from it.
void SpyPlot::limitHeight() {
  const int states = m_report ? m_report->pattern.cols : 0;
  const int most = states < width() / largestCell ? states * largestCell + 2 * margin : width();
  setMaximumHeight(std::max(most, minimumSizeHint().height()));
}

void SpyPlot::setValues(std::vector<double> values) {
  m_values = std::move(values);
  m_most = 0;
  for (double value : m_values)
    if (std::isfinite(value)) m_most = std::max(m_most, std::abs(value));
  arrange();
}

void SpyPlot::showValues(bool on) {
  m_showsValues = on;
  arrange();
}

double SpyPlot::entry(int row, int column) const {
  const auto rows = m_report->pattern.column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) return 0;
  return m_values[static_cast<std::size_t>(m_report->pattern.column_start[static_cast<std::size_t>(column)] +
                                           (at - rows.begin()))];
}

void SpyPlot::highlightGroup(std::optional<int> group) {
  if (group == m_group) return;
  m_group = group;
  m_picture = {};
  update();
}

// The finest cells that can still be told apart, as large as there is room for.
void SpyPlot::arrange() {
  m_picture = {};
  m_ratio = devicePixelRatioF();
  const int states = m_report ? m_report->pattern.cols : 0;
  if (states > 0) {
    const int room = std::max(1, static_cast<int>((std::min(width(), height()) - 2 * margin) * m_ratio));
    const int finest = std::max(3, static_cast<int>(std::lround(2 * m_ratio)));
    const int most = std::max(1, room / finest);
    const int scale = (states + most - 1) / most;
    if (m_cells.size() == 0 || m_cells.scale() != scale)
      m_cells = SpyCells(m_report->pattern, m_report->groups, scale);
    m_largest.clear();
    if (m_showsValues && !m_values.empty()) {
      const int size = m_cells.size(), scale_now = m_cells.scale();
      m_largest.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 0.0);
      std::size_t k = 0;
      for (int j = 0; j < m_report->pattern.cols; ++j)
        for (int i : m_report->pattern.column(j)) {
          double& largest = m_largest[static_cast<std::size_t>(i / scale_now * size + j / scale_now)];
          if (const double value = m_values[k++]; std::abs(value) > std::abs(largest)) largest = value;
        }
    }
    m_side = std::clamp(room / m_cells.size(), 1, static_cast<int>(largestCell * m_ratio));
    m_origin = QPoint(1, 1) * static_cast<int>(margin * m_ratio);
    setAccessibleDescription(describe(cursorCell()));
  }
  update();
  emit cellsChanged();
}

QRectF SpyPlot::cellRect(int row, int column) const {
  return {(m_origin.x() + column * m_side) / m_ratio, (m_origin.y() + row * m_side) / m_ratio,
          m_side / m_ratio, m_side / m_ratio};
}

QPoint SpyPlot::cursorCell() const {
  return {m_cursor.x() / m_cells.scale(), m_cursor.y() / m_cells.scale()};
}

void SpyPlot::setCursorCell(QPoint cell) {
  if (m_cells.size() == 0) return;
  const QPoint inside{std::clamp(cell.x(), 0, m_cells.size() - 1),
                      std::clamp(cell.y(), 0, m_cells.size() - 1)};
  m_cursor = inside * m_cells.scale();
  const QString description = describe(inside);
  setAccessibleDescription(description);
  emit pointedAt(description);
  update();
}

QString SpyPlot::describe(QPoint cell) const {
  if (m_cells.size() == 0) return {};
  const auto name = [&](int state) {
    return QString::fromStdString(m_report->states[static_cast<std::size_t>(state)]);
  };
  const auto rows = m_cells.entries(cell.y()), columns = m_cells.entries(cell.x());
  QStringList groups;
  for (int group : m_cells.groupsIn(cell.y(), cell.x())) groups += QString::number(group + 1);
  if (m_cells.scale() == 1)
    return tr("row %1: %2, column %3: %4, %5")
               .arg(rows.first + 1)
               .arg(name(rows.first))
               .arg(columns.first + 1)
               .arg(name(columns.first),
                    groups.isEmpty() ? tr("always zero") : tr("group %1").arg(groups.front())) +
           (groups.isEmpty() || m_values.empty()
                ? QString()
                : tr(", %1 at the start").arg(entry(rows.first, columns.first), 0, 'g', 6));
  constexpr int mostNamed = 12;
  const int left = static_cast<int>(groups.size()) - mostNamed;
  if (left > 0) groups = groups.mid(0, mostNamed) + QStringList{tr("and %1 more").arg(left)};
  const int nonzeros = m_cells.at(cell.y(), cell.x()).nonzeros;
  return tr("rows %1 to %2: %3 to %4, columns %5 to %6: %7 to %8, %9")
      .arg(rows.first + 1)
      .arg(rows.last + 1)
      .arg(name(rows.first), name(rows.last))
      .arg(columns.first + 1)
      .arg(columns.last + 1)
      .arg(name(columns.first), name(columns.last),
           nonzeros == 0 ? tr("all zero")
                         : tr("nonzeros: %1, groups: %2").arg(nonzeros).arg(groups.join(tr(", "))));
}

QColor SpyPlot::colorOf(const SpyCells::Cell& cell, const Theme& theme) const {
  if (cell.group >= 0) return groupColor(theme, cell.group);
  const double share = std::sqrt(static_cast<double>(cell.nonzeros) / m_cells.mostNonzeros());
  return mixed(theme.plotBackground, theme.plotText, 0.4 + 0.6 * share);
}

// Six decades below the largest magnitude nothing is left of the color.
QColor SpyPlot::heatOf(double value, const Theme& theme) const {
  constexpr double decades = 6;
  const QColor& full = value < 0 ? theme.plotCurves[1] : theme.plotCurves[0];
  if (value == 0 || m_most == 0) return mixed(theme.plotBackground, theme.plotText, 0.12);
  const double share = std::clamp(1 + std::log10(std::abs(value) / m_most) / decades, 0.0, 1.0);
  return mixed(theme.plotBackground, full, 0.2 + 0.8 * share);
}

// As large as the number fits into a cell of this side.
static QFont fitting(QFont font, const QString& number, int side, int smallest) {
  const int width = QFontMetrics(font).horizontalAdvance(number), room = side - side / 10;
  if (width > room) font.setPixelSize(std::max(smallest, font.pixelSize() * room / width));
  return font;
}

void SpyPlot::drawNumbers(QPainter& painter, const Theme& theme) const {
  if (m_largest.empty() || m_cells.scale() > 1) return;
  QFont small = font();
  small.setPixelSize(std::max(7, static_cast<int>(m_side / 4.2)));
  const int smallest = static_cast<int>(std::ceil(8 * m_ratio));
  if (small.pixelSize() < smallest) return;
  const int count = m_cells.size();
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      if (m_cells.at(i, j).nonzeros == 0) continue;
      const double value = m_largest[static_cast<std::size_t>(i * count + j)];
      const QColor ground = heatOf(value, theme);
      const auto contrast = [&](const QColor& text) {
        return std::abs(text.lightnessF() - ground.lightnessF());
      };
      painter.setPen(contrast(theme.plotText) > contrast(theme.plotBackground) ? theme.plotText
                                                                               : theme.plotBackground);
      const QString number = QString::number(value, 'g', 3);
      painter.setFont(fitting(small, number, m_side, smallest));
      painter.drawText(QRect(j * m_side, i * m_side, m_side, m_side), Qt::AlignCenter, number);
    }
}

void SpyPlot::draw() {
  const Theme theme = Theme::current(palette());
  const int count = m_cells.size(), extent = count * m_side;
  m_picture = QImage(extent + 1, extent + 1, QImage::Format_RGB32);
  m_picture.fill(theme.plotBackground);
  QPainter painter(&m_picture);
  const bool lines = m_side >= gridFrom * m_ratio;
  if (lines) {
    painter.setPen(QPen(theme.plotGrid, 1));
    for (int k = 1; k < count; ++k) {
      painter.drawLine(k * m_side, 0, k * m_side, extent);
      painter.drawLine(0, k * m_side, extent, k * m_side);
    }
  }
  const std::vector<bool> chosen = m_group ? m_cells.cellsOf(*m_group) : std::vector<bool>{};
  const QColor pale = mixed(theme.plotBackground, theme.plotText, 0.2);
  // Values fill their cells, so that the numbers stand on their colors.
  const int inset = lines && m_largest.empty() ? std::max(1, m_side / 8) : 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      const SpyCells::Cell& cell = m_cells.at(i, j);
      if (cell.nonzeros == 0) continue;
      const auto k =
          static_cast<std::size_t>(i) * static_cast<std::size_t>(count) + static_cast<std::size_t>(j);
      const QColor color = !m_largest.empty() ? heatOf(m_largest[k], theme)
                           : !m_group         ? colorOf(cell, theme)
                           : chosen[k]        ? groupColor(theme, *m_group)
                                              : pale;
      // With lines, one pixel more on the left and above is the line's.
      painter.fillRect(j * m_side + inset + lines, i * m_side + inset + lines, m_side - 2 * inset - lines,
                       m_side - 2 * inset - lines, color);
    }
  drawNumbers(painter, theme);
  painter.setPen(QPen(theme.plotAxis, 1));
  painter.drawRect(0, 0, extent, extent);
}

void SpyPlot::paintEvent(QPaintEvent*) {
  if (m_cells.size() == 0) return;
  if (m_ratio != devicePixelRatioF()) arrange();
  if (m_picture.isNull()) draw();
  QPainter painter(this);
  painter.drawImage(QRectF(m_origin.x() / m_ratio, m_origin.y() / m_ratio, m_picture.width() / m_ratio,
                           m_picture.height() / m_ratio),
                    m_picture);
  if (hasFocus()) paintCursor(painter);
}

// A frame around the cell, and lines that find it where cells are small.
void SpyPlot::paintCursor(QPainter& painter) const {
  const Theme theme = Theme::current(palette());
  const QPoint cell = cursorCell();
  const QRectF rect = cellRect(cell.y(), cell.x());
  const QRectF all(m_origin.x() / m_ratio, m_origin.y() / m_ratio, m_cells.size() * m_side / m_ratio,
                   m_cells.size() * m_side / m_ratio);
  painter.fillRect(QRectF(all.left(), rect.top(), all.width(), rect.height()), theme.selectionFill);
  painter.fillRect(QRectF(rect.left(), all.top(), rect.width(), all.height()), theme.selectionFill);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.selection, 2));
  painter.drawRect(rect.adjusted(-1, -1, 1.5, 1.5));
}

void SpyPlot::resizeEvent(QResizeEvent*) {
  limitHeight();
  arrange();
}

void SpyPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  m_picture = {};
  update();
}

std::optional<QPoint> SpyPlot::cellAt(QPointF position) const {
  const QPointF inside = position * m_ratio - m_origin;
  const int extent = m_cells.size() * m_side;
  if (inside.x() < 0 || inside.y() < 0 || inside.x() >= extent || inside.y() >= extent) return std::nullopt;
  return QPoint(static_cast<int>(inside.x()) / m_side, static_cast<int>(inside.y()) / m_side);
}

bool SpyPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto cell = cellAt(help->pos()))
    QToolTip::showText(help->globalPos(), plainTip(describe(*cell)), this,
                       cellRect(cell->y(), cell->x()).toAlignedRect());
  else
    QToolTip::hideText();
  return true;
}

QPoint SpyPlot::nextHeld(QPoint from, QPoint step) const {
  const QRect inside(0, 0, m_cells.size(), m_cells.size());
  for (QPoint at = from + step; inside.contains(at); at += step)
    if (m_cells.at(at.y(), at.x()).nonzeros > 0) return at;
  return from;
}

std::optional<QPoint> SpyPlot::nextCell(int key, Qt::KeyboardModifiers modifiers) const {
  const QPoint at = cursorCell();
  const bool far = modifiers & Qt::ControlModifier;
  const int last = m_cells.size() - 1;
  constexpr int page = 10;
  const auto step = [&](QPoint by) { return far ? nextHeld(at, by) : at + by; };
  switch (key) {
    case Qt::Key_Left:
      return step({-1, 0});
    case Qt::Key_Right:
      return step({1, 0});
    case Qt::Key_Up:
      return step({0, -1});
    case Qt::Key_Down:
      return step({0, 1});
    case Qt::Key_Home:
      return QPoint(0, far ? 0 : at.y());
    case Qt::Key_End:
      return QPoint(last, far ? last : at.y());
    case Qt::Key_PageUp:
      return at - QPoint(0, page);
    case Qt::Key_PageDown:
      return at + QPoint(0, page);
    default:
      return std::nullopt;
  }
}

void SpyPlot::keyPressEvent(QKeyEvent* event) {
  const auto cell = nextCell(event->key(), event->modifiers());
  if (!cell || m_cells.size() == 0) return QWidget::keyPressEvent(event);
  setCursorCell(*cell);
}

void SpyPlot::mousePressEvent(QMouseEvent* event) {
  if (const auto cell = cellAt(event->position()); cell && event->button() == Qt::LeftButton)
    setCursorCell(*cell);
}

void SpyPlot::mouseMoveEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->position());
  emit pointedAt(cell ? describe(*cell) : hasFocus() ? describe(cursorCell()) : QString());
}

void SpyPlot::leaveEvent(QEvent*) { emit pointedAt(hasFocus() ? describe(cursorCell()) : QString()); }

}  // namespace fluxion
