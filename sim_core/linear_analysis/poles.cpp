#include "sim_core/linear_analysis/poles.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim_core/base/stoppable.h"
#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;
using Poles = std::vector<Complex>;

void sort(Poles& all) {
  double size = 0;
  for (const Complex& s : all) size = std::max(size, std::abs(s));
  std::sort(all.begin(), all.end(), [&](const Complex& a, const Complex& b) {
    if (std::abs(a.real() - b.real()) > 1e-9 * size) return a.real() < b.real();
    return a.imag() < b.imag();
  });
}

bool is_symmetric_tridiagonal(const MatrixXd& a) {
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (a(i, j) != a(j, i) || (std::abs(i - j) > 1 && a(i, j) != 0)) return false;
  return true;
}

Poles eigenvalues(const MatrixXd& a) {
  Poles all;
  if (a.rows() == 0) return all;
  if (a.rows() > 50 && is_symmetric_tridiagonal(a)) {
    Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
    solver.computeFromTridiagonal(a.diagonal(), a.diagonal(-1), Eigen::EigenvaluesOnly);
    for (double v : solver.eigenvalues()) all.emplace_back(v, 0);
    return all;
  }
  const Eigen::EigenSolver<MatrixXd> solver(a, false);
  if (solver.info() != Eigen::Success) return all;
  all.assign(solver.eigenvalues().begin(), solver.eigenvalues().end());
  sort(all);
  return all;
}

struct System {
  MatrixXd a, b, c, d;
};

// Finite generalized eigenvalues of [A B; C D] - s [I 0; 0 0].
Poles finite_zeros(const System& s) {
  const auto n = s.a.rows(), m = s.b.cols();
  MatrixXd pencil = MatrixXd::Zero(n + m, n + m), mass = MatrixXd::Zero(n + m, n + m);
  pencil << s.a, s.b, s.c, s.d;
  mass.topLeftCorner(n, n).setIdentity();
  Eigen::GeneralizedEigenSolver<MatrixXd> solver;
  solver.setMaxIterations(400);
  solver.compute(pencil, mass, false);
  Poles all;
  if (solver.info() != Eigen::Success) return all;
  for (Eigen::Index k = 0; k < n + m; ++k) {
    const double beta = solver.betas()(k);
    const Complex alpha = solver.alphas()(k);
    if (std::abs(beta) > 1e-13 * std::abs(alpha) && std::isfinite(std::abs(alpha / beta)))
      all.push_back(alpha / beta);
  }
  return all;
}

// Removes infinite zeros: where D has not full rank, states that [C D] compresses to nothing are derived.
// What is left has an invertible D, and its zeros are the eigenvalues of A - B D^-1 C.
std::optional<Poles> zeros_by_reduction(System s, double tolerance) {
  for (Eigen::Index round = 0; round <= s.a.rows() + 1; ++round) {
    check_stop();
    const auto n = s.a.rows(), p = s.d.rows();
    if (p == 0) return std::nullopt;
    // Rows of D in echelon form: U D = [D1; 0].
    const Eigen::JacobiSVD<MatrixXd> svd(s.d, Eigen::ComputeFullU);
    const double size = std::max(
        {1e-300, s.d.size() ? s.d.cwiseAbs().maxCoeff() : 0.0, s.c.size() ? s.c.cwiseAbs().maxCoeff() : 0.0});
    Eigen::Index rank = 0;
    for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k)
      if (svd.singularValues()(k) > tolerance * size) ++rank;
    if (rank == p) break;
    const MatrixXd d = svd.matrixU().transpose() * s.d, c = svd.matrixU().transpose() * s.c;
    const MatrixXd c_low = c.bottomRows(p - rank);  // these rows of y do not hold u: C2 x = 0
    if (n == 0) return std::nullopt;
    const Eigen::JacobiSVD<MatrixXd> states(c_low, Eigen::ComputeFullV);
    Eigen::Index seen = 0;
    for (Eigen::Index k = 0; k < states.singularValues().size(); ++k)
      if (states.singularValues()(k) > tolerance * size) ++seen;
    if (seen == 0) {
      // Rows that say nothing: the system is degenerate.
      return std::nullopt;
    }
    // x = V [x1; x2], x1 = 0 on those rows; x2 stays, and dx1/dt = 0 becomes rows of the output.
    const MatrixXd v = states.matrixV(), a = v.transpose() * s.a * v, b = v.transpose() * s.b, cv = c * v;
    System next;
    next.a = a.bottomRightCorner(n - seen, n - seen);
    next.b = b.bottomRows(n - seen);
    next.c.resize(seen + rank, n - seen);
    next.c << a.topRightCorner(seen, n - seen), cv.topRightCorner(rank, n - seen);
    next.d.resize(seen + rank, s.d.cols());
    next.d << b.topRows(seen), d.topRows(rank);
    s = std::move(next);
  }
  if (s.d.rows() != s.d.cols()) return std::nullopt;
  const Eigen::FullPivLU<MatrixXd> lu(s.d);
  if (!lu.isInvertible()) return std::nullopt;
  if (s.a.rows() == 0) return Poles{};
  return eigenvalues(s.a - s.b * lu.solve(s.c));
}

