#pragma once
// Tools > Record Script, for one window: records until it is switched off, then asks for a file.
#include <QString>

namespace fluxion {

class Workbench;

void connectScriptCommands(Workbench& bench);

// Writes the script, and says why that failed; empty: it is there.
QString writeScript(const QString& path, const QString& script);

}  // namespace fluxion
