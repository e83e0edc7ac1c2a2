#pragma once
// Pictures of a PlotCanvas, for files and the clipboard:
//   PlotPicture(canvas, {800, 400}).savePng(path, 2);
#include <QPixmap>
#include <QSize>
#include <QString>

class QCustomPlot;
class QPaintDevice;

namespace fluxion {

class PlotCanvas;

class PlotPicture {
 public:
  // Lays the canvas out for a picture of this size: its plotSize() then says what room there is for curves,
  // which may get other data until the picture is made.
  PlotPicture(const PlotCanvas& canvas, QSize size);

  // Whatever the device: the size in units of the drawing fills it. False if it cannot be painted on.
  bool paintOn(QPaintDevice& device) const;
  // False if the file cannot be written.
  bool savePng(const QString& path, double scale) const;
  bool savePdf(const QString& path) const;
  bool saveSvg(const QString& path) const;
  QPixmap pixmap(double scale) const;

 private:
  QCustomPlot& plot() const;
  const PlotCanvas& m_canvas;
  QSize m_size;
};

}  // namespace fluxion
