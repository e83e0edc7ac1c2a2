#pragma once

namespace fluxion {

struct CurvePoint {
  double x = 0, y = 0;
  bool operator==(const CurvePoint&) const = default;
};

}  // namespace fluxion
