#include "editor/start/example_card.h"

#include <QEvent>
#include <QFile>
#include <QPainter>
#include <QPainterPath>
#include <QSvgRenderer>
#include <QTextLayout>

#include "editor/plain_text.h"
#include "editor/theme.h"

namespace fluxion {

static constexpr int margin = 12, textLines = 3;

ExampleCard::ExampleCard(Example example, Render render, QWidget* parent)
    : QAbstractButton(parent), m_example(std::move(example)), m_render(std::move(render)) {
  setText(m_example.title);
  setAccessibleName(m_example.title);
  setAccessibleDescription(m_example.line);
  setToolTip(plainTip(m_example.line));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setFixedSize(sizeHint());
}

QSize ExampleCard::sizeHint() const {
  return {width, pictureHeight + (1 + textLines) * fontMetrics().lineSpacing() +
                     fontMetrics().lineSpacing() / 3 + 2 * margin};
}

// The picture's colors #000001, #000002, ... stand for those of plots.
QPixmap ExampleCard::curves(QSize size) const {
  QFile file(m_example.picture);
  if (m_example.picture.isEmpty() || !file.open(QIODevice::ReadOnly)) return {};
  QByteArray svg = file.readAll();
  const Theme theme = Theme::current(palette());
  for (std::size_t k = 0; k < theme.plotCurves.size(); ++k)
    svg.replace("#00000" + QByteArray::number(static_cast<int>(k) + 1),
                theme.plotCurves[k].name().toLatin1());
  QSvgRenderer renderer(svg);
  if (!renderer.isValid()) return {};
  const QSizeF natural = renderer.viewBoxF().size();
  QPixmap pixmap(natural.scaled(size, Qt::KeepAspectRatio).toSize());
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.render(&painter);
  return pixmap;
}

QPixmap ExampleCard::picture(QSize size) {
  if (!m_picture.isNull() && m_wanted == size) return m_picture;
  m_wanted = size;
  m_picture = curves(size);
  if (m_picture.isNull() && m_render) m_picture = m_render(m_example.path, size);
  return m_picture;
}

// Some lines of text, the last shortened where there is more.
static void drawLines(QPainter& painter, const QRect& rect, const QString& text) {
  QTextLayout layout(text, painter.font());
  layout.beginLayout();
  const int height = painter.fontMetrics().lineSpacing();
  int from = 0;
  for (int row = 0; row < textLines; ++row) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(rect.width());
    const QString part = row + 1 < textLines
                             ? text.mid(line.textStart(), line.textLength())
                             : painter.fontMetrics().elidedText(text.mid(from), Qt::ElideRight, rect.width());
    from = line.textStart() + line.textLength();
    painter.drawText(QRect(rect.left(), rect.top() + row * height, rect.width(), height), Qt::AlignLeft,
                     part);
  }
  layout.endLayout();
}

void ExampleCard::paintEvent(QPaintEvent*) {
  const Theme theme = Theme::current(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF outline = QRectF(rect()).adjusted(1, 1, -1, -1);
  const bool lit = underMouse() || hasFocus();
  painter.setPen(QPen(lit ? theme.selection : theme.plotGrid, lit ? 2 : 1));
  painter.setBrush(isDown() ? mixed(theme.plotBackground, theme.selection, 0.15) : theme.plotBackground);
  painter.drawRoundedRect(outline, 6, 6);
  const QRect space(margin, margin, rect().width() - 2 * margin, pictureHeight - margin);
  QPixmap shown = picture(space.size() * devicePixelRatio());
  if (!shown.isNull()) {
    shown.setDevicePixelRatio(devicePixelRatio());
    const QSizeF size = shown.deviceIndependentSize();
    painter.drawPixmap(QPointF(space.center().x() - size.width() / 2, space.center().y() - size.height() / 2),
                       shown);
  }
  const int line = fontMetrics().lineSpacing();
  const int left = margin, top = pictureHeight + margin / 2, across = rect().width() - 2 * margin;
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(theme.blockText);
  painter.drawText(QRect(left, top, across, line), Qt::AlignLeft,
                   QFontMetrics(bold).elidedText(m_example.title, Qt::ElideRight, across));
  painter.setFont(font());
  painter.setPen(theme.hint);
  drawLines(painter, QRect(left, top + line + line / 3, across, textLines * line), m_example.line);
}

void ExampleCard::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_picture = {};  // redrawn in the new colors
  update();
}

}  // namespace fluxion
