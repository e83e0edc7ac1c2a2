// Prey x and predators y:
//
//   dx/dt = a x (1 - y),   dy/dt = -c y (1 - x),   g(x, y) = x^-c e^(c x) y^-a e^(a y) constant
//
// as two blocks: one that lets the solver drift off g, and one that projects it back,
//
//   X = X* + J' (J J')^-1 R,   J = dg/dX at X*,   R = d - g(X*)
//
// (L. F. Shampine, Conservation laws and the numerical solution of ODEs, Comput. Math. Appl. 12B (1986)
// 1287-1296).
#include <cmath>
#include <limits>

#include "plugins/sdk/fluxion_plugin.hpp"

namespace {

using fluxion::Arguments, fluxion::Status;

enum Parameter { A, C, X0, D, Iterations };

constexpr auto a_parameter = fluxion::parameter("a", "Growth rate of the prey", "1", "Positive.", 1, "1/s");
constexpr auto c_parameter =
    fluxion::parameter("c", "Decay rate of the predators", "2", "Positive.", 1, "1/s");
constexpr auto x0_parameter =
    fluxion::parameter("x0", "Initial populations", "[3; 1]", "Prey, then predators; positive.", 2);

double invariant(double a, double c, const double* x) {
  return std::exp(c * (x[0] - std::log(x[0])) + a * (x[1] - std::log(x[1])));
}

struct Drift {
  static constexpr auto id = "predator_prey/drift", label = "PredPrey", category = "Predator and Prey";
  static constexpr auto doc =
      "Two populations, the one feeding on the other, without projection.\n\n"
      "$\\dot{x} = a x (1 - y), \\quad \\dot{y} = -c y (1 - x)$\n\n"
      "Prey x and predators y are both measured in their values at rest; the output is [x; y]. The exact "
      "solution "
      "keeps $x^{-c} e^{c x} y^{-a} e^{a y}$ constant; a numerical one drifts off it, as this block shows.";
  static constexpr auto keywords = "Lotka, Volterra, predprey_noproj, population, S-function";
  static constexpr auto icon = "PredPrey";
  static constexpr auto parameters = std::array{a_parameter, c_parameter, x0_parameter};
  static constexpr auto output_ports = std::array{fluxion::port("populations", 2, "Prey, then predators.")};
  static constexpr int state_count = 2, initial_state_parameter = X0;
  static constexpr auto pattern = fluxion::pattern<4, 2>({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {3, 1}});

  static Status outputs(const Arguments& a, double* y) {
    y[0] = a.x[0], y[1] = a.x[1];
    return fluxion::ok;
  }
  static Status derivatives(const Arguments& a, double* dx) {
    const double x = a.x[0], y = a.x[1];
    dx[0] = *a.p[A] * x * (1 - y);
    dx[1] = -*a.p[C] * y * (1 - x);
    return fluxion::ok;
  }
  static Status jacobian(const Arguments& a, double* values) {
    const double x = a.x[0], y = a.x[1];
    values[0] = *a.p[A] * (1 - y), values[1] = *a.p[C] * y, values[2] = 1;
    values[3] = -*a.p[A] * x, values[4] = -*a.p[C] * (1 - x), values[5] = 1;
    return fluxion::ok;
  }
  static std::string check_parameters(const Arguments& a) {
    if (!(*a.p[A] > 0 && *a.p[C] > 0)) return "the rates a and c must be positive";
    if (!(a.p[X0][0] > 0 && a.p[X0][1] > 0)) return "both initial populations must be positive";
    return {};
  }
};

struct Projected : Drift {
  static constexpr auto id = "predator_prey/projected", label = "PredPrey with projection";
  static constexpr auto doc =
      "Two populations, the one feeding on the other, with projection onto their invariant.\n\n"
      "$\\dot{x} = a x (1 - y), \\quad \\dot{y} = -c y (1 - x)$\n$g = x^{-c} e^{c x} y^{-a} e^{a y} = d$\n\n"
      "Prey x and predators y are both measured in their values at rest; the output is [x; y]. After each "
      "step of "
      "the solver the populations are moved onto the invariant, by $X = X^* + J^T (J J^T)^{-1} R$ with $J = "
      "\\partial g / \\partial X$ and $R = d - g(X^*)$, repeated until R is within rounding. At rest, (1, "
      "1), J is zero "
      "and nothing is moved.";
  static constexpr auto keywords =
      "Lotka, Volterra, predprey, mdlProjection, population, invariant, S-function";
  static constexpr auto parameters =
      std::array{a_parameter, c_parameter, x0_parameter,
                 fluxion::parameter("d", "Value of the invariant", "0", "0: the value at the start."),
                 fluxion::parameter("iterations", "Most iterations", "10",
                                    "1: one step of the formula, whatever residual it leaves.")};

  static double target(const Arguments& a) {
    return *a.p[D] != 0 ? *a.p[D] : invariant(*a.p[A], *a.p[C], a.p[X0]);
  }

  static Status projection(const Arguments& at, double* x, double* error, double tolerance) {
    const double a = *at.p[A], c = *at.p[C], d = target(at);
    const double enough = std::max(tolerance, 4 * std::numeric_limits<double>::epsilon() * d);
    for (int k = 0; k < static_cast<int>(*at.p[Iterations]); ++k) {
      if (!(x[0] > 0 && x[1] > 0)) return fluxion::recoverable;
      const double g = invariant(a, c, x), residual = d - g;
      if (std::fabs(residual) <= enough) break;
      const double gradient[] = {g * c * (1 - 1 / x[0]), g * a * (1 - 1 / x[1])};
      const double square = gradient[0] * gradient[0] + gradient[1] * gradient[1];
      // Near the rest point the gradient vanishes and its direction is noise: a move of the populations' own
      // size is no correction of a solver's error.
      const double distance = std::fabs(residual) / std::sqrt(square);
      if (!(distance < 0.5 * std::min(x[0], x[1]))) break;
      x[0] += gradient[0] / square * residual;
      x[1] += gradient[1] / square * residual;
      if (error && k == 0) {
        const double across = (gradient[0] * error[0] + gradient[1] * error[1]) / square;
        error[0] -= gradient[0] * across, error[1] -= gradient[1] * across;
      }
    }
    return fluxion::ok;
  }
  static std::string check_parameters(const Arguments& a) {
    if (std::string problem = Drift::check_parameters(a); !problem.empty()) return problem;
    const double least = std::exp(*a.p[A] + *a.p[C]), most = *a.p[Iterations];
    if (*a.p[D] != 0 && !(*a.p[D] >= least))
      return "no populations have this d: its least value is e^(a + c)";
    if (!(most >= 1 && most <= 100 && most == std::floor(most)))
      return "the iterations must be a whole number from 1 to 100";
    return {};
  }
};

}  // namespace

FLUXION_PLUGIN("Predator and prey", "1.0", Drift, Projected)
