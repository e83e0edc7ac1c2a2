#pragma once
// What preferences change at once: theme, font, how numbers are written, copies of unsaved work, keys.
#include "editor/preferences.h"

namespace fluxion {

class MainWindow;

// For the whole program. `keepTheme`: the command line has chosen one.
void applyPreferences(const Preferences& preferences, bool keepTheme = false);
// What a window takes from them when it is made.
void applyPreferences(const Preferences& preferences, MainWindow& window);

// The dialog; what it applies takes effect at once.
void openPreferences(MainWindow& window);

}  // namespace fluxion
