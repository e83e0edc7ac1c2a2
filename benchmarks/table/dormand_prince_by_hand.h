#pragma once
// The pair of Dormand and Prince as one writes it for one problem: the step control of ode45 (the same steps
// follow), three interpolated rows in each step, everything visible to the compiler.
#include <algorithm>
#include <cmath>
#include <vector>

namespace sim {

template <class Rhs>
class DormandPrinceByHand {
 public:
  std::vector<double> rows;  // t, x: what a run records
  long steps = 0;

  DormandPrinceByHand(Rhs rhs, std::size_t n, double relative, double absolute)
      : rhs_(rhs),
        n_(n),
        relative_(relative),
        absolute_(absolute),
        k_(7, std::vector<double>(n)),
        y_(n),
        z_(n) {}

  const std::vector<double>& run(std::vector<double>& x, double t, double end) {
    record(t, x.data());
    march(
        x, t, end,
        [&](double from, double step) {
          for (double theta : {0.25, 0.5, 0.75}) interpolate(from, step, theta, x);
        },
        [&](double to) {
          k_[0].swap(k_[6]);
          record(to, x.data());
        });
    return x;
  }

 protected:
  // Steps from t to the end. `accepted(t, h)`: a step, of which x is the start still; `moved(t)`: x is its
  // end, and k_[0] is to be f there.
  template <class Accepted, class Moved>
  void march(std::vector<double>& x, double t, double end, Accepted accepted, Moved moved) {
    rhs_(t, x.data(), k_[0].data());
    double h = first_step(t, x), before = 1e-4;
    bool rejected = false;
    while (t < end) {
      const double left = end - t;
      const double to = h * 1.0001 >= left ? end : t + std::min(h, left / 2), step = to - t;
      const double error = std::max(attempt(t, step, x), 1e-10);
      if (error > 1) {
        h = step * std::clamp(0.9 * std::pow(error, -0.2), 0.2, 0.9);
        rejected = true;
        continue;
      }
      accepted(t, step);
      h = step * std::clamp(0.9 * std::pow(error, -(0.2 - 0.75 * 0.08)) * std::pow(before, 0.08), 0.2,
                            rejected ? 1.0 : 5.0);
      if (error > 1e-4) before = error;
      rejected = false;
      t = to;
      x.swap(y_);
      moved(t);
      ++steps;
    }
  }
  double weight(double a, double b) const {
    return std::max(relative_ * std::max(std::abs(a), std::abs(b)), absolute_);
  }
  double norm(const std::vector<double>& e, const std::vector<double>& x) const {
    double most = 0;
    for (std::size_t i = 0; i < n_; ++i) most = std::max(most, std::abs(e[i]) / weight(x[i], x[i]));
    return most;
  }
  double first_step(double t, const std::vector<double>& x) {
    const double d0 = norm(x, x), d1 = norm(k_[0], x);
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    for (std::size_t i = 0; i < n_; ++i) z_[i] = x[i] + h0 * k_[0][i];
    rhs_(t + h0, z_.data(), k_[1].data());
    for (std::size_t i = 0; i < n_; ++i) z_[i] = (k_[1][i] - k_[0][i]) / h0;
    const double fastest = std::max(d1, norm(z_, x));
    return std::min(100 * h0,
                    fastest <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / fastest, 1.0 / 6));
  }
  double attempt(double t, double h, const std::vector<double>& x) {
    const double *k1 = k_[0].data(), *k2 = k_[1].data(), *k3 = k_[2].data(), *k4 = k_[3].data(),
                 *k5 = k_[4].data(), *k6 = k_[5].data(), *k7 = k_[6].data();
    for (std::size_t i = 0; i < n_; ++i) z_[i] = x[i] + h / 5 * k1[i];
    rhs_(t + h / 5, z_.data(), k_[1].data());
    for (std::size_t i = 0; i < n_; ++i) z_[i] = x[i] + (h * (3. / 40) * k1[i] + h * (9. / 40) * k2[i]);
    rhs_(t + h * (3. / 10), z_.data(), k_[2].data());
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = x[i] + (h * (44. / 45) * k1[i] + h * (-56. / 15) * k2[i] + h * (32. / 9) * k3[i]);
    rhs_(t + h * (4. / 5), z_.data(), k_[3].data());
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = x[i] + (h * (19372. / 6561) * k1[i] + h * (-25360. / 2187) * k2[i] +
                      h * (64448. / 6561) * k3[i] + h * (-212. / 729) * k4[i]);
    rhs_(t + h * (8. / 9), z_.data(), k_[4].data());
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = x[i] + (h * (9017. / 3168) * k1[i] + h * (-355. / 33) * k2[i] + h * (46732. / 5247) * k3[i] +
                      h * (49. / 176) * k4[i] + h * (-5103. / 18656) * k5[i]);
    rhs_(t + h, z_.data(), k_[5].data());
    for (std::size_t i = 0; i < n_; ++i)
      y_[i] = x[i] + (h * (35. / 384) * k1[i] + h * (500. / 1113) * k3[i] + h * (125. / 192) * k4[i] +
                      h * (-2187. / 6784) * k5[i] + h * (11. / 84) * k6[i]);
    rhs_(t + h, y_.data(), k_[6].data());
    double most = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double e = h * (71. / 57600) * k1[i] + h * (-71. / 16695) * k3[i] + h * (71. / 1920) * k4[i] +
                       h * (-17253. / 339200) * k5[i] + h * (22. / 525) * k6[i] + h * (-1. / 40) * k7[i];
      most = std::max(most, std::abs(e) / weight(x[i], y_[i]));
    }
    return most;
  }
  void interpolate(double t, double h, double s, const std::vector<double>& x) {
    const double w1 = s * (1 + s * (-183. / 64 + s * (37. / 12 + s * (-145. / 128)))),
                 w3 = s * s * (1500. / 371 + s * (-1000. / 159 + s * (1000. / 371))),
                 w4 = s * s * (-125. / 32 + s * (125. / 12 + s * (-375. / 64))),
                 w5 = s * s * (9477. / 3392 + s * (-729. / 106 + s * (25515. / 6784))),
                 w6 = s * s * (-11. / 7 + s * (11. / 3 + s * (-55. / 28))),
                 w7 = s * s * (3. / 2 + s * (-4 + s * (5. / 2)));
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = x[i] + h * (w1 * k_[0][i] + w3 * k_[2][i] + w4 * k_[3][i] + w5 * k_[4][i] + w6 * k_[5][i] +
                          w7 * k_[6][i]);
    record(t + s * h, z_.data());
  }
  void record(double t, const double* x) {
    rows.push_back(t);
    rows.insert(rows.end(), x, x + recorded());
  }
  // The scope of a large model shows its last state only.
  std::size_t recorded() const { return n_ <= 2 ? n_ : 1; }

  Rhs rhs_;
  std::size_t n_;
  double relative_, absolute_;
  std::vector<std::vector<double>> k_;
  std::vector<double> y_, z_;
};

}  // namespace sim