System scaled(const LinearModel& model) {
  System s{to_dense<Eigen::MatrixXd>(a_of(model)), to_dense<Eigen::MatrixXd>(b_of(model)),
           to_dense<Eigen::MatrixXd>(c_of(model)), to_dense<Eigen::MatrixXd>(d_of(model))};
  // Columns of [B; D] and rows of [C D] of size 1: zeros do not depend on it.
  for (Eigen::Index j = 0; j < s.b.cols(); ++j) {
    const double size =
        std::max(s.b.size() ? s.b.col(j).cwiseAbs().maxCoeff() : 0.0, s.d.col(j).cwiseAbs().maxCoeff());
    if (size > 0) s.b.col(j) /= size, s.d.col(j) /= size;
  }
  for (Eigen::Index i = 0; i < s.c.rows(); ++i) {
    const double size =
        std::max(s.c.size() ? s.c.row(i).cwiseAbs().maxCoeff() : 0.0, s.d.row(i).cwiseAbs().maxCoeff());
    if (size > 0) s.c.row(i) /= size, s.d.row(i) /= size;
  }
  return s;
}

// A repeatable mixture of many signals.
double mixing(int row, int column) { return std::sin(1.0 + 12.9898 * row + 78.233 * column); }

}  // namespace

std::vector<Complex> poles(const LinearModel& model) {
  return eigenvalues(to_dense<Eigen::MatrixXd>(a_of(model)));
}

std::vector<Complex> zeros(const LinearModel& model) {
  if (model.input_count() == 0 || model.output_count() == 0) return {};
  System s = scaled(model);
  const auto of_square = [](const System& square) {
    auto found = zeros_by_reduction(square, 1e-11);
    Poles all = found ? *found : finite_zeros(square);
    sort(all);
    return all;
  };
  if (s.d.rows() == s.d.cols()) return of_square(s);
  // Random combinations of the larger side make a square system; its zeros that stay for other combinations
  // are those of the system.
  const auto mixed = [&](int seed) {
    System square = s;
    if (s.d.rows() > s.d.cols()) {
      MatrixXd mix(s.d.cols(), s.d.rows());
      for (Eigen::Index i = 0; i < mix.rows(); ++i)
        for (Eigen::Index j = 0; j < mix.cols(); ++j)
          mix(i, j) = mixing(static_cast<int>(i) + seed, static_cast<int>(j));
      square.c = mix * s.c, square.d = mix * s.d;
    } else {
      MatrixXd mix(s.d.cols(), s.d.rows());
      for (Eigen::Index i = 0; i < mix.rows(); ++i)
        for (Eigen::Index j = 0; j < mix.cols(); ++j)
          mix(i, j) = mixing(static_cast<int>(i) + seed, static_cast<int>(j));
      square.b = s.b * mix, square.d = s.d * mix;
    }
    return of_square(square);
  };
  const Poles first = mixed(0), second = mixed(17);
  Poles common;
  for (const Complex& z : first)
    if (std::any_of(second.begin(), second.end(), [&](const Complex& other) {
          return std::abs(z - other) <= 1e-6 * std::max(1.0, std::abs(z));
        }))
      common.push_back(z);
  return common;
}

std::vector<Complex> dynamics(const LinearModel& model) {
  Poles all = model.state_count() > 1500 ? Poles{} : poles(model);
  if (model.sample_time > 0)
    for (Complex& z : all) z = std::log(z) / model.sample_time;
  return all;
}

