#include "editor/scopes/figure.h"
#include "editor/plots/plot_picture.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>

#include "editor/paper.h"
#include "editor/scopes/measured_plot.h"

namespace fluxion {

// Four units a point: fonts and lines of whole units are fine enough, and the plotting library counts in
// whole units.
static constexpr double unitsPerInch = 288, mmPerInch = 25.4, unitsPerPoint = unitsPerInch / 72;

static QSize sizeOf(const FigureSettings& s, double dpi) {
  return QSizeF(s.width / mmPerInch * dpi, s.height / mmPerInch * dpi).toSize();
}

static QString say(const char* text) { return QCoreApplication::translate("Figure", text); }

Figure::Figure(MeasuredPlot& plot, const FigureSettings& settings, const AxisTitles& titles)
    : m_settings(settings),
      m_units(sizeOf(settings, unitsPerInch)),
      m_canvas(std::make_unique<PlotCanvas>()) {
  QFont font = plot.font();
  if (!settings.family.isEmpty()) font.setFamily(settings.family);
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(settings.font * unitsPerPoint))));
  m_canvas->setPalette(paperPalette());
  m_canvas->setFont(font);
  m_canvas->resize(m_units);
  m_canvas->setLook({unitsPerInch / 96, settings.line * unitsPerPoint, settings.legend, settings.dashes});
  plot.feedFor(sizeOf(settings, 600));
  plot.canvas().copyTo(*m_canvas);
  plot.feedFor(std::nullopt);
  m_canvas->setAxisTitles(titles);
}

Figure::~Figure() = default;

QImage Figure::image(double dpi) const {
  constexpr double most = 2e8;
  const QSize size = sizeOf(m_settings, dpi);
  if (size.isEmpty() || static_cast<double>(size.width()) * size.height() > most) return {};
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  if (!PlotPicture(*m_canvas, m_units).paintOn(image)) return {};
  image.setDotsPerMeterX(static_cast<int>(std::lround(dpi * 1000 / mmPerInch)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  return image;
}

static bool writePdf(QIODevice& file, const FigureSettings& s, const PlotCanvas& canvas, QSize units) {
  QPdfWriter writer(&file);
  writer.setResolution(1200);
  writer.setPageSize(
      QPageSize(QSizeF(s.width, s.height), QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setCreator(QStringLiteral("Fluxion"));
  return PlotPicture(canvas, units).paintOn(writer);
}

static bool writeSvg(QIODevice& file, const PlotCanvas& canvas, QSize units) {
  QSvgGenerator generator;
  generator.setOutputDevice(&file);
  generator.setResolution(static_cast<int>(unitsPerInch));
  generator.setSize(units);
  generator.setViewBox(QRect(QPoint(), units));
  generator.setTitle(QStringLiteral("Figure"));
  generator.setDescription(QStringLiteral("Made by Fluxion"));
  return PlotPicture(canvas, units).paintOn(generator);
}

std::optional<QString> Figure::save(const QString& path) const {
  const QString ending = QFileInfo(path).suffix().toLower();
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  bool written = false;
  if (ending == QLatin1String("png")) {
    const QImage pixels = image(m_settings.dpi);
    if (pixels.isNull()) return say("it would have more than 200 million pixels: choose fewer dots per inch");
    written = pixels.save(&file, "PNG");
  } else if (ending == QLatin1String("pdf")) {
    written = writePdf(file, m_settings, *m_canvas, m_units);
  } else if (ending == QLatin1String("svg")) {
    written = writeSvg(file, *m_canvas, m_units);
  } else {
    return say("a name ends in .png, .svg or .pdf");
  }
  if (!written) return say("the file cannot be written");
  if (!file.commit()) return file.errorString();
  return std::nullopt;
}

}  // namespace fluxion
