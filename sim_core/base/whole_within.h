#pragma once

namespace sim {

// What `value` is without its fraction, as a number from `least` to `most`; NaN gives `least`. A cast alone
// is undefined for numbers outside of int, which files of strangers have.
inline int whole_within(double value, int least, int most) {
  if (!(value > least)) return least;
  return value < most ? static_cast<int>(value) : most;
}

}  // namespace sim
