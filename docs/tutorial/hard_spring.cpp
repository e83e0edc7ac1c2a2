// A spring that becomes stiffer as it is stretched: a = -k x - c x^3. Chapter 5 of the tutorial.
#include "plugins/sdk/fluxion_plugin.hpp"

struct HardSpring {
  static constexpr auto id = "acme/hard_spring", label = "Hard Spring", category = "Tutorial";
  static constexpr auto doc = "A spring that becomes stiffer as it is stretched.\n\n$a = -k x - c x^3$";

  static constexpr auto parameters = std::array{
      fluxion::parameter("k", "Stiffness", "1", "Per mass, at small displacements."),
      fluxion::parameter("c", "Hardening", "0", "Per mass."),
  };
  static constexpr auto input_ports = std::array{fluxion::port("x")};
  static constexpr auto output_ports = std::array{fluxion::port("a")};

  static fluxion::Status outputs(const fluxion::Arguments& a, double* y) {
    const double x = a.u[0];
    y[0] = -*a.p[0] * x - *a.p[1] * x * x * x;
    return fluxion::ok;
  }

  // The output reads the input. Its derivative: da/dx = -k - 3 c x^2.
  static constexpr auto pattern = fluxion::pattern<1, 1>({{0, 0}});
  static fluxion::Status jacobian(const fluxion::Arguments& a, double* values) {
    values[0] = -*a.p[0] - 3 * *a.p[1] * a.u[0] * a.u[0];
    return fluxion::ok;
  }
};

FLUXION_PLUGIN("Tutorial", "1.0", HardSpring)
