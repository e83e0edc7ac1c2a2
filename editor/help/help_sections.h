#pragma once
// The parts of a block's page (help_page.h) that its compiled equations and its declaration give.
#include <QString>

#include "editor/theme.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

QString headingHtml(const QString& title);
// Rows of cells, the first in bold; `titles` may be empty.
QString tableHtml(const QStringList& titles, const std::vector<QStringList>& rows, const Theme& theme);

QString portsHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme);
QString parametersHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme);
// States, direct feedthrough, sample time, zero crossings.
QString behaviorHtml(const sim::BlockType& type, const sim::BlockLibrary& library, const Theme& theme);

}  // namespace fluxion
