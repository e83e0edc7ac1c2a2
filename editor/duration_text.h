#pragma once
// How long something took, or will take.
#include <QString>

namespace fluxion {

// "0.8 ms", "12.3 s", "4 min 10 s", "2 h 5 min", "more than 1000 h".
QString durationText(double seconds);

}  // namespace fluxion
