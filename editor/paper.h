#pragma once
// The palette of everything that is painted for paper: dark on white, whatever the window's theme.
#include <QPalette>

namespace fluxion {

QPalette paperPalette();

}  // namespace fluxion
