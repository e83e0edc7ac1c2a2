#pragma once
// Dragging blocks out of the library: a block of a type, or one that is linked to a library file.
#include <QMimeData>

#include "sim_core/block/block_library.h"

class QWidget;

namespace fluxion {

QMimeData* blockMimeData(const sim::BlockType& type);
QMimeData* linkMimeData(const QString& file, const QString& path);

// Shows a block of this type under the pointer until it is dropped.
void dragBlock(QWidget* source, QMimeData* data, const sim::BlockType& type,
               const sim::BlockLibrary& library);

}  // namespace fluxion
