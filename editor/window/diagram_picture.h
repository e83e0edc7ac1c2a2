#pragma once
// The top level of a model's file as a picture, without opening it in a window.
#include <QPixmap>

#include "sim_core/block/block_library.h"

namespace fluxion {

// Of this size in pixels at most; null where the file cannot be read or the diagram is empty.
QPixmap diagramPicture(const sim::BlockLibrary& library, const QString& path, QSize size);

}  // namespace fluxion
