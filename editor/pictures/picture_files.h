#pragma once
// A diagram as a file or on the clipboard: vectors with text that stays text (SVG, PDF), or pixels (PNG).
#include <QByteArray>
#include <QImage>
#include <QString>

#include <QPageSize>

#include "editor/pictures/diagram_pages.h"

namespace fluxion {

// Without a background. One unit is one pixel at 100 %.
QByteArray svgPicture(DiagramScene& scene, PicturePart part, const QString& title);
// One page of the picture's size.
QByteArray pdfPicture(DiagramScene& scene, PicturePart part, const QString& title);
// `scale` pixels for one at 100 %; null if that would be more than 200 million pixels.
QImage pixelPicture(DiagramScene& scene, PicturePart part, double scale,
                    const QColor& background = Qt::white);

// By the ending of the path: svg, pdf or png. Atomic. Says what went wrong; empty: nothing.
QString writePicture(DiagramScene& scene, PicturePart part, const QString& path, double scale);

// All levels, or one, on pages of this size, in the orientation that suits the level that is shown.
QByteArray pdfPages(DiagramScene& scene, const PageContent& content, QPageSize::PageSizeId size);
QString writePages(DiagramScene& scene, const PageContent& content, QPageSize::PageSizeId size,
                   const QString& path);  // the problem; empty: none
// Every level as a picture of its own: "model.svg", and "model-Plant-Motor.svg" beside it. The problem;
// empty: none. How many were written is in `written`.
QString writeLevels(DiagramScene& scene, const QString& path, double scale, int& written);

// As vectors and pixels, so that the program it is pasted into takes the better it knows. False: nothing
// there.
bool copyPicture(DiagramScene& scene, PicturePart part);

}  // namespace fluxion
