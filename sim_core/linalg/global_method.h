#pragma once
// How Newton's method is made global (nonlinear_equations.h).

namespace sim {

enum class GlobalMethod {
  Auto,  // trust region, then line search
  TrustRegion,
  LineSearch
};

}  // namespace sim
