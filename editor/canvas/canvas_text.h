#pragma once
// Text on the canvas. Laid out once for each text and size and kept, as the same names and icons are painted
// frame after frame.
#include <QFont>
#include <QPainter>
#include <QString>

namespace fluxion {

// The font of all text on the canvas, at this many pixels.
QFont canvasFont(double pixels);

// How wide a line of text is at this many pixels, but for kerning between its words, digits and signs: these
// are measured once and kept, as a large level has few different words but many names.
double textWidth(const QString& text, double pixels);

// A line of text in the middle of the rectangle, whether or not it fits, at this many pixels.
void paintLine(QPainter& painter, const QRectF& rect, const QString& text, double pixels);

// A line of text in the middle of the rectangle, shrunk to fit, or cut with an ellipsis where it would become
// smaller than `least`.
void paintFitted(QPainter& painter, const QRectF& rect, const QString& text, double pixels, double least = 7);

}  // namespace fluxion
