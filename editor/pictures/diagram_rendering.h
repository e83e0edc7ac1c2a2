#pragma once
// Paints a level of a diagram, or what is selected on it, as it is on the canvas but on white paper, whatever
// the window's colors are. Every picture that leaves the program is painted here.
#include <QPainter>
#include <QRectF>

namespace fluxion {

class DiagramScene;

enum class PicturePart { Level, Selection };

// What there is to paint, with a margin, in scene coordinates; null: nothing. A selection takes along the
// lines between its blocks.
QRectF pictureRect(DiagramScene& scene, PicturePart part);

// Into `target` of the painter, with the proportions kept.
void paintDiagram(DiagramScene& scene, PicturePart part, QPainter& painter, const QRectF& target);

}  // namespace fluxion
