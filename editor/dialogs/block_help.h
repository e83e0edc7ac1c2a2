#pragma once
// The page of a block: what it computes, its ports and parameters; Markdown written from the declaration.
#include <QDialog>
#include <QString>

#include "sim_core/block/block_type.h"

namespace fluxion {

QString blockHelpPage(const sim::BlockType& type);

// Shows the page in a window of its own.
void showBlockHelp(const sim::BlockType& type, QWidget* parent);

}  // namespace fluxion