std::vector<Mode> modes(const LinearModel& model) {
  std::vector<Mode> all;
  for (const Complex& pole : poles(model)) {
    const Complex s = model.sample_time > 0 ? std::log(pole) / model.sample_time : pole;
    Mode mode{pole, std::abs(s)};
    mode.damping = mode.frequency > 0 ? -s.real() / mode.frequency : -1;
    mode.time_constant = s.real() == 0 ? std::numeric_limits<double>::infinity() : -1 / s.real();
    all.push_back(mode);
  }
  return all;
}

std::optional<bool> is_stable(const LinearModel& model) {
  const int n = model.state_count(), m = model.input_count(), p = model.output_count();
  // Delays that nothing leads back to themselves add no poles.
  for (int row = n + p; row < model.pattern.rows; ++row)
    for (int column = n + m; column < model.pattern.cols; ++column)
      if (model.entry(row, column) != 0) return std::nullopt;
  if (model.delay_count() > 0)
    for (int column = n + m; column < model.pattern.cols; ++column)
      for (int i : model.pattern.column(column))
        if (i < n) {
          for (int row = n + p; row < model.pattern.rows; ++row)
            for (int j = 0; j < n; ++j)
              if (model.entry(row, j) != 0) return std::nullopt;
        }
  const Poles all = poles(model);
  return std::all_of(all.begin(), all.end(), [&](const Complex& s) {
    return model.sample_time > 0 ? std::abs(s) < 1 : s.real() < 0;
  });
}

LinearModel closed_loop(const LinearModel& model, double k) {
  const int n = model.state_count(), m = model.input_count(), p = model.output_count();
  const MatrixXd whole = to_dense<Eigen::MatrixXd>(whole_matrix(model));
  // u = r - k y, in all columns: [x; u; v] = [x; r - k y; v].
  const auto rows = whole.rows(), columns = whole.cols();
  const MatrixXd y = whole.middleRows(n, p);
  MatrixXd gain = MatrixXd::Zero(m, p);
  for (int i = 0; i < std::min(m, p); ++i) gain(i, i) = k;
  const MatrixXd d = y.middleCols(n, m);
  // y = Y z - D K y  =>  y = (I + D K)^-1 Y z
  const MatrixXd y_closed = (MatrixXd::Identity(p, p) + d * gain).fullPivLu().solve(y);
  MatrixXd closed = whole;
  closed -= whole.middleCols(n, m) * gain * y_closed;
  (void)rows, (void)columns;
  LinearModel out = model;
  set_matrix(out, from_dense(closed));
  return out;
}

namespace {

Poles loop_poles(const System& s, double k) {
  const double factor = k / (1 + k * s.d(0, 0));
  return eigenvalues(s.a - factor * s.b * s.c);
}

// In the order of `before`: each takes the nearest that is left, the surest first.
Poles follow(const Poles& before, Poles now) {
  if (before.size() != now.size()) return now;
  std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> pairs;
  for (std::size_t i = 0; i < before.size(); ++i)
    for (std::size_t j = 0; j < now.size(); ++j) pairs.push_back({std::abs(before[i] - now[j]), {i, j}});
  std::sort(pairs.begin(), pairs.end());
  Poles out(before.size());
  std::vector<char> placed(before.size(), 0), taken(before.size(), 0);
  for (const auto& [distance, pair] : pairs) {
    if (placed[pair.first] || taken[pair.second]) continue;
    placed[pair.first] = taken[pair.second] = 1;
    out[pair.first] = now[pair.second];
  }
  return out;
}

}  // namespace

RootLocus root_locus(const LinearModel& model, std::vector<double> gains) {
  const System s{to_dense<Eigen::MatrixXd>(a_of(model)), to_dense<Eigen::MatrixXd>(b_of(model)),
                 to_dense<Eigen::MatrixXd>(c_of(model)), to_dense<Eigen::MatrixXd>(d_of(model))};
  RootLocus locus;
  Poles before;
  for (double k : gains) {
    check_stop();
    Poles now = loop_poles(s, k);
    if (!before.empty()) now = follow(before, std::move(now));
    locus.gains.push_back(k);
    locus.branches.resize(now.size());
    for (std::size_t b = 0; b < now.size(); ++b) locus.branches[b].push_back(now[b]);
    before = std::move(now);
  }
  return locus;
}

