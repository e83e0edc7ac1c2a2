#pragma once
// Physical units: "m/s^2", "N*m", "rad/s", "kPa", "degC". A unit is a product of powers of the SI's base
// units and the radian, times a factor, and an offset for the temperature scales that have one:
//
//     value in base units = factor * value + offset
//
// The radian counts as a base unit, so that Hz and rad/s are not taken for the same.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"

namespace sim {

struct PhysicalUnit {
  static constexpr int base_count = 8;  // kg m s A K mol cd rad
  std::array<signed char, base_count> powers{};
  double factor = 1, offset = 0;
  bool operator==(const PhysicalUnit&) const = default;
};

// Names with SI prefixes ("mm", "kN", "us"), numbers, *, /, powers (^2, ^-1) and parentheses; a / divides by
// the next factor only. "1" is no unit. Within a product a temperature scale counts as a difference. At most
// 200 characters; powers from -100 to 100.
Result<PhysicalUnit> parse_unit(std::string_view text);

// The shortest text there is a name for, else base units: reads back to the same unit.
std::string to_text(const PhysicalUnit&);

// Whether both measure the same: meters and feet.
bool convertible(const PhysicalUnit&, const PhysicalUnit&);
// Equal up to round-off of the factor.
bool same_unit(const PhysicalUnit&, const PhysicalUnit&);

// Nothing where a power would be beyond the limits or a unit has an offset.
std::optional<PhysicalUnit> product(const PhysicalUnit&, const PhysicalUnit&);
std::optional<PhysicalUnit> quotient(const PhysicalUnit&, const PhysicalUnit&);

// value in `to` = factor * (value in `from`) + offset; the two are convertible.
struct UnitConversion {
  double factor = 1, offset = 0;
  double operator()(double v) const { return factor * v + offset; }
};
UnitConversion conversion(const PhysicalUnit& from, const PhysicalUnit& to);

}  // namespace sim
