#pragma once
// Draws what a block looks like, on the canvas and in the library: outline, path, text and fractions.
#include <QIcon>
#include <QPainter>
#include <QPainterPath>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/control_face.h"
#include "editor/canvas/mask_picture.h"
#include "editor/theme.h"

namespace fluxion {

// The outline of a block's shape within its unrotated rectangle.
QPainterPath blockOutline(sim::IconShape shape, const QRectF& rect);

// Of its outline and what is within; of one that is commented out or of unknown type, too.
struct BlockColors {
  QColor fill, border;
};
BlockColors blockColors(const sim::Block& block, const sim::BlockType* type, const Theme& theme);

// In scene coordinates. Null type: a gray block with a question mark. `mask` is what the mask of the block
// draws, if it has one; `control` what a control shows.
void paintBlock(QPainter& painter, const sim::Block& block, const sim::BlockType* type,
                const BlockGeometry& geometry, const Theme& theme, const MaskPicture* mask = nullptr,
                const sim::ControlReading* control = nullptr);

// Lines of text, each shrunk to fit; or a fraction, above and below a line "---".
void paintIconText(QPainter& painter, const QRectF& rect, const QString& text);

// A new block of this type at the origin, as an icon that follows the theme of the moment.
QIcon blockIcon(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme,
                const QSize& size, double devicePixelRatio);
QPixmap blockPixmap(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme,
                    const QSize& size, double devicePixelRatio);
// A block of a model as it is drawn there, with what its mask draws.
QPixmap blockPixmap(const sim::Diagram& model, sim::Id block, const sim::BlockLibrary& library,
                    const Theme& theme, const QSize& size, double devicePixelRatio);

}  // namespace fluxion
