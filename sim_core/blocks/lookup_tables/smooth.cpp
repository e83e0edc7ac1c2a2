#include "sim_core/blocks/lookup_tables/smooth.h"

#include <algorithm>
#include <cmath>

#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

// A number and its derivative along one direction.
struct Dual {
  double value = 0, slope = 0;
  Dual(double v = 0, double s = 0) : value(v), slope(s) {}
};
Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
Dual operator/(Dual a, Dual b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.slope - quotient * b.slope) / b.value};
}
double value_of(double v) { return v; }
double value_of(Dual v) { return v.value; }
double size_of(double v) { return std::fabs(v); }
Dual size_of(Dual v) { return v.value < 0 ? Dual(-v.value, -v.slope) : v; }

using Points = std::vector<double>;

// The interval [x_k, x_{k+1}] of u; the first or the last one beyond the ends.
std::size_t interval_of(const Points& x, double u) {
  const auto above = std::upper_bound(x.begin(), x.end(), u);
  const auto k = std::max<std::ptrdiff_t>(1, above - x.begin()) - 1;
  return std::min(static_cast<std::size_t>(k), x.size() - 2);
}

// The second derivatives of the cubic spline through (x, y), of at least two points.
template <class T>
std::vector<T> curvatures(const Points& x, const T* y, SplineEnds ends) {
  const std::size_t n = x.size();
  std::vector<T> m(n, T(0.0));
  const auto h = [&](std::size_t k) { return x[k + 1] - x[k]; };
  const auto secant = [&](std::size_t k) { return (y[k + 1] - y[k]) / T(h(k)); };
  if (n == 2) return m;
  const bool natural = ends == SplineEnds::Natural;
  if (n == 3 && !natural) {  // a parabola
    std::fill(m.begin(), m.end(), (secant(1) - secant(0)) * T(2 / (x[2] - x[0])));
    return m;
  }
  // Interior rows, the ends eliminated; then by Thomas' algorithm, whose factors depend on x alone.
  std::vector<double> upper(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = h(k - 1), after = h(k);
    double lower = before, middle = 2 * (before + after), above = after;
    if (!natural && k == 1) {
      middle += before * (1 + before / after);
      above -= before * before / after;
      lower = 0;
    }
    if (!natural && k == n - 2) {
      middle += after * (1 + after / before);
      lower -= after * after / before;
      above = 0;
    }
    if (k == 1) lower = 0;
    if (k == n - 2) above = 0;
    const double pivot = middle - lower * upper[k - 1];
    upper[k] = above / pivot;
    m[k] = ((secant(k) - secant(k - 1)) * T(6.0) - m[k - 1] * T(lower)) * T(1 / pivot);
  }
  for (std::size_t k = n - 2; k-- > 1;) m[k] = m[k] - m[k + 1] * T(upper[k]);
  if (natural) return m;
  m[0] = m[1] + (m[1] - m[2]) * T(h(0) / h(1));
  m[n - 1] = m[n - 2] + (m[n - 2] - m[n - 3]) * T(h(n - 2) / h(n - 3));
  return m;
}

// Of one piece: what it is at its ends, and the slopes there.
template <class T>
struct Hermite {
  T low, high, slope_low, slope_high;

  T at(T share, double h) const {
    const T step = high - low;
    const T a = slope_low * T(h) - step, b = step - slope_high * T(h), rest = T(1.0) - share;
    return low + share * (step + rest * (a * rest + b * share));
  }
};

template <class T>
Hermite<T> spline_piece(const Points& x, const T* y, const std::vector<T>& m, std::size_t k) {
  const double h = x[k + 1] - x[k];
  const T secant = (y[k + 1] - y[k]) / T(h);
  return {y[k], y[k + 1], secant - (m[k] * T(2.0) + m[k + 1]) * T(h / 6),
          secant + (m[k] + m[k + 1] * T(2.0)) * T(h / 6)};
}

// The slopes of the secants go on beyond the ends as parabolas would have it.
template <class T>
T extended_secant(const Points& x, const T* y, std::ptrdiff_t k) {
  const auto last = static_cast<std::ptrdiff_t>(x.size()) - 2;
  const auto inside = [&](std::ptrdiff_t i) {
    const auto j = static_cast<std::size_t>(i);
    return (y[j + 1] - y[j]) / T(x[j + 1] - x[j]);
  };
  if (k >= 0 && k <= last) return inside(k);
  if (last == 0) return inside(0);
  const double beyond = static_cast<double>(k < 0 ? -k : k - last);
  const T end = inside(k < 0 ? 0 : last), next = inside(k < 0 ? 1 : last - 1);
  return end + (end - next) * T(beyond);
}

