// Pictures of a PlotCanvas, for files and the clipboard.
#include <QSvgGenerator>

#include "editor/scopes/plot_canvas_private.h"

namespace fluxion {

// The layout settles for the picture's size first: labels and ticks are chosen by the room there is.
static void settle(QCustomPlot* plot, QSize size) {
  const QRect before = plot->viewport();
  plot->setViewport(QRect(QPoint(), size));
  for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins,
                           QCPLayoutElement::upLayout, QCPLayoutElement::upPreparation})
    plot->plotLayout()->update(phase);
  plot->setViewport(before);
}

void PlotCanvas::layOut(QSize size) const {
  d->fitToRows(size);
  d->placeOverlays();
  settle(d->plot, size);
}

bool PlotCanvas::savePng(const QString& path, QSize size, double scale) const {
  return picture(size, scale).save(path, "PNG");
}

bool PlotCanvas::savePdf(const QString& path, QSize size) const {
  layOut(size);
  return d->plot->savePdf(path, size.width(), size.height());
}

bool PlotCanvas::saveSvg(const QString& path, QSize size) const {
  QSvgGenerator generator;
  generator.setFileName(path);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  QCPPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  layOut(size);
  d->plot->toPainter(&painter, size.width(), size.height());
  return painter.end();
}

QPixmap PlotCanvas::picture(QSize size, double scale) const {
  layOut(size);
  return d->plot->toPixmap(size.width(), size.height(), scale);
}

}  // namespace fluxion
