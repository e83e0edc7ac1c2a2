// Blocks without states against their documented formulas.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/sim_core/import/simulink/closed_form_models.h"

namespace sim::importing::simulink {

namespace {

Sample constant(Pairs parameters, std::vector<double> inputs, double value) {
  return {std::move(parameters), std::move(inputs), [value](double) { return value; }};
}

using Function = double (*)(double);
// One of several functions that a parameter names, each with where its argument may lie.
struct Named {
  std::string name;
  double low, high;
  Function f;
};
ClosedForm functions(const char* type, std::string parameter, std::vector<Named> all) {
  return {type, [parameter, all](Random& r) {
            const Named& one = one_of(r, all);
            const double u = between(r, one.low, one.high);
            return constant({{parameter, one.name}}, {u}, one.f(u));
          }};
}

double sign(double u) { return u > 0 ? 1 : u < 0 ? -1 : 0; }
double truth(bool b) { return b ? 1 : 0; }

Sample saturation(Random& r) {
  const double u = between(r, -5, 5), low = between(r, -3, 0), high = between(r, 0, 3);
  return constant({{"UpperLimit", digits(high)}, {"LowerLimit", digits(low)}}, {u}, std::clamp(u, low, high));
}
Sample dead_zone(Random& r) {
  const double u = between(r, -5, 5), low = between(r, -3, 0), high = between(r, 0, 3);
  return constant({{"UpperValue", digits(high)}, {"LowerValue", digits(low)}}, {u},
                  u > high  ? u - high
                  : u < low ? u - low
                            : 0);
}
Sample quantizer(Random& r) {
  const double u = between(r, -5, 5), q = between(r, 0.1, 2);
  return constant({{"QuantizationInterval", digits(q)}}, {u}, q * std::round(u / q));
}
// It begins in the state "off", whatever the first input between the points is.
Sample relay(Random& r) {
  const double off = between(r, -2, 0), on = between(r, 0.1, 2), u = between(r, -3, 3),
               y_on = between(r, 1, 9), y_off = between(r, -9, 0);
  return constant({{"OnSwitchValue", digits(on)},
                   {"OffSwitchValue", digits(off)},
                   {"OnOutputValue", digits(y_on)},
                   {"OffOutputValue", digits(y_off)}},
                  {u}, u >= on ? y_on : y_off);
}
Sample sum(Random& r) {
  std::string signs;
  std::vector<double> u;
  double total = 0;
  for (int n = whole(r, 2, 5); n > 0; --n) {
    if (whole(r, 0, 3) == 0) signs += '|';
    const bool plus = whole(r, 0, 1) == 1;
    signs += plus ? '+' : '-';
    u.push_back(between(r, -9, 9));
    total += plus ? u.back() : -u.back();
  }
  return constant({{"Inputs", signs}}, u, total);
}
Sample product(Random& r) {
  std::string operations;
  std::vector<double> u;
  double y = 1;
  for (int n = whole(r, 2, 4); n > 0; --n) {
    const bool times = whole(r, 0, 1) == 1;
    operations += times ? '*' : '/';
    u.push_back(between(r, 0.5, 3));
    y *= times ? u.back() : 1 / u.back();
  }
  return constant({{"Inputs", operations}}, u, y);
}
Sample extreme(Random& r) {
  const bool most = whole(r, 0, 1) == 1;
  std::vector<double> u;
  for (int n = whole(r, 2, 5); n > 0; --n) u.push_back(between(r, -9, 9));
  return constant({{"Function", most ? "max" : "min"}, {"Inputs", std::to_string(u.size())}}, u,
                  most ? *std::max_element(u.begin(), u.end()) : *std::min_element(u.begin(), u.end()));
}
Sample logic(Random& r) {
  const std::string op = one_of<std::string>(r, {"AND", "OR", "NAND", "NOR", "XOR", "NXOR", "NOT"});
  std::vector<double> u;
  for (int n = op == "NOT" ? 1 : whole(r, 2, 4); n > 0; --n) u.push_back(whole(r, 0, 1) * between(r, 1, 5));
  const auto high = std::count_if(u.begin(), u.end(), [](double x) { return x != 0; });
  const bool all = high == static_cast<long>(u.size()), any = high > 0, odd = high % 2 == 1;
  const bool y = op == "AND"    ? all
                 : op == "OR"   ? any
                 : op == "NAND" ? !all
                 : op == "NOR"  ? !any
                 : op == "XOR"  ? odd
                 : op == "NXOR" ? !odd
                                : !any;
  return constant({{"Operator", op}, {"Inputs", std::to_string(u.size())}}, u, truth(y));
}
bool holds(const std::string& op, double a, double b) {
  return op == "=="   ? a == b
         : op == "~=" ? a != b
         : op == "<"  ? a < b
         : op == "<=" ? a <= b
         : op == ">=" ? a >= b
                      : a > b;
}
const std::vector<std::string> relations{"==", "~=", "<", "<=", ">=", ">"};
Sample relation(Random& r) {
  const std::string op = one_of(r, relations);
  const double a = whole(r, -2, 2), b = whole(r, -2, 2);
  return constant({{"Operator", op}}, {a, b}, truth(holds(op, a, b)));
}
Sample compare_to_constant(Random& r) {
  const std::string op = one_of(r, relations);
  const double a = whole(r, -2, 2), b = whole(r, -2, 2);
  return constant({{"relop", op}, {"const", digits(b)}}, {a}, truth(holds(op, a, b)));
}
Sample compare_to_zero(Random& r) {
  const std::string op = one_of(r, relations);
  const double a = whole(r, -1, 1);
  return constant({{"relop", op}}, {a}, truth(holds(op, a, 0)));
}
Sample interval_test(Random& r) {
  const double low = whole(r, -3, 0), high = whole(r, 0, 3), u = whole(r, -4, 4);
  const bool left = whole(r, 0, 1) == 1, right = whole(r, 0, 1) == 1;
  return constant({{"lowlimit", digits(low)},
                   {"uplimit", digits(high)},
                   {"IntervalClosedLeft", left ? "on" : "off"},
                   {"IntervalClosedRight", right ? "on" : "off"}},
                  {u}, truth((left ? u >= low : u > low) && (right ? u <= high : u < high)));
}
Sample threshold_switch(Random& r) {
  const std::string criterion = one_of<std::string>(r, {"u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"});
  const double a = between(r, -9, 9), b = between(r, -9, 9), t = whole(r, -1, 1), u = whole(r, -1, 1);
  const bool first = criterion == "u2 ~= 0" ? u != 0 : criterion == "u2 > Threshold" ? u > t : u >= t;
  return constant({{"Criteria", criterion}, {"Threshold", digits(t)}}, {a, u, b}, first ? a : b);
}
Sample multiport_switch(Random& r) {
  const bool zero_based = whole(r, 0, 1) == 1;
  const int count = whole(r, 2, 5), chosen = whole(r, 1, count);
  std::vector<double> u{static_cast<double>(zero_based ? chosen - 1 : chosen)};
  for (int n = 0; n < count; ++n) u.push_back(between(r, -9, 9));
  return constant({{"Inputs", std::to_string(count)},
                   {"DataPortOrder", zero_based ? "Zero-based contiguous" : "One-based contiguous"}},
                  u, u[static_cast<std::size_t>(chosen)]);
}
Sample formula(Random& r) {
  const double a = between(r, -3, 3), b = between(r, -3, 3), u = between(r, -3, 3);
  const std::string text = digits(a) + "*u^2 + " + digits(b) + "*sin(u[1]) - (u(1) > 0 && u < 2)";
  return constant({{"Expr", text}}, {u}, a * u * u + b * std::sin(u) - truth(u > 0 && u < 2));
}
Sample polynomial(Random& r) {
  std::vector<double> p;
  for (int n = whole(r, 1, 5); n > 0; --n) p.push_back(between(r, -3, 3));
  const double u = between(r, -2, 2);
  double y = 0;
  for (const double c : p) y = y * u + c;
  return constant({{"Coefs", row(p)}}, {u}, y);
}
struct Table {
  std::vector<double> x, y;
  explicit Table(Random& r) {
    for (double at = between(r, -4, -2); x.size() < 5; at += between(r, 0.2, 1.5))
      x.push_back(at), y.push_back(between(r, -9, 9));
  }
  double at(double u, bool clip) const {
    if (clip) u = std::clamp(u, x.front(), x.back());
    std::size_t k = 0;
    while (k + 2 < x.size() && u >= x[k + 1]) ++k;
    return y[k] + (u - x[k]) * (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
  }
};
Sample table_nd(Random& r) {
  const Table table(r);
  const bool clip = whole(r, 0, 1) == 1;
  const double u = between(r, -6, 6);
  return constant({{"NumberOfTableDimensions", "1"},
                   {"BreakpointsForDimension1", row(table.x)},
                   {"Table", row(table.y)},
                   {"ExtrapMethod", clip ? "Clip" : "Linear"}},
                  {u}, table.at(u, clip));
}
Sample old_table(Random& r) {
  const Table table(r);
  const bool clip = whole(r, 0, 1) == 1;
  const double u = between(r, -6, 6);
  return constant({{"InputValues", row(table.x)},
                   {"OutputValues", row(table.y)},
                   {"LookUpMeth", clip ? "Interpolation-Use End Values" : "Interpolation-Extrapolation"}},
                  {u}, table.at(u, clip));
}
Sample coulomb(Random& r) {
  const double offset = between(r, 0, 3), gain = between(r, 0, 3), u = between(r, -3, 3);
  return constant({{"offset", digits(offset)}, {"gain", digits(gain)}}, {u},
                  sign(u) * (gain * std::abs(u) + offset));
}
Sample wrap_to_zero(Random& r) {
  const double limit = between(r, 0, 5), u = between(r, -6, 6);
  return constant({{"Threshold", digits(limit)}}, {u}, u > limit ? 0 : u);
}
Sample integer(Random& r) {
  const double u = between(r, -300, 300);
  const bool saturates = whole(r, 0, 1) == 1;
  const std::string how = one_of<std::string>(r, {"Floor", "Ceiling", "Nearest", "Zero"});
  double v = how == "Floor"     ? std::floor(u)
             : how == "Ceiling" ? std::ceil(u)
             : how == "Nearest" ? std::floor(u + 0.5)
                                : std::trunc(u);
  if (saturates)
    v = std::clamp(v, -128.0, 127.0);
  else
    v -= 256 * std::floor((v + 128) / 256);
  return constant(
      {{"OutDataTypeStr", "int8"}, {"RndMeth", how}, {"SaturateOnIntegerOverflow", saturates ? "on" : "off"}},
      {u}, v);
}

template <double f(double, double)>
Sample two_inputs(Random& r, const char* name, double low) {
  const double a = between(r, low, 5), b = between(r, 0.5, 3);
  return constant({{"Operator", name}}, {a, b}, f(a, b));
}
double power(double a, double b) { return std::pow(a, b); }
double hypotenuse(double a, double b) { return std::hypot(a, b); }
double remainder_of(double a, double b) { return a - b * std::trunc(a / b); }
double modulo(double a, double b) { return a - b * std::floor(a / b); }
Sample math_of_two(Random& r) {
  switch (whole(r, 0, 3)) {
    case 0:
      return two_inputs<power>(r, "pow", 0.1);
    case 1:
      return two_inputs<hypotenuse>(r, "hypot", -5);
    case 2:
      return two_inputs<remainder_of>(r, "rem", -5);
    default:
      return two_inputs<modulo>(r, "mod", -5);
  }
}

std::vector<ClosedForm> functions_of_one() {
  return {
      functions("Trigonometry", "Operator",
                {{"sin", -6, 6, std::sin},
                 {"cos", -6, 6, std::cos},
                 {"tan", -1.4, 1.4, std::tan},
                 {"asin", -1, 1, std::asin},
                 {"acos", -1, 1, std::acos},
                 {"atan", -6, 6, std::atan},
                 {"sinh", -3, 3, std::sinh},
                 {"cosh", -3, 3, std::cosh},
                 {"tanh", -3, 3, std::tanh},
                 {"asinh", -3, 3, std::asinh},
                 {"acosh", 1, 5, std::acosh},
                 {"atanh", -0.9, 0.9, std::atanh}}),
      functions("Math", "Operator",
                {{"exp", -3, 3, std::exp},
                 {"log", 0.1, 9, std::log},
                 {"10^u", -2, 2, [](double u) { return std::pow(10, u); }},
                 {"log10", 0.1, 9, std::log10},
                 {"magnitude^2", -3, 3, [](double u) { return u * u; }},
                 {"square", -3, 3, [](double u) { return u * u; }},
                 {"conj", -3, 3, [](double u) { return u; }},
                 {"transpose", -3, 3, [](double u) { return u; }},
                 {"reciprocal", 0.1, 3, [](double u) { return 1 / u; }}}),
      functions("Rounding", "Operator",
                {{"floor", -9, 9, std::floor},
                 {"ceil", -9, 9, std::ceil},
                 {"round", -9, 9, std::round},
                 {"fix", -9, 9, std::trunc}}),
      functions("Sqrt", "Operator",
                {{"sqrt", 0, 9, std::sqrt},
                 {"signedSqrt", -9, 9, [](double u) { return sign(u) * std::sqrt(std::abs(u)); }},
                 {"rSqrt", 0.1, 9, [](double u) { return 1 / std::sqrt(u); }}}),
      functions("Abs", "ZeroCross", {{"on", -9, 9, std::fabs}}),
      functions("Signum", "ZeroCross", {{"on", -9, 9, sign}}),
      functions("UnaryMinus", "SampleTime", {{"-1", -9, 9, [](double u) { return -u; }}}),
  };
}

}  // namespace

TEST(SimulinkClosedForms, OfFunctions) {
  compare(functions_of_one(), Run::Continuous, simulink_model);
  compare({{"Math", math_of_two},
           {"Trigonometry",
            [](Random& r) {
              const double y = between(r, -3, 3), x = between(r, -3, 3);
              return constant({{"Operator", "atan2"}}, {y, x}, std::atan2(y, x));
            }},
           {"Gain",
            [](Random& r) {
              const double k = between(r, -9, 9), u = between(r, -9, 9);
              return constant({{"Gain", digits(k)}}, {u}, k * u);
            }},
           {"Bias",
            [](Random& r) {
              const double b = between(r, -9, 9), u = between(r, -9, 9);
              return constant({{"Bias", digits(b)}}, {u}, u + b);
            }},
           {"simulink/Math Operations/Slider Gain",
            [](Random& r) {
              const double k = between(r, 0, 2), u = between(r, -9, 9);
              return constant({{"low", "0"}, {"gain", digits(k)}, {"high", "2"}}, {u}, k * u);
            }},
           {"Fcn", formula},
           {"Polyval", polynomial},
           {"Lookup_n-D", table_nd},
           {"Lookup", old_table},
           {"Sum", sum},
           {"Product", product},
           {"MinMax", extreme}},
          Run::Continuous, simulink_model);
}

TEST(SimulinkClosedForms, OfDecisionsAndLimits) {
  compare({{"Saturate", saturation},
           {"DeadZone", dead_zone},
           {"Quantizer", quantizer},
           {"Relay", relay},
           {"Logic", logic},
           {"RelationalOperator", relation},
           {"simulink/Logic and Bit Operations/Compare To Constant", compare_to_constant},
           {"simulink/Logic and Bit Operations/Compare To Zero", compare_to_zero},
           {"simulink/Logic and Bit Operations/Interval Test", interval_test},
           {"Switch", threshold_switch},
           {"MultiPortSwitch", multiport_switch},
           {"simulink/Discontinuities/Coulomb & Viscous Friction", coulomb},
           {"simulink/Discontinuities/Wrap To Zero", wrap_to_zero},
           {"DataTypeConversion", integer}},
          Run::Continuous, simulink_model);
}

}  // namespace sim::importing::simulink
