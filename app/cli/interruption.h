#pragma once
// Ctrl-C: the first one ends what is going on and keeps what was computed; the second one ends the program.

namespace fluxion {

// From now on.
void watchForInterruption();
bool isInterrupted();

}  // namespace fluxion
