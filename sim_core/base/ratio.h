#pragma once
// Times as ratios of whole numbers. A sample time is written down as 0.1, 1e-3 or 1/44100 and kept as the
// nearest double; what is meant is the ratio. Multiples, sums and common measures of ratios are exact, and
// each is rounded once, when it becomes a double: hit 3 of 0.1 s is 0.3 s, and so is hit 1 of 0.3 s.
#include <cstdint>
#include <optional>

namespace sim {

struct Ratio {
  std::int64_t numerator = 0, denominator = 1;  // in lowest terms, the denominator > 0
  bool operator==(const Ratio&) const = default;
};

// The double nearest to numerator / denominator. The denominator lies in [1, 2^53].
double nearest_double(std::int64_t numerator, std::int64_t denominator);

// The ratio that a number stands for: a decimal of up to 12 digits whose double it is, or a fraction with
// numerator times denominator below 1e11 that it misses by two units in its last place at most, as a result
// of arithmetic may. So few numbers are either that one of them by chance is not to be expected (2e-4). None:
// it is neither, such as pi.
std::optional<Ratio> ratio_of(double x);

// The largest time that a and b, both > 0, are whole multiples of: exact where both are ratios, else by
// Euclid's algorithm, in which rests up to `rounding` are none. 0: it
// would be no larger than `smallest`, and none of the two.
double common_measure(double a, double b, double rounding, double smallest);

// a - b: of the ratios, where both are some, so that 0.2 - 0.15 is 0.05.
double difference(double a, double b);

// What `t` is beyond the last whole multiple of `period` > 0 at or below it: in [0, period).
double remainder_in(double t, double period);

}  // namespace sim
