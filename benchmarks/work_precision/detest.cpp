#include "benchmarks/work_precision/detest.h"

#include <array>

namespace sim {

namespace {

using Problems = std::vector<test::ReferenceProblem>;

template <class F>
void add(Problems& all, const char* name, std::vector<double> start, F f) {
  const auto n = start.size();
  all.push_back({name,
                 test::ReferenceProblem::Oscillating,
                 test::ode(static_cast<int>(n), f),
                 20,
                 std::move(start),
                 {},
                 std::vector<double>(n, 1.0)});
}

void add_single(Problems& all) {
  add(all, "A1", {1}, [](double, auto y, auto d) { d[0] = -y[0]; });
  add(all, "A2", {1}, [](double, auto y, auto d) { d[0] = -y[0] * y[0] * y[0] / 2; });
  add(all, "A3", {1}, [](double t, auto y, auto d) { d[0] = y[0] * std::cos(t); });
  add(all, "A4", {1}, [](double, auto y, auto d) { d[0] = y[0] / 4 * (1 - y[0] / 20); });
  add(all, "A5", {4}, [](double t, auto y, auto d) { d[0] = (y[0] - t) / (y[0] + t); });
}

void add_small(Problems& all) {
  add(all, "B1", {1, 3}, [](double, auto y, auto d) {
    d[0] = 2 * (y[0] - y[0] * y[1]);
    d[1] = -(y[1] - y[0] * y[1]);
  });
  add(all, "B2", {2, 0, 1}, [](double, auto y, auto d) {
    d[0] = -y[0] + y[1];
    d[1] = y[0] - 2 * y[1] + y[2];
    d[2] = y[1] - y[2];
  });
  add(all, "B3", {1, 0, 0}, [](double, auto y, auto d) {
    d[0] = -y[0];
    d[1] = y[0] - y[1] * y[1];
    d[2] = y[1] * y[1];
  });
  add(all, "B4", {3, 0, 0}, [](double, auto y, auto d) {
    const double r = std::sqrt(y[0] * y[0] + y[1] * y[1]);
    d[0] = -y[1] - y[0] * y[2] / r;
    d[1] = y[0] - y[1] * y[2] / r;
    d[2] = y[0] / r;
  });
  add(all, "B5", {0, 1, 1}, [](double, auto y, auto d) {
    d[0] = y[1] * y[2];
    d[1] = -y[0] * y[2];
    d[2] = -0.51 * y[0] * y[1];
  });
}

std::vector<double> one_then_zeros(int n) {
  std::vector<double> start(static_cast<std::size_t>(n), 0.0);
  start[0] = 1;
  return start;
}

void add_tridiagonal(Problems& all, const char* name, int n) {
  add(all, name, one_then_zeros(n), [n](double, auto y, auto d) {
    for (int i = 0; i < n; ++i) d[i] = (i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < n - 1 ? y[i + 1] : 0);
  });
}

// The outer planets: five bodies around the sun, in astronomical units and 100 days.
void five_bodies(double, std::span<const double> y, std::span<double> d) {
  constexpr double gravity = 2.95912208286, sun = 1.00000597682;
  constexpr std::array<double, 5> mass{0.954786104043e-3, 0.285583733151e-3, 0.437273164546e-4,
                                       0.517759138449e-4, 0.277777777778e-5};
  std::array<double, 5> cube{};
  const auto at = [&](int body, int axis) { return y[static_cast<std::size_t>(3 * body + axis)]; };
  const auto cubed = [](double a, double b, double c) {
    const double square = a * a + b * b + c * c;
    return square * std::sqrt(square);
  };
  for (int j = 0; j < 5; ++j) cube[static_cast<std::size_t>(j)] = cubed(at(j, 0), at(j, 1), at(j, 2));
  for (int j = 0; j < 15; ++j) d[static_cast<std::size_t>(j)] = y[static_cast<std::size_t>(j + 15)];
  for (int j = 0; j < 5; ++j) {
    const auto body = static_cast<std::size_t>(j);
    std::array<double, 3> pull{};
    for (int axis = 0; axis < 3; ++axis)
      pull[static_cast<std::size_t>(axis)] = -(sun + mass[body]) * at(j, axis) / cube[body];
    for (int k = 0; k < 5; ++k) {
      if (k == j) continue;
      const auto other = static_cast<std::size_t>(k);
      const double apart = cubed(at(k, 0) - at(j, 0), at(k, 1) - at(j, 1), at(k, 2) - at(j, 2));
      for (int axis = 0; axis < 3; ++axis)
        pull[static_cast<std::size_t>(axis)] +=
            mass[other] * ((at(k, axis) - at(j, axis)) / apart - at(k, axis) / cube[other]);
    }
    for (int axis = 0; axis < 3; ++axis)
      d[static_cast<std::size_t>(15 + 3 * j + axis)] = gravity * pull[static_cast<std::size_t>(axis)];
  }
}

void add_moderate(Problems& all) {
  add(all, "C1", one_then_zeros(10), [](double, auto y, auto d) {
    d[0] = -y[0];
    for (int i = 1; i < 9; ++i) d[i] = y[i - 1] - y[i];
    d[9] = y[8];
  });
  add(all, "C2", one_then_zeros(10), [](double, auto y, auto d) {
    d[0] = -y[0];
    for (int i = 1; i < 9; ++i) d[i] = i * y[i - 1] - (i + 1) * y[i];
    d[9] = 9 * y[8];
  });
  add_tridiagonal(all, "C3", 10);
  add_tridiagonal(all, "C4", 51);
  add(all, "C5", {3.42947415189,   3.35386959711,   1.35494901715,   6.64145542550,   5.97156957878,
                  2.18231499728,   11.2630437207,   14.6952576794,   6.27960525067,   -30.1552268759,
                  1.65699966404,   1.43785752721,   -21.1238353380,  28.4465098142,   15.3882659679,
                  -0.557160570446, 0.505696783289,  0.230578543901,  -0.415570776342, 0.365682722812,
                  0.169143213293,  -0.325325669158, 0.189706021964,  0.0877265322780, -0.0240476254170,
                  -0.287659532608, -0.117219543175, -0.176860753121, -0.216393453025, -0.0148647893090},
      five_bodies);
}

void add_orbits(Problems& all) {
  constexpr std::array names{"D1", "D2", "D3", "D4", "D5"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double eccentricity = 0.1 + 0.2 * static_cast<double>(k);
    add(all, names[k], {1 - eccentricity, 0, 0, std::sqrt((1 + eccentricity) / (1 - eccentricity))},
        [](double, auto y, auto d) {
          const double square = y[0] * y[0] + y[1] * y[1], cube = square * std::sqrt(square);
          d[0] = y[2];
          d[1] = y[3];
          d[2] = -y[0] / cube;
          d[3] = -y[1] / cube;
        });
  }
}

void add_higher_order(Problems& all) {
  add(all, "E1", {0.6713967071418030, 0.09540051444747446}, [](double t, auto y, auto d) {
    d[0] = y[1];
    d[1] = -(y[1] / (t + 1) + (1 - 0.25 / ((t + 1) * (t + 1))) * y[0]);
  });
  add(all, "E2", {2, 0}, [](double, auto y, auto d) {
    d[0] = y[1];
    d[1] = (1 - y[0] * y[0]) * y[1] - y[0];
  });
  add(all, "E3", {0, 0}, [](double t, auto y, auto d) {
    d[0] = y[1];
    d[1] = y[0] * y[0] * y[0] / 6 - y[0] + 2 * std::sin(2.78535 * t);
  });
  add(all, "E4", {30, 0}, [](double, auto y, auto d) {
    d[0] = y[1];
    d[1] = 0.032 - 0.4 * y[1] * y[1];
  });
  add(all, "E5", {0, 0}, [](double t, auto y, auto d) {
    d[0] = y[1];
    d[1] = std::sqrt(1 + y[1] * y[1]) / (25 - t);
  });
}

}  // namespace

std::vector<test::ReferenceProblem> detest_problems() {
  Problems all;
  add_single(all);
  add_small(all);
  add_moderate(all);
  add_orbits(all);
  add_higher_order(all);
  return all;
}

}  // namespace sim
