#include "editor/pictures/picture_files.h"

#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPageLayout>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("Pictures", text); }

QByteArray svgPicture(DiagramScene& scene, PicturePart part, const QString& title) {
  const QSizeF size = pictureRect(scene, part).size();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize(size.toSize());
  generator.setViewBox(QRectF({}, size));
  generator.setTitle(title.toHtmlEscaped());  // written as it is
  generator.setDescription(tr("Made with Fluxion"));
  QPainter painter(&generator);
  paintDiagram(scene, part, painter, QRectF({}, size));
  painter.end();
  return bytes;
}

QByteArray pdfPicture(DiagramScene& scene, PicturePart part, const QString& title) {
  constexpr double pixelsAnInch = 96, pointsAnInch = 72, dotsAnInch = 1200;
  const QSizeF size = pictureRect(scene, part).size();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(title);
  writer.setCreator(QStringLiteral("Fluxion"));
  writer.setResolution(static_cast<int>(dotsAnInch));
  // The size is given as portrait; a wide one is not to be turned.
  writer.setPageLayout(QPageLayout(
      QPageSize(size * (pointsAnInch / pixelsAnInch), QPageSize::Point, {}, QPageSize::ExactMatch),
      QPageLayout::Portrait, {}));
  QPainter painter(&writer);
  paintDiagram(scene, part, painter, QRectF({}, size * (dotsAnInch / pixelsAnInch)));
  painter.end();
  return bytes;
}

QImage pixelPicture(DiagramScene& scene, PicturePart part, double scale, const QColor& background) {
  constexpr double most = 2e8;
  const QSizeF size = pictureRect(scene, part).size() * scale;
  if (size.isEmpty() || size.width() * size.height() > most) return {};
  QImage image(size.toSize(), QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return {};
  image.fill(background);
  QPainter painter(&image);
  paintDiagram(scene, part, painter, QRectF({}, size));
  painter.end();
  const int dotsAMeter = static_cast<int>(96 / 0.0254 * scale);
  image.setDotsPerMeterX(dotsAMeter);
  image.setDotsPerMeterY(dotsAMeter);
  return image;
}

static QByteArray pngBytes(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray pdfPages(DiagramScene& scene, const PageContent& content, QPageSize::PageSizeId size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(scene.document().title());
  writer.setCreator(QStringLiteral("Fluxion"));
  writer.setResolution(1200);
  const QRectF shown = pictureRect(scene, PicturePart::Level);
  writer.setPageLayout(QPageLayout(
      QPageSize(size), shown.width() > shown.height() ? QPageLayout::Landscape : QPageLayout::Portrait,
      QMarginsF(12, 12, 12, 12), QPageLayout::Millimeter));
  QPainter painter(&writer);
  const int pages = paintPages(scene, content, writer, painter);
  painter.end();
  return pages > 0 ? bytes : QByteArray();
}

QString writeLevels(DiagramScene& scene, const QString& path, double scale, int& written) {
  written = 0;
  const QFileInfo file(path);
  for (const sim::Id level : levelsWithContent(scene)) {
    DiagramScene own(scene.document());
    own.setSubsystem(level);
    if (pictureRect(own, PicturePart::Level).isNull()) continue;
    QString name = file.completeBaseName();
    if (level != sim::no_id)
      name += u'-' + QString::fromStdString(sim::block_path(scene.document().diagram(), level))
                         .simplified()
                         .replace(u'/', u'-');
    const QString problem =
        writePicture(own, PicturePart::Level, file.path() + u'/' + name + u'.' + file.suffix(), scale);
    if (!problem.isEmpty()) return problem;
    ++written;
  }
  return written > 0 ? QString() : tr("There is nothing to export.");
}

// Atomic. What went wrong; empty: nothing.
static QString save(const QByteArray& bytes, const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    return tr("The file cannot be written: %1.").arg(file.errorString());
  return {};
}

QString writePages(DiagramScene& scene, const PageContent& content, QPageSize::PageSizeId size,
                   const QString& path) {
  const QByteArray bytes = pdfPages(scene, content, size);
  return bytes.isEmpty() ? tr("There is nothing to export.") : save(bytes, path);
}

QString writePicture(DiagramScene& scene, PicturePart part, const QString& path, double scale) {
  if (pictureRect(scene, part).isNull()) return tr("There is nothing to export.");
  const QString ending = QFileInfo(path).suffix().toLower(), title = scene.document().title();
  QByteArray bytes;
  if (ending == QLatin1String("svg"))
    bytes = svgPicture(scene, part, title);
  else if (ending == QLatin1String("pdf"))
    bytes = pdfPicture(scene, part, title);
  else if (ending == QLatin1String("png"))
    bytes = pngBytes(pixelPicture(scene, part, scale));
  else
    return tr("A picture's name ends in .svg, .pdf or .png.");
  if (bytes.isEmpty()) return tr("The picture would be too large: choose a smaller size, or SVG or PDF.");
  return save(bytes, path);
}

bool copyPicture(DiagramScene& scene, PicturePart part) {
  if (pictureRect(scene, part).isNull()) return false;
  auto* data = new QMimeData;
  data->setData(QStringLiteral("image/svg+xml"), svgPicture(scene, part, scene.document().title()));
  if (const QImage image = pixelPicture(scene, part, 2); !image.isNull()) data->setImageData(image);
  QGuiApplication::clipboard()->setMimeData(data);
  return true;
}

}  // namespace fluxion
