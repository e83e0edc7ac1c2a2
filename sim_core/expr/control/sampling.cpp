// From continuous to sampled systems and back: c2d and d2c.
//   Franklin, Powell, Workman, Digital Control of Dynamic Systems, 3rd ed., chapters 4 and 6.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/schur.h"
#include "sim_core/expr/control/systems.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/matrix_functions.h"

namespace sim::expr {

using Complex = std::complex<double>;
using Eigen::Index;

namespace {

struct System {
  RealMatrix a, b, c, d;

  explicit System(const Values& abcd)
      : a(to_real(abcd[0])), b(to_real(abcd[1])), c(to_real(abcd[2])), d(to_real(abcd[3])) {}
  Values values() const { return {from(a), from(b), from(c), from(d)}; }
  RealMatrix identity() const { return RealMatrix::Identity(a.rows(), a.rows()); }
};

// What is written in the three forms (A, B, T), (A, B, C, D, T, method, w) and (num, den, T, method, w).
struct Request {
  enum class Form { Pair, System, Transfer } form;
  Values system;  // A, B, C, D
  Values transfer;
  double period;
  std::string method = "zoh";
  double frequency = 0;  // where prewarped
};

void read_method(Request& request, Arguments arguments, std::size_t at, const std::string& known) {
  if (arguments.size() > at) {
    request.method = arguments[at].text();
    if (request.method.empty() || (" " + known + " ").find(" " + request.method + " ") == std::string::npos)
      fail("there is no method '" + request.method + "'", "choose one of: " + known);
  }
  const bool warped = request.method == "prewarp";
  if (warped != (arguments.size() == at + 2))
    fail(warped ? "the frequency is missing" : "there is an argument too many",
         warped ? "give the frequency in rad/s that is to be met behind 'prewarp'"
                : "only 'prewarp' takes a frequency");
  if (!warped) return;
  const auto frequency = arguments[at + 1].as_scalar();
  if (!frequency || !(*frequency > 0) || !(*frequency * request.period < std::numbers::pi))
    fail("the frequency must be above 0 and below pi/T, " + short_text(std::numbers::pi / request.period) +
         " rad/s");
  request.frequency = *frequency;
}

Request request_of(Arguments arguments, const std::string& methods) {
  using Form = Request::Form;
  const std::size_t n = arguments.size();
  const bool transfer = n >= 4 && arguments[3].is_string();
  if (n == 4 && !transfer) fail("four matrices need a sample time", "write (A, B, C, D, T)");
  if (n == 7 && transfer) fail("there are arguments too many");
  Request out{transfer ? Form::Transfer : n == 3 ? Form::Pair : Form::System, {}, {}, 0, "zoh", 0};
  const std::size_t at = out.form == Form::System ? 4 : 2;
  const auto period = arguments[at].as_scalar();
  if (!period || !(*period > 0) || !std::isfinite(*period))
    fail("the sample time must be a positive number, not " +
         (period ? short_text(*period) : describe(arguments[at])));
  out.period = *period;
  if (out.form == Form::Transfer) {
    if (arguments[0].rows() > 1 && arguments[0].cols() > 1)
      fail("num must be a vector, not " + describe(arguments[0]),
           "for matrices write (A, B, C, D, T, method)");
    out.transfer = checked_transfer_function(arguments[0], arguments[1]);
    if (out.transfer[1].size() == 1)
      fail("den has the order 0", "for matrices write (A, B, C, D, T, method)");
    out.system = realization(out.transfer);
  } else if (out.form == Form::System) {
    out.system = checked_system({arguments[0], arguments[1], arguments[2], arguments[3]});
  } else {
    const Value none = Value::matrix({0, arguments[0].cols()}, {});
    out.system =
        checked_system({arguments[0], arguments[1], none, Value::matrix({0, arguments[1].cols()}, {})});
  }
  read_method(out, arguments, at + 1, methods);
  return out;
}

// [A B; 0 0], for as many further rows and columns.
RealMatrix bordered(const RealMatrix& a, const RealMatrix& b, Index more = 0) {
  const Index n = a.rows() + b.cols() + more;
  RealMatrix out = RealMatrix::Zero(n, n);
  out.topLeftCorner(a.rows(), a.cols()) = a;
  out.block(0, a.cols(), b.rows(), b.cols()) = b;
  return out;
}

// The input is held over each period, or is the straight line between its samples.
System held(System s, double period, bool first_order) {
  const Index n = s.a.rows(), m = s.b.cols();
  RealMatrix block = bordered(s.a * period, s.b * period, first_order ? m : 0);
  if (first_order) block.block(n, n + m, m, m).setIdentity();
  const RealMatrix all = exponential(block);
  const RealMatrix ad = all.topLeftCorner(n, n), g1 = all.block(0, n, n, m);
  if (first_order) {
    const RealMatrix g2 = all.block(0, n + m, n, m);
    s.b = g1 + ad * g2 - g2;
    s.d += s.c * g2;
  } else {
    s.b = g1;
  }
  s.a = ad;
  return s;
}

// The samples of the impulse response, times the period.
System impulse_invariant(System s, double period) {
  if (!s.d.isZero(0))
    fail("a system with a direct path has no sampled impulse response", "choose another method");
  s.a = exponential(s.a * period);
  s.d = period * s.c * s.b;
  s.b = (period * s.a * s.b).eval();
  return s;
}

// s = (z - 1) / (h (z + 1)).
System bilinear(System s, double h) {
  const auto factor = (s.identity() - h * s.a).eval().partialPivLu();
  const RealMatrix inverse = factor.inverse();
  if (!inverse.allFinite() || inverse.norm() * s.a.norm() * h > 1e14)
    fail("A has an eigenvalue at " + short_text(1 / h) + ", which this method maps to infinity",
         "choose another sample time");
  const double root = std::sqrt(2 * h);
  s.d += h * s.c * inverse * s.b;
  s.b = (root * inverse * s.b).eval();
  s.c = (root * s.c * inverse).eval();
  s.a = ((s.identity() + h * s.a) * inverse).eval();
  return s;
}

System inverse_bilinear(System s, double h) {
  const RealMatrix inverse = (s.identity() + s.a).eval().partialPivLu().inverse();
  if (!inverse.allFinite() || inverse.norm() > 1e14)
    fail("A has the eigenvalue -1, which this method maps to infinity", "choose another method");
  const double root = std::sqrt(2 / h);
  s.d -= s.c * inverse * s.b;
  s.b = (root * inverse * s.b).eval();
  s.c = (root * s.c * inverse).eval();
  s.a = (inverse * (s.a - s.identity()) / h).eval();
  return s;
}

System unheld(System s, double period) {
  const Index n = s.a.rows(), m = s.b.cols();
  for (const Complex z : eigenvalues_of(s.a)) {
    if (std::abs(z) <= 1e-14 * s.a.norm())
      fail("A has the eigenvalue 0: no continuous system forgets its state within one period",
           "choose 'tustin', or take the delay out");
    if (z.imag() == 0 && z.real() < 0)
      fail("A has the negative eigenvalue " + short_text(z) +
               ": no continuous system of the same order has it",
           "choose 'tustin', or a shorter sample time");
  }
  RealMatrix block = bordered(s.a, s.b);
  block.bottomRightCorner(m, m).setIdentity();
  const RealMatrix all = to_real(matrix_logarithm(from(block))) / period;
  s.a = all.topLeftCorner(n, n);
  s.b = all.block(0, n, n, m);
  return s;
}

Complex value_at(const Numbers& zeros, const Numbers& poles, Complex s) {
  Complex out = 1;
  for (std::size_t k = 0; k < std::max(zeros.size(), poles.size()); ++k) {
    if (k < zeros.size()) out *= s - zeros[k];
    if (k < poles.size()) out /= s - poles[k];
  }
  return out;
}

// Poles and zeros by z = exp(sT); zeros at infinity, but for one, go to -1. The gain is that at s = 0,
// without the poles and zeros there: of each, s is (z - 1)/T.
Values matched(const Values& num_den, double period) {
  const Numbers num = numbers(num_den[0]), den = numbers(num_den[1]);
  Numbers zeros = roots_of(num), poles = roots_of(den);
  std::size_t first = 0;
  while (first + 1 < num.size() && num[first] == 0.0) ++first;
  Numbers zd, pd;
  for (const Complex z : zeros) zd.push_back(std::exp(z * period));
  for (const Complex p : poles) pd.push_back(std::exp(p * period));
  while (zd.size() + 1 < pd.size()) zd.emplace_back(-1);
  const auto without = [](Numbers list, Complex place) {
    std::erase(list, place);
    return list;
  };
  const auto at_zero = static_cast<double>(std::count(poles.begin(), poles.end(), 0.0)) -
                       static_cast<double>(std::count(zeros.begin(), zeros.end(), 0.0));
  const Complex gain = num[first] / den[0] * std::pow(period, at_zero) *
                       value_at(without(zeros, 0), without(poles, 0), 0) /
                       value_at(without(zd, 1), without(pd, 1), 1);
  Numbers numd = polynomial(zd);
  for (Complex& c : numd) c *= gain.real();
  return {row(numd, pd.size() + 1), row(polynomial(pd))};
}

Values converted(const Request& request, bool to_discrete) {
  const System s(request.system);
  const double half = request.period / 2;
  const double h =
      request.method == "prewarp" ? std::tan(request.frequency * half) / request.frequency : half;
  if (request.method == "zoh")
    return (to_discrete ? held(s, request.period, false) : unheld(s, request.period)).values();
  if (request.method == "foh") return held(s, request.period, true).values();
  if (request.method == "impulse") return impulse_invariant(s, request.period).values();
  return (to_discrete ? bilinear(s, h) : inverse_bilinear(s, h)).values();
}

Values answer(const Request& request, bool to_discrete, int results) {
  using Form = Request::Form;
  const int most = request.form == Form::System ? 4 : 2;
  if (results > most)
    fail("there are " + std::to_string(most) + " results, not " + std::to_string(results),
         most == 2 ? "write (A, B, C, D, T) for four" : "");
  const double n = request.system[0].rows() + 2.0 * request.system[1].cols();
  const double work = 100 * n * n * n;
  check_work(work);
  if (request.method == "matched") {
    if (request.form == Form::Transfer) return matched(request.transfer, request.period);
    if (request.system[1].cols() != 1 || request.system[2].rows() != 1)
      fail("'matched' is for one input and one output", "choose another method");
    return realization(matched(transfer_function(request.system), request.period));
  }
  const Values system =
      leave_on_stop(work, [request, to_discrete] { return converted(request, to_discrete); });
  return request.form == Form::Transfer ? transfer_function(system) : system;
}

}  // namespace

Values sampled_system(Arguments arguments, int results) {
  return answer(request_of(arguments, "zoh foh impulse tustin prewarp matched"), true, results);
}

Values continuous_system(Arguments arguments, int results) {
  return answer(request_of(arguments, "zoh tustin prewarp"), false, results);
}

}  // namespace sim::expr
