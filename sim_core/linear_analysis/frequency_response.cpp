#include "sim_core/linear_analysis/frequency_response.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim_core/base/stoppable.h"
#include "sim_core/linalg/linear_solver.h"
#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/linear_analysis/poles.h"

namespace sim {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;
using Eigen::MatrixXd;

// Up to here one Hessenberg form, of n^3 operations, costs no more than what it saves.
static constexpr int most_dense = 120;

struct FrequencyResponse::Parts {
  int n = 0, m = 0, p = 0, delays = 0;
  double sample_time = 0;
  std::vector<double> lags;
  MatrixXd a, b, c, d;  // a: upper Hessenberg; with the delays' columns and rows
  // Of large models: I s - A by its pattern with the diagonal.
  mutable std::unique_ptr<ComplexLinearSolver> solver;
  std::vector<double> sparse;  // -A in the order of that pattern
  std::vector<char> diagonal;

  mutable double least_pivot = 0;  // of the last Hessenberg form that was solved

  ComplexMatrix states(Complex s) const;
  ComplexMatrix hessenberg_states(Complex s) const;
  // Of a sampled model, of what its map does besides holding the states.
  double size_of_states() const;
};

// (s I - A)^-1 B.
ComplexMatrix FrequencyResponse::Parts::states(Complex s) const {
  if (!solver) return hessenberg_states(s);
  std::vector<Complex> values(sparse.begin(), sparse.end());
  for (std::size_t k = 0; k < values.size(); ++k)
    if (diagonal[k]) values[k] += s;
  ComplexMatrix x = b.cast<Complex>();
  if (!solver->factor(values)) {
    x.setConstant(std::numeric_limits<double>::infinity());
    return x;
  }
  for (Eigen::Index j = 0; j < x.cols(); ++j) solver->solve({x.col(j).data(), static_cast<std::size_t>(n)});
  return x;
}

// Gaussian elimination with partial pivoting between neighboring rows: n^2 operations.
ComplexMatrix FrequencyResponse::Parts::hessenberg_states(Complex s) const {
  ComplexMatrix h = -a.cast<Complex>();
  h.diagonal().array() += s;
  ComplexMatrix x = b.cast<Complex>();
  for (int k = 0; k + 1 < n; ++k) {
    if (std::norm(h(k + 1, k)) > std::norm(h(k, k))) {
      h.row(k).tail(n - k).swap(h.row(k + 1).tail(n - k));
      x.row(k).swap(x.row(k + 1));
    }
    if (h(k + 1, k) == 0.0) continue;
    const Complex factor = h(k + 1, k) / h(k, k);
    h.row(k + 1).tail(n - k - 1) -= factor * h.row(k).tail(n - k - 1);
    x.row(k + 1) -= factor * x.row(k);
  }
  least_pivot = std::numeric_limits<double>::infinity();
  for (int k = n; k-- > 0;) {
    if (k + 1 < n) x.row(k) -= h.row(k).tail(n - k - 1) * x.bottomRows(n - k - 1);
    least_pivot = std::min(least_pivot, std::abs(h(k, k)));
    x.row(k) /= h(k, k);
  }
  return x;
}

double FrequencyResponse::Parts::size_of_states() const {
  if (sample_time > 0) return 1;
  double size = a.size() > 0 ? a.cwiseAbs().maxCoeff() : 0;
  for (const double v : sparse) size = std::max(size, std::abs(v));
  return size;
}

// Scales states by powers of two so that rows and columns are alike in size, which costs no digit. B. N.
// Parlett, C. Reinsch, Balancing a matrix for calculation of eigenvalues and eigenvectors, Numer. Math. 13
// (1969) 293-304.
static void balance(MatrixXd& a, MatrixXd& b, MatrixXd& c) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      const double row = a.row(i).cwiseAbs().sum() - std::abs(a(i, i));
      const double column = a.col(i).cwiseAbs().sum() - std::abs(a(i, i));
      if (row == 0 || column == 0 || !std::isfinite(row) || !std::isfinite(column)) continue;
      const double f = std::exp2(std::round(std::log2(row / column) / 2));
      if (row / f + column * f >= 0.95 * (row + column)) continue;
      changed = true;
      a.row(i) /= f, a.col(i) *= f;
      b.row(i) /= f, c.col(i) *= f;
    }
  }
}

