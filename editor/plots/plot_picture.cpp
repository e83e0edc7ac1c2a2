#include "editor/plots/plot_picture.h"

#include <QSvgGenerator>

#include "editor/plots/plot_canvas_private.h"

namespace fluxion {

// The layout settles for the picture's size first: labels and ticks are chosen by the room there is.
PlotPicture::PlotPicture(const PlotCanvas& canvas, QSize size) : m_canvas(canvas), m_size(size) {
  PlotCanvas::Private& d = *m_canvas.d;
  d.grid.fitLabels(m_size);
  d.legends.arrange(m_size.width());
  d.overlays.place();
  QCustomPlot* plot = d.parts.plot;
  const QRect before = plot->viewport();
  plot->setViewport(QRect(QPoint(), m_size));
  for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins,
                           QCPLayoutElement::upLayout, QCPLayoutElement::upPreparation})
    plot->plotLayout()->update(phase);
  plot->setViewport(before);
  d.grid.keepAspect();
}

QCustomPlot& PlotPicture::plot() const {
  m_canvas.d->overlays.placeIfMoved();
  return *m_canvas.d->parts.plot;
}

bool PlotPicture::paintOn(QPaintDevice& device) const {
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
  painter.setWindow(QRect(QPoint(), m_size));
  plot().toPainter(&painter, m_size.width(), m_size.height());
  return painter.end();
}

bool PlotPicture::savePng(const QString& path, double scale) const {
  // The third of nine levels of compression: files a sixth larger than by the usual sixth, in half the time.
  constexpr int quality = 60;
  return pixmap(scale).save(path, "PNG", quality);
}

bool PlotPicture::savePdf(const QString& path) const {
  return plot().savePdf(path, m_size.width(), m_size.height());
}

bool PlotPicture::saveSvg(const QString& path) const {
  QSvgGenerator generator;
  generator.setFileName(path);
  generator.setSize(m_size);
  generator.setViewBox(QRect(QPoint(), m_size));
  return paintOn(generator);
}

QPixmap PlotPicture::pixmap(double scale) const {
  return plot().toPixmap(m_size.width(), m_size.height(), scale);
}

}  // namespace fluxion