template <class T>
T akima_slope(const Points& x, const T* y, std::size_t at) {
  const auto k = static_cast<std::ptrdiff_t>(at);
  const T first = extended_secant(x, y, k - 2), second = extended_secant(x, y, k - 1),
          third = extended_secant(x, y, k), fourth = extended_secant(x, y, k + 1);
  const T before = size_of(fourth - third), after = size_of(second - first), both = before + after;
  if (value_of(both) == 0) return (second + third) * T(0.5);
  return (before * second + after * third) / both;
}

// Along one dimension, at u, between the values y at the breakpoints.
template <class T>
T along(const Points& x, const T* y, const std::vector<T>* known_curvatures, T u, const TableMethod& method) {
  if (x.size() == 1) return y[0];
  const std::size_t k = interval_of(x, value_of(u));
  Hermite<T> piece;
  if (method.interpolation == Interpolation::Akima)
    piece = {y[k], y[k + 1], akima_slope(x, y, k), akima_slope(x, y, k + 1)};
  else
    piece = spline_piece(x, y, known_curvatures ? *known_curvatures : curvatures(x, y, method.ends), k);
  if (method.extrapolation != Extrapolation::Cubic) {
    if (value_of(u) < x.front()) return piece.low + piece.slope_low * (u - T(x.front()));
    if (value_of(u) > x.back()) return piece.high + piece.slope_high * (u - T(x.back()));
  }
  const double h = x[k + 1] - x[k];
  return piece.at((u - T(x[k])) / T(h), h);
}

struct SmoothTable {
  std::vector<Points> breakpoints;
  std::shared_ptr<const GridTable> table;
  TableMethod method;
  std::vector<std::vector<double>> curvature;  // of cubic splines: along the first dimension, fibre by fibre

  void prepare() {
    const std::size_t n = breakpoints[0].size();
    if (method.interpolation != Interpolation::CubicSpline || n < 2) return;
    for (std::size_t at = 0; at < table->entries.size(); at += n)
      curvature.push_back(curvatures(breakpoints[0], table->entries.data() + at, method.ends));
  }

  template <class T>
  T at(const std::vector<T>& u) const {
    std::vector<T> values(table->entries.begin(), table->entries.end());
    for (std::size_t d = 0; d < breakpoints.size(); ++d) {
      const Points& x = breakpoints[d];
      std::vector<T> next;
      for (std::size_t first = 0, fibre = 0; first < values.size(); first += x.size(), ++fibre) {
        std::vector<T> known;
        if (d == 0 && fibre < curvature.size())
          known.assign(curvature[fibre].begin(), curvature[fibre].end());
        next.push_back(along(x, values.data() + first, known.empty() ? nullptr : &known, u[d], method));
      }
      values = std::move(next);
    }
    return values.front();
  }
};

