// Sources, and blocks with states, against their documented formulas.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/sim_core/import/simulink/closed_form_models.h"

namespace sim::importing::simulink {

namespace {

// Sampled instants are counted, so that rounding does not move them.
int step_at(double t) { return static_cast<int>(std::floor(t / discrete_step + 1e-6)); }
const std::string sample_time = digits(discrete_step);

Sample step_source(Random& r) {
  const double at = between(r, 0.1, 1.9), before = between(r, -3, 3), after = between(r, -3, 3);
  // At the instant itself there are two rows.
  return {{{"Time", digits(at)}, {"Before", digits(before)}, {"After", digits(after)}, {"SampleTime", "0"}},
          {},
          [=](double t) { return t < at ? before : after; }};
}
Sample sine(Random& r) {
  const double a = between(r, 0.1, 3), w = between(r, 0.1, 9), p = between(r, -3, 3), b = between(r, -3, 3);
  return {{{"SineType", "Time based"},
           {"Amplitude", digits(a)},
           {"Frequency", digits(w)},
           {"Phase", digits(p)},
           {"Bias", digits(b)},
           {"SampleTime", "0"}},
          {},
          [=](double t) { return a * std::sin(w * t + p) + b; }};
}
Sample ramp(Random& r) {
  const double slope = between(r, -3, 3), start = between(r, 0.1, 1.5), x0 = between(r, -3, 3);
  return {{{"slope", digits(slope)}, {"start", digits(start)}, {"X0", digits(x0)}}, {}, [=](double t) {
            return x0 + slope * std::max(0.0, t - start);
          }};
}
Sample chirp(Random& r) {
  const double f1 = between(r, 0.1, 1), f2 = between(r, 1, 3), target = between(r, 1, 9);
  return {{{"f1", digits(f1)}, {"T", digits(target)}, {"f2", digits(f2)}}, {}, [=](double t) {
            return std::sin(2 * std::numbers::pi * (f1 + (f2 - f1) / (2 * target) * t) * t);
          }};
}
Sample integrator(Random& r) {
  const double x0 = between(r, -1, 1), u = between(r, -3, 3);
  const bool limited = whole(r, 0, 1) == 1;
  const double low = between(r, -3, -1), high = between(r, 1, 3);
  Pairs p{{"InitialCondition", digits(x0)}};
  if (limited)
    p.insert(p.end(), {{"LimitOutput", "on"},
                       {"UpperSaturationLimit", digits(high)},
                       {"LowerSaturationLimit", digits(low)}});
  return {p, {u}, [=](double t) {
            const double x = x0 + u * t;
            return limited ? std::clamp(x, low, high) : x;
          }};
}
// b / (s + a) of a constant.
double first_order(double a, double b, double u, double t) { return b / a * u * (1 - std::exp(-a * t)); }
Sample transfer_function(Random& r) {
  const double a = between(r, 0.2, 5), b = between(r, -3, 3), k = between(r, 0.5, 2), u = between(r, -3, 3);
  return {{{"Numerator", row({b * k})}, {"Denominator", row({k, a * k})}}, {u}, [=](double t) {
            return first_order(a, b, u, t);
          }};
}
Sample oscillator(Random& r) {
  const double w = between(r, 0.5, 5), u = between(r, -3, 3);
  return {{{"Numerator", row({w * w})}, {"Denominator", row({1, 0, w * w})}}, {u}, [=](double t) {
            return u * (1 - std::cos(w * t));
          }};
}
Sample state_space(Random& r) {
  const double a = between(r, 0.2, 5), b = between(r, -3, 3), c = between(r, -3, 3), d = between(r, -3, 3),
               x0 = between(r, -3, 3), u = between(r, -3, 3);
  return {{{"A", digits(-a)},
           {"B", digits(b)},
           {"C", digits(c)},
           {"D", digits(d)},
           {whole(r, 0, 1) == 1 ? "X0" : "InitialCondition", digits(x0)}},
          {u},
          [=](double t) { return c * (x0 * std::exp(-a * t) + first_order(a, b, u, t)) + d * u; }};
}
Sample zero_pole(Random& r) {
  const double z = between(r, -3, 3), p = between(r, 0.2, 5), k = between(r, -3, 3), u = between(r, -3, 3);
  // k (s - z) / (s + p) = k - k (z + p) / (s + p)
  return {{{"Zeros", row({z})}, {"Poles", row({-p})}, {"Gain", digits(k)}}, {u}, [=](double t) {
            return k * u - first_order(p, k * (z + p), u, t);
          }};
}
Sample transport_delay(Random& r) {
  const double delay = between(r, 0.1, 1.5), before = between(r, -3, 3);
  return {{{"DelayTime", digits(delay)}, {"InitialOutput", digits(before)}},
          {0},
          [=](double t) { return t < delay ? before : t - delay; },
          true};
}
// P u + I u t + D N exp(-N t) u in parallel form.
Sample pid(Random& r) {
  const double p = between(r, -3, 3), i = between(r, -3, 3), d = between(r, -1, 1), n = between(r, 1, 9),
               u = between(r, -3, 3);
  const bool ideal = whole(r, 0, 1) == 1;
  return {{{"Controller", "PID"},
           {"Form", ideal ? "Ideal" : "Parallel"},
           {"TimeDomain", "Continuous-time"},
           {"P", digits(p)},
           {"I", digits(i)},
           {"D", digits(d)},
           {"N", digits(n)}},
          {u},
          [=](double t) {
            const double rest = i * t + d * n * std::exp(-n * t);
            return u * (ideal ? p * (1 + rest) : p + rest);
          }};
}

// Of the sampled time k h, what a difference equation makes.
using Step = std::function<double(int k)>;
Sample sampled(Pairs parameters, Step y) {
  parameters.emplace_back("SampleTime", sample_time);
  return {std::move(parameters), {0}, [y](double t) { return y(step_at(t)); }, true};
}
double input(int k) { return k * discrete_step; }
// y(k) = f(y(k-1), k)
Step recursion(double first, const std::function<double(double before, int k)>& next) {
  std::vector<double> y{first};
  for (int k = 1; k <= 40; ++k) y.push_back(next(y.back(), k));
  return [y](int k) { return y[static_cast<std::size_t>(k)]; };
}
Sample unit_delay(Random& r) {
  const double x0 = between(r, -3, 3);
  return sampled({{whole(r, 0, 1) == 1 ? "X0" : "InitialCondition", digits(x0)}},
                 [=](int k) { return k < 1 ? x0 : input(k - 1); });
}
Sample delay(Random& r) {
  const double x0 = between(r, -3, 3);
  const int n = whole(r, 1, 9);
  return sampled({{"DelayLength", std::to_string(n)}, {"InitialCondition", digits(x0)}},
                 [=](int k) { return k < n ? x0 : input(k - n); });
}
Sample discrete_integrator(Random& r) {
  const std::string method = one_of<std::string>(r, {"Forward Euler", "Backward Euler", "Trapezoidal"});
  const double k0 = between(r, -3, 3), x0 = between(r, -3, 3);
  const bool forward = method == "Forward Euler", backward = method == "Backward Euler";
  return sampled({{"IntegratorMethod", "Integration: " + method},
                  {"gainval", digits(k0)},
                  {"InitialCondition", digits(x0)},
                  {"InitialConditionMode", "State (most efficient)"}},
                 [=](int n) {
                   double sum = 0;
                   for (int k = 0; k < n; ++k)
                     sum += forward ? input(k) : backward ? input(k + 1) : (input(k) + input(k + 1)) / 2;
                   return x0 + k0 * discrete_step * sum;
                 });
}
Sample zero_order_hold(Random&) { return sampled({}, input); }
// (b0 z + b1) / (z + a1)
Sample discrete_transfer(Random& r) {
  const double b0 = between(r, -3, 3), b1 = between(r, -3, 3), a1 = between(r, -0.9, 0.9),
               s = between(r, 0.5, 2);
  return sampled(
      {{"Numerator", row({b0 * s, b1 * s})}, {"Denominator", row({s, a1 * s})}},
      recursion(b0 * input(0), [=](double y, int k) { return -a1 * y + b0 * input(k) + b1 * input(k - 1); }));
}
Sample discrete_state_space(Random& r) {
  const double a = between(r, -0.9, 0.9), b = between(r, -3, 3), c = between(r, -3, 3), d = between(r, -3, 3),
               x0 = between(r, -3, 3);
  const Step x = recursion(x0, [=](double before, int k) { return a * before + b * input(k - 1); });
  return sampled({{"A", digits(a)}, {"B", digits(b)}, {"C", digits(c)}, {"D", digits(d)}, {"X0", digits(x0)}},
                 [=](int k) { return c * x(k) + d * input(k); });
}
Sample fir(Random& r) {
  std::vector<double> b;
  for (int n = whole(r, 1, 5); n > 0; --n) b.push_back(between(r, -3, 3));
  return sampled({{"Coefficients", row(b)}}, [=](int k) {
    double y = 0;
    for (int n = 0; n < static_cast<int>(b.size()); ++n)
      y += k < n ? 0 : b[static_cast<std::size_t>(n)] * input(k - n);
    return y;
  });
}
Sample difference(Random& r) {
  const double before = between(r, -3, 3);
  return {{{"ICPrevInput", digits(before)}},
          {0},
          [=](double t) {
            const int k = step_at(t);
            return input(k) - (k < 1 ? before : input(k - 1));
          },
          true};
}
Sample stairs(Random& r) {
  std::vector<double> values;
  for (int n = whole(r, 1, 7); n > 0; --n) values.push_back(between(r, -9, 9));
  return {{{"OutValues", row(values)}, {"tsamp", sample_time}}, {}, [=](double t) {
            return values[static_cast<std::size_t>(step_at(t)) % values.size()];
          }};
}
Sample counter(Random& r) {
  const int last = whole(r, 1, 9);
  return {{{"uplimit", std::to_string(last)}, {"tsamp", sample_time}}, {}, [=](double t) {
            return static_cast<double>(step_at(t) % (last + 1));
          }};
}
Sample pulses(Random& r) {
  const int period = whole(r, 2, 9), width = whole(r, 1, period - 1), phase = whole(r, 0, 9);
  const double a = between(r, -9, 9);
  return {{{"PulseType", "Sample based"},
           {"Amplitude", digits(a)},
           {"Period", std::to_string(period)},
           {"PulseWidth", std::to_string(width)},
           {"PhaseDelay", std::to_string(phase)},
           {"SampleTime", sample_time}},
          {},
          [=](double t) {
            const int k = step_at(t) - phase;
            return k >= 0 && k % period < width ? a : 0;
          }};
}

}  // namespace

TEST(SimulinkClosedForms, OfSourcesAndContinuousBlocks) {
  compare({{"Step", step_source},
           {"Sin", sine},
           {"simulink/Sources/Ramp", ramp},
           {"simulink/Sources/Chirp Signal", chirp},
           {"Integrator", integrator, 1e-8},
           {"TransferFcn", transfer_function, 1e-8},
           {"TransferFcn", oscillator, 1e-8},
           {"StateSpace", state_space, 1e-8},
           {"ZeroPole", zero_pole, 1e-8},
           {"TransportDelay", transport_delay},
           {"simulink/Continuous/PID Controller", pid, 1e-8}},
          Run::Continuous, simulink_model);
}

TEST(SimulinkClosedForms, OfDiscreteBlocks) {
  compare({{"UnitDelay", unit_delay},
           {"Delay", delay},
           {"DiscreteIntegrator", discrete_integrator},
           {"ZeroOrderHold", zero_order_hold},
           {"DiscreteTransferFcn", discrete_transfer},
           {"DiscreteFilter", discrete_transfer},
           {"DiscreteStateSpace", discrete_state_space},
           {"DiscreteFir", fir},
           {"simulink/Discrete/Difference", difference},
           {"simulink/Sources/Repeating Sequence Stair", stairs},
           {"simulink/Sources/Counter Limited", counter},
           {"DiscretePulseGenerator", pulses}},
          Run::Discrete, simulink_model);
}

}  // namespace sim::importing::simulink
