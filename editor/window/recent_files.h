#pragma once
// The files used last.
#include <QStringList>

#include "editor/window_settings.h"

namespace fluxion {

// The newest first; at most ten, and only those that are still there.
QStringList recentFiles();
void rememberFile(const QString& path);

}  // namespace fluxion
