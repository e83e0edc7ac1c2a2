// Filters with poles: butter, cheby1, cheby2, ellip, besself.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/filters/transformations.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;
using std::numbers::pi;

namespace {

constexpr int max_order = 500;

int order_of(const Value& value, int most) {
  const double n = whole_number(value, "the order");
  if (n < 1 || n > most)
    fail("the order must be from 1 to " + std::to_string(most) + ", not " + short_text(n));
  return static_cast<int>(n);
}

double decibels(const Value& value, const char* what) {
  const auto number = value.as_scalar();
  if (!number || !(*number > 0) || !std::isfinite(*number))
    fail(std::string("the ") + what + " must be a positive number of dB, not " +
         (number ? short_text(*number) : describe(value)));
  return *number;
}

struct Wanted {
  Band band = Band::LowPass;
  bool analog = false;
  std::vector<double> edges;
};

void read_kind(Wanted& wanted, Arguments kinds) {
  bool stop = false, high = false, named = false;
  for (const Value& kind : kinds) {
    const std::string& text = kind.text();
    if (text == "s") {
      wanted.analog = true;
      continue;
    }
    const bool two = text == "bandpass" || text == "stop";
    if (named || (!two && text != "low" && text != "high"))
      fail("there is no kind of filter '" + text + "'",
           "write 'low', 'high', 'bandpass' or 'stop', and 's' for an analog filter");
    if (two != (wanted.edges.size() == 2))
      fail("'" + text + "' needs " + (two ? "two edges" : "one edge"),
           two ? "write [W1 W2]" : "write one number");
    named = true, stop = text == "stop", high = text == "high";
  }
  if (wanted.edges.size() == 2)
    wanted.band = stop ? Band::BandStop : Band::BandPass;
  else
    wanted.band = high ? Band::HighPass : Band::LowPass;
}

Wanted wanted_of(const Value& edges, Arguments kinds, bool analog) {
  require_real(edges);
  if (edges.size() != 1 && edges.size() != 2)
    fail("Wn must be one number, or two for a band, not " + describe(edges));
  Wanted out;
  out.edges = edges.real();
  out.analog = analog;
  read_kind(out, kinds);
  for (const double w : out.edges) {
    if (!(w > 0) || !std::isfinite(w)) fail("Wn must be positive, not " + short_text(w));
    if (!out.analog && w >= 1)
      fail("Wn must be below 1, half of the sample rate, not " + short_text(w),
           "divide the frequency by half of the sample rate; for an analog filter write 's'");
  }
  if (out.edges.size() == 2 && !(out.edges[0] < out.edges[1]))
    fail("the second edge must be above the first", "write [W1 W2] with W1 < W2");
  return out;
}

Filter designed(const Filter& prototype, const Wanted& wanted) {
  constexpr double rate = 2;  // so that 1 is half of it
  std::vector<double> edges = wanted.edges;
  if (!wanted.analog)
    for (double& w : edges) w = 2 * rate * std::tan(pi * w / 2);
  const Filter analog = with_edges(prototype, wanted.band, edges.front(), edges.back());
  return wanted.analog ? analog : bilinear(analog, rate);
}

Complex value_at(const Numbers& polynomial, Complex x) {
  Complex out = 0;
  for (const Complex c : polynomial) out = out * x + c;
  return out;
}

// The response by zeros and poles and by the polynomials.
void require_same(const Filter& f, const Numbers& b, const Numbers& a, const Wanted& wanted) {
  for (const double w : wanted.edges) {
    const Complex at = wanted.analog ? Complex(0, w) : std::polar(1.0, pi * w);
    Complex exact = f.gain;
    for (std::size_t k = 0; k < f.poles.size(); ++k) {
      if (k < f.zeros.size()) exact *= at - f.zeros[k];
      exact /= at - f.poles[k];
    }
    const Complex found = value_at(b, at) / value_at(a, at);
    if (!(std::abs(found - exact) <= 1e-4 * std::abs(exact)))
      fail("the coefficients of order " + std::to_string(f.poles.size()) +
               " are too sensitive: rounding changes the filter",
           "take zeros, poles and gain, [z, p, k], or states, [A, B, C, D], or a lower order");
  }
}

Values answer(const Filter& f, const Wanted& wanted, int results) {
  const bool finite = std::isfinite(f.gain) && std::all_of(f.poles.begin(), f.poles.end(), [](Complex p) {
                        return std::isfinite(p.real()) && std::isfinite(p.imag());
                      });
  if (!finite) fail("the filter is beyond the range of numbers", "choose a lower order or other edges");
  if (results == 3) return {column(f.zeros), column(f.poles), Value::scalar(f.gain)};
  if (results == 4) return realization_of_zeros(f.zeros, f.poles, f.gain);
  Numbers b = polynomial(f.zeros);
  for (Complex& c : b) c *= f.gain;
  const Numbers a = polynomial(f.poles);
  require_same(f, b, a, wanted);
  return {row(b, a.size()), row(a)};
}

}  // namespace

Values butterworth_filter(Arguments arguments, int results) {
  const int order = order_of(arguments[0], max_order);
  const Wanted wanted = wanted_of(arguments[1], arguments.subspan(2), false);
  return answer(designed(butterworth(order), wanted), wanted, results);
}

Values chebyshev_filter(Arguments arguments, int results) {
  const int order = order_of(arguments[0], max_order);
  const double ripple = decibels(arguments[1], "ripple");
  const Wanted wanted = wanted_of(arguments[2], arguments.subspan(3), false);
  return answer(designed(chebyshev(order, ripple), wanted), wanted, results);
}

Values inverse_chebyshev_filter(Arguments arguments, int results) {
  const int order = order_of(arguments[0], max_order);
  const double attenuation = decibels(arguments[1], "attenuation");
  const Wanted wanted = wanted_of(arguments[2], arguments.subspan(3), false);
  return answer(designed(inverse_chebyshev(order, attenuation), wanted), wanted, results);
}

Values elliptic_filter(Arguments arguments, int results) {
  const int order = order_of(arguments[0], max_order);
  const double ripple = decibels(arguments[1], "ripple"), attenuation = decibels(arguments[2], "attenuation");
  if (!(ripple < attenuation))
    fail("the attenuation of " + short_text(attenuation) + " dB is not above the ripple of " +
         short_text(ripple) + " dB");
  const Wanted wanted = wanted_of(arguments[3], arguments.subspan(4), false);
  return answer(designed(elliptic(order, ripple, attenuation), wanted), wanted, results);
}

Values bessel_filter(Arguments arguments, int results) {
  const int order = order_of(arguments[0], max_bessel_order);
  const Wanted wanted = wanted_of(arguments[1], arguments.subspan(2), true);
  return answer(designed(bessel(order), wanted), wanted, results);
}

}  // namespace sim::expr
