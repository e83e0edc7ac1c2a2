#pragma once
// A light and a dark palette for who does not want the desktop's.

namespace fluxion {

// For the whole program, in the Fusion style.
void usePalette(bool dark);
// Back to the desktop's style and colors.
void useDesktopPalette();

}  // namespace fluxion
