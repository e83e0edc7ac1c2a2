#pragma once
// Export, print and copy as image: the commands, for one window.
#include <QString>
#include <functional>

class QWidget;

namespace fluxion {

class CommandSet;
class DiagramEditor;

// Messages of what went wrong go to `tell`, what was written to `written`.
void connectPictureCommands(DiagramEditor& editor, CommandSet& commands, QWidget* window,
                            std::function<void(const QString&)> tell,
                            std::function<void(const QString&)> written);

}  // namespace fluxion