// (u_1, ..., u_n) -> the value; with `slope` (u_1, ..., u_n, du_1, ..., du_n) -> its change.
class SmoothLookup final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  SmoothLookup(std::shared_ptr<const SmoothTable> table, int count, bool slope)
      : table_(std::move(table)), count_(count), slope_(slope) {}
  std::string name() const override { return slope_ ? "slope of a spline" : "value of a spline"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int row, int, int column) const override { return row == column; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return slope_ ? nullptr : std::make_shared<SmoothLookup>(table_, count_, true);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const std::size_t dimensions = table_->breakpoints.size();
    std::vector<double> u(dimensions);
    std::vector<Dual> moved(dimensions);
    for (int k = 0; k < count_; ++k) {
      for (std::size_t d = 0; d < dimensions; ++d) u[d] = arguments[d][k];
      if (!slope_) {
        outputs[0][k] = table_->at(u);
        continue;
      }
      for (std::size_t d = 0; d < dimensions; ++d) moved[d] = {u[d], arguments[dimensions + d][k]};
      outputs[0][k] = table_->at(moved).slope;
    }
    return EvalStatus::Ok;
  }
  // Slopes have none: they serve implicit methods only.
  std::string c_body() const override { return slope_ ? std::string() : c_value(); }
  std::vector<std::string> c_definitions() const override {
    if (slope_) return {};
    std::vector<std::string> texts{
#include "sim_core/blocks/lookup_tables/smooth_in_c.inc"
    };
    if (computes_curvatures())
      texts.emplace_back(
#include "sim_core/blocks/lookup_tables/spline_in_c.inc"
      );
    return texts;
  }

 private:
  bool is_cubic() const { return table_->method.interpolation == Interpolation::CubicSpline; }
  // Those along the first dimension are known.
  bool computes_curvatures() const {
    const auto& x = table_->breakpoints;
    return is_cubic() && std::any_of(x.begin() + 1, x.end(), [](const Points& p) { return p.size() > 1; });
  }

  // Along one dimension after the other; what one gives takes the place of what it was computed from.
  std::string c_value() const {
    const std::vector<double>& entries = table_->table->entries;
    std::size_t longest = 1, count = entries.size();
    std::string tables = ir::c_table("entries", entries), loops;
    std::vector<double> curvature;
    for (const auto& fibre : table_->curvature) curvature.insert(curvature.end(), fibre.begin(), fibre.end());
    if (!curvature.empty()) tables += ir::c_table("curvature", curvature);
    for (std::size_t d = 0; d < table_->breakpoints.size(); ++d) {
      const Points& x = table_->breakpoints[d];
      tables += ir::c_table("x" + std::to_string(d), x);
      if (d > 0) longest = std::max(longest, x.size());
      count /= x.size();
      loops += c_along(d, count);
    }
    const std::string size = std::to_string(entries.size());
    tables += "  double values[" + size + "];\n";
    if (computes_curvatures()) tables += ir::c_with("  double m[@], upper[@];\n", std::to_string(longest));
    return tables + "  for (int k = 0; k < " + std::to_string(count_) + "; ++k) {\n    for (int f = 0; f < " +
           size + "; ++f) values[f] = entries[f];\n" + loops + "    out0[k] = values[0];\n  }\n";
  }
  std::string c_along(std::size_t d, std::size_t count) const {
    const bool natural = table_->method.ends == SplineEnds::Natural,
               several = table_->breakpoints[d].size() > 1;
    const std::string n = std::to_string(table_->breakpoints[d].size()), x = "x" + std::to_string(d),
                      fibre = "values + f * " + n;
    std::string text = "    for (int f = 0; f < " + std::to_string(count) + "; ++f) {\n", m = "NULL";
    if (is_cubic() && several) m = d > 0 ? "m" : "curvature + f * " + n;
    if (m == "m")
      text += "      spline_curvatures(" + n + ", " + x + ", " + fibre + (natural ? ", 1" : ", 0") +
              ", m, upper);\n";
    return text + "      values[f] = smooth_between(" + n + ", " + x + ", " + fibre + ", " + m +
           (table_->method.extrapolation == Extrapolation::Cubic ? ", 1" : ", 0") + ", in" +
           std::to_string(d) + "[k]);\n    }\n";
  }

  std::shared_ptr<const SmoothTable> table_;
  int count_;
  bool slope_;
};

}  // namespace

ir::Value smooth_value(Equations& e, std::vector<std::vector<double>> breakpoints,
                       std::shared_ptr<const GridTable> table, const TableMethod& method,
                       const std::vector<ir::Value>& inputs, Shape shape) {
  const Shape column = vector_shape(shape.count());
  std::vector<ir::Value> arguments;
  for (std::size_t d = 0; d < inputs.size(); ++d) {
    ir::Value u = ir::repeated(ir::real_only(inputs[d], "a table"), column);
    if (method.extrapolation == Extrapolation::Clip) {
      const ir::Value low = e.constant(breakpoints[d].front()), high = e.constant(breakpoints[d].back());
      u = select(e.crosses_above(u, high), high, select(e.crosses_above(u, low), u, low));
    }
    arguments.push_back(u);
  }
  auto smooth = std::make_shared<SmoothTable>();
  smooth->breakpoints = std::move(breakpoints), smooth->table = std::move(table), smooth->method = method;
  smooth->prepare();
  // Where Clip holds, the solver may look a little beyond the ends: straight on.
  if (method.extrapolation == Extrapolation::Clip) smooth->method.extrapolation = Extrapolation::Linear;
  const ir::Value result =
      e.graph()
          .call(std::make_shared<SmoothLookup>(std::move(smooth), column.rows, false), arguments)
          .front();
  return ir::slice(result, 0, shape);
}

}  // namespace sim::blocks