RootLocus root_locus(const LinearModel& model) {
  const System s{to_dense<Eigen::MatrixXd>(a_of(model)), to_dense<Eigen::MatrixXd>(b_of(model)),
                 to_dense<Eigen::MatrixXd>(c_of(model)), to_dense<Eigen::MatrixXd>(d_of(model))};
  double size = 0;
  for (const Complex& p : eigenvalues(s.a)) size = std::max(size, std::abs(p));
  for (const Complex& z : zeros(model)) size = std::max(size, std::abs(z));
  if (size == 0) size = 1;
  // The gain that moves poles as far as they are from 0.
  const double moved = std::max((s.b * s.c).norm(), 1e-300);
  const double middle = size / moved;
  std::vector<double> gains{0};
  Poles before = loop_poles(s, 0);
  double k = middle * 1e-6, factor = 1.5;
  constexpr std::size_t most = 3000;
  while (k < middle * 1e6 && gains.size() < most) {
    check_stop();
    const Poles now = follow(before, loop_poles(s, k));
    double far = 0;
    bool outside = true;
    for (std::size_t b = 0; b < now.size(); ++b) {
      far = std::max(far, std::abs(now[b] - before[b]) / (size * 0.05 + 0.05 * std::abs(now[b])));
      outside = outside && std::abs(now[b]) > 20 * size;
    }
    if (far > 1 && factor > 1.0005) {
      k = (gains.back() == 0 ? k * 0.5 : gains.back() * (factor = 1 + (factor - 1) / 2));
      if (k < middle * 1e-9) break;
      continue;
    }
    gains.push_back(k);
    before = now;
    if (outside) break;
    factor = std::min(1.5, 1 + (factor - 1) * 1.4);
    k *= factor;
  }
  return root_locus(model, gains);
}

// K(s) = -1/G(s): where G' = 0 on the real axis. G' = -C (sI - A)^-2 B changes sign there.
std::vector<LocusPoint> breakaway_points(const LinearModel& model) {
  const System s{to_dense<Eigen::MatrixXd>(a_of(model)), to_dense<Eigen::MatrixXd>(b_of(model)),
                 to_dense<Eigen::MatrixXd>(c_of(model)), to_dense<Eigen::MatrixXd>(d_of(model))};
  const auto n = s.a.rows();
  std::vector<LocusPoint> out;
  if (n == 0) return out;
  const auto at = [&](double x, double& g, double& slope) {
    const Eigen::PartialPivLU<MatrixXd> lu(x * MatrixXd::Identity(n, n) - s.a);
    const Eigen::VectorXd one = lu.solve(s.b.col(0)), two = lu.solve(one);
    g = (s.c.row(0) * one)(0) + s.d(0, 0);
    slope = -(s.c.row(0) * two)(0);
  };
  std::vector<double> marks;
  double size = 0;
  Poles all = eigenvalues(s.a);
  for (const Complex& z : zeros(model)) all.push_back(z);
  for (const Complex& p : all) {
    size = std::max(size, std::abs(p));
    if (std::abs(p.imag()) < 1e-9 * std::max(1.0, std::abs(p))) marks.push_back(p.real());
  }
  if (size == 0) size = 1;
  marks.push_back(-20 * size), marks.push_back(20 * size);
  std::sort(marks.begin(), marks.end());
  for (std::size_t k = 0; k + 1 < marks.size(); ++k) {
    const double width = marks[k + 1] - marks[k];
    if (width < 1e-9 * size) continue;
    constexpr int steps = 200;
    double x0 = 0, d0 = 0, g = 0;
    for (int i = 1; i < steps; ++i) {
      // Closer together towards the ends, where poles and zeros are.
      const double x = marks[k] + width * (0.5 - 0.5 * std::cos(std::numbers::pi * i / steps));
      double d = 0;
      at(x, g, d);
      if (i > 1 && (d > 0) != (d0 > 0)) {
        double a = x0, b = x, da = d0, dm = 0;
        for (int round = 0; round < 200 && b - a > 1e-15 * std::abs(a); ++round) {
          const double m = (a + b) / 2;
          at(m, g, dm);
          ((dm > 0) == (da > 0) ? a : b) = m;
        }
        at((a + b) / 2, g, dm);
        if (g != 0 && -1 / g > 0 && std::isfinite(g)) out.push_back({(a + b) / 2, -1 / g});
      }
      x0 = x, d0 = d;
    }
  }
  return out;
}

}  // namespace sim