FrequencyResponse::FrequencyResponse(const LinearModel& model) : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.n = model.state_count(), p.m = model.input_count(), p.p = model.output_count();
  p.delays = model.delay_count();
  p.sample_time = model.sample_time;
  p.lags = model.delays;
  const int inputs = p.m + p.delays, outputs = p.p + p.delays;
  p.b = to_dense<Eigen::MatrixXd>(block_of(model, 0, p.n, p.n, inputs));
  p.c = to_dense<Eigen::MatrixXd>(block_of(model, p.n, 0, outputs, p.n));
  p.d = to_dense<Eigen::MatrixXd>(block_of(model, p.n, p.n, outputs, inputs));
  if (p.n <= most_dense) {
    p.a = to_dense<Eigen::MatrixXd>(a_of(model));
    if (p.n == 0) return;
    balance(p.a, p.b, p.c);
    const Eigen::HessenbergDecomposition<MatrixXd> form(p.a);
    const MatrixXd q = form.matrixQ();
    p.a = form.matrixH();
    p.b = q.transpose() * p.b;
    p.c = p.c * q;
    return;
  }
  std::vector<std::pair<int, int>> places;
  for (int j = 0; j < p.n; ++j)
    for (int i : model.pattern.column(j))
      if (i < p.n) places.emplace_back(i, j);
  const SparsityPattern pattern = with_diagonal(make_pattern(p.n, p.n, places));
  for (int j = 0; j < p.n; ++j)
    for (int i : pattern.column(j)) {
      p.sparse.push_back(-model.entry(i, j));
      p.diagonal.push_back(i == j);
    }
  p.solver = std::make_unique<ComplexLinearSolver>(pattern);
}

FrequencyResponse::~FrequencyResponse() = default;
FrequencyResponse::FrequencyResponse(FrequencyResponse&&) noexcept = default;
int FrequencyResponse::outputs() const { return parts_->p; }
int FrequencyResponse::inputs() const { return parts_->m; }

std::vector<Complex> FrequencyResponse::at(Complex s) const {
  const Parts& p = *parts_;
  ComplexMatrix h = p.d.cast<Complex>();
  if (p.n > 0) h += p.c.cast<Complex>() * p.states(s);
  ComplexMatrix y = h.topLeftCorner(p.p, p.m);
  if (p.delays > 0) {
    Eigen::VectorXcd e(p.delays);
    for (int k = 0; k < p.delays; ++k) {
      const double lag = p.lags[static_cast<std::size_t>(k)];
      e(k) = p.sample_time > 0 ? std::pow(s, -lag / p.sample_time) : std::exp(-s * lag);
    }
    const ComplexMatrix loop = ComplexMatrix::Identity(p.delays, p.delays) -
                               h.bottomRightCorner(p.delays, p.delays) * e.asDiagonal();
    y += h.topRightCorner(p.p, p.delays) * e.asDiagonal() *
         loop.partialPivLu().solve(h.bottomLeftCorner(p.delays, p.m));
  }
  return {y.data(), y.data() + y.size()};
}

std::vector<Complex> FrequencyResponse::operator()(double w) const {
  std::vector<Complex> values = at_frequency(w);
  if (w == 0 && parts_->n > 0) distrust_rounding(values);
  return values;
}

std::vector<Complex> FrequencyResponse::at_frequency(double w) const {
  return at(parts_->sample_time > 0 ? std::polar(1.0, w * parts_->sample_time) : Complex(0, w));
}

// A pole at 0 is computed as one of some 1e-16 of the others: the response is a huge number where it should
// be infinite, and any number where the pole is not in it. What is right shows a little beside 0: an
// integrator of more than rounding falls there in proportion to the frequency, and all else is real.
void FrequencyResponse::distrust_rounding(std::vector<Complex>& values) const {
  const Parts& p = *parts_;
  const double size = p.size_of_states();
  if (p.solver == nullptr && p.least_pivot > 1e-13 * size) return;
  const double beside = 1e-12 * (p.sample_time > 0 ? 1 / p.sample_time : size);
  if (!(beside > 0)) return;
  const std::vector<Complex> near = at_frequency(beside), further = at_frequency(10 * beside);
  for (int j = 0; j < p.m; ++j)
    for (int i = 0; i < p.p; ++i) {
      const auto k = static_cast<std::size_t>(i + j * p.p);
      const double there = std::abs(near[k]);
      if (!std::isfinite(there)) continue;
      const double residue = 1e-12 * size * there, rounding = 1e-12 * p.c.row(i).norm() * p.b.col(j).norm();
      if (there > 3 * std::abs(further[k]) && residue > rounding)
        values[k] = std::numeric_limits<double>::infinity();
      else if (!p.solver)
        values[k] = near[k].real();
    }
}

