#pragma once
// Windows beside the one with the diagram: plots, comparisons, the library, help.
class QWidget;

namespace fluxion {

// Escape and Ctrl+W close the window, whatever has the keyboard in it.
void closeByKeys(QWidget& window);

}  // namespace fluxion