std::vector<Complex> frequency_response(const LinearModel& model, int output, int input,
                                        std::span<const double> frequencies) {
  const FrequencyResponse response(model);
  std::vector<Complex> out;
  for (double w : frequencies) {
    check_stop();
    out.push_back(response(w)[static_cast<std::size_t>(output + input * response.outputs())]);
  }
  return out;
}

std::vector<std::vector<double>> singular_values(const LinearModel& model,
                                                 std::span<const double> frequencies) {
  const FrequencyResponse response(model);
  std::vector<std::vector<double>> out;
  for (double w : frequencies) {
    check_stop();
    const std::vector<Complex> values = response(w);
    const ComplexMatrix h =
        Eigen::Map<const ComplexMatrix>(values.data(), response.outputs(), response.inputs());
    if (!h.allFinite()) {
      out.emplace_back(static_cast<std::size_t>(std::min(h.rows(), h.cols())),
                       std::numeric_limits<double>::infinity());
      continue;
    }
    const Eigen::VectorXd sizes = Eigen::JacobiSVD<ComplexMatrix>(h).singularValues();
    out.emplace_back(sizes.begin(), sizes.end());
  }
  return out;
}

bool has_dynamics(const LinearModel& model) { return model.state_count() > 0 || model.delay_count() > 0; }

std::vector<double> chosen_frequencies(const LinearModel& model, int count) {
  const double nyquist =
      model.sample_time > 0 ? std::numbers::pi / model.sample_time : std::numeric_limits<double>::infinity();
  double low = std::numeric_limits<double>::infinity(), high = 0;
  const auto see = [&](double w) {
    if (!(w > 0) || !std::isfinite(w)) return;
    low = std::min(low, w), high = std::max(high, w);
  };
  std::vector<double> resonances;
  double largest = 0;
  std::vector<Complex> modes = dynamics(model);
  for (const Complex& s : modes) largest = std::max(largest, std::abs(s));
  for (const Complex& s : modes) {
    if (std::abs(s) < 1e-7 * largest) continue;  // an integrator, up to rounding
    see(std::min(std::abs(s), nyquist));
    if (std::abs(s.imag()) > 0 && std::abs(s.real()) < 0.3 * std::abs(s)) resonances.push_back(std::abs(s));
  }
  for (double lag : model.delays)
    if (lag > 0) see(1 / lag);
  if (high == 0) low = high = std::isfinite(nyquist) ? nyquist / 10 : 1;
  const double first = std::floor(std::log10(low)) - 1, last = std::ceil(std::log10(high)) + 1;
  std::vector<double> out;
  for (int k = 0; k < count; ++k) out.push_back(std::pow(10, first + (last - first) * k / (count - 1)));
  for (double w : resonances)
    for (int k = -12; k <= 12; ++k) out.push_back(w * (1 + 0.003 * k * std::abs(k)));
  if (std::isfinite(nyquist)) {
    std::erase_if(out, [&](double w) { return w >= nyquist; });
    out.push_back(nyquist);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

static bool falls_like_two_integrators(std::span<const double> frequencies,
                                       std::span<const Complex> response) {
  if (response.size() < 2) return false;
  const double slope =
      std::log(std::abs(response[1]) / std::abs(response[0])) / std::log(frequencies[1] / frequencies[0]);
  return slope < -1.5;
}

std::vector<double> unwrapped_phase(std::span<const double> frequencies, std::span<const Complex> response) {
  std::vector<double> out;
  double before = 0;
  for (const Complex& value : response) {
    double phase = std::arg(value) * 180 / std::numbers::pi;
    if (!out.empty())
      phase -= 360 * std::round((phase - before) / 360);
    else if (phase > 0 && falls_like_two_integrators(frequencies, response))
      phase -= 360;
    out.push_back(phase);
    if (std::isfinite(phase)) before = phase;
  }
  return out;
}

}  // namespace sim
