// Filters without poles: fir1, the ideal response times a window.
//   Oppenheim, Schafer, Discrete-Time Signal Processing, 3rd ed., section 7.5.
#include <cmath>
#include <numbers>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/dense.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using std::numbers::pi;

namespace {

struct Bands {
  std::vector<double> edges;  // 0, ..., 1
  bool first_passes;

  bool passes(std::size_t k) const { return (k % 2 == 0) == first_passes; }
  bool last_passes() const { return passes(edges.size() - 2); }
  // Where the gain is made 1: the middle of the first band that passes, or its end at 0 or 1.
  double center() const {
    if (first_passes) return 0;
    return edges[2] == 1 ? 1 : (edges[1] + edges[2]) / 2;
  }
};

Bands bands_of(const Value& edges, const std::string& kind) {
  require_real(edges);
  if (!edges.is_vector() || edges.is_empty())
    fail("Wn must be one number or a vector, not " + describe(edges));
  Bands out{{0}, edges.size() == 1};
  for (int k = 0; k < edges.size(); ++k) {
    if (!(edges[k] > out.edges.back()) || !(edges[k] < 1))
      fail("Wn must rise from above 0 to below 1, half of the sample rate; " + short_text(edges[k]) +
               " does not",
           "divide the frequencies by half of the sample rate");
    out.edges.push_back(edges[k]);
  }
  out.edges.push_back(1);
  const std::size_t count = out.edges.size() - 2;
  if (kind == "high" && count == 1)
    out.first_passes = false;
  else if ((kind == "stop" && count == 2) || (kind == "DC-1" && count > 1))
    out.first_passes = true;
  else if (!(kind.empty() || (kind == "low" && count == 1) || (kind == "bandpass" && count == 2) ||
             (kind == "DC-0" && count > 1)))
    fail("there is no kind of filter '" + kind + "' with so many edges",
         "write 'low' or 'high' with one edge, 'bandpass' or 'stop' with two, 'DC-0' or 'DC-1' with more");
  return out;
}

// w sin(pi w t) / (pi w t).
double lobe(double w, double t) { return t == 0 ? w : std::sin(pi * w * t) / (pi * t); }

}  // namespace

Value windowed_filter(Arguments arguments) {
  double order = whole_number(arguments[0], "the order");
  if (order < 1) fail("the order must be at least 1");
  std::string kind;
  bool scaled = true;
  const Value* window = nullptr;
  for (const Value& option : arguments.subspan(2)) {
    if (!option.is_string())
      window = &option;
    else if (option.text() == "scale" || option.text() == "noscale")
      scaled = option.text() == "scale";
    else
      kind = option.text();
  }
  const Bands bands = bands_of(arguments[1], kind);
  // With an even number of coefficients the gain at half of the sample rate is 0.
  if (bands.last_passes() && std::fmod(order, 2) == 1) order += 1;
  const Shape shape = checked_shape(1, order + 1);
  if (window) {
    require_real(*window);
    if (window->size() != shape.size())
      fail("the window has " + std::to_string(window->size()) + " elements, but the filter " +
           std::to_string(shape.size()));
  }
  std::vector<double> h(static_cast<std::size_t>(shape.size()));
  double total = 0;
  for (const int k : often_stoppable(shape.size())) {
    const double t = k - order / 2;
    double ideal = 0;
    for (std::size_t band = 0; band + 1 < bands.edges.size(); ++band)
      if (bands.passes(band)) ideal += lobe(bands.edges[band + 1], t) - lobe(bands.edges[band], t);
    const double weight = window ? (*window)[k] : 0.54 - 0.46 * std::cos(2 * pi * k / order);
    h[static_cast<std::size_t>(k)] = ideal * weight;
    total += ideal * weight * std::cos(pi * t * bands.center());
  }
  if (scaled && total == 0) fail("the window leaves nothing in the pass band", "give it other numbers");
  if (scaled)
    for (double& x : h) x /= total;
  return Value::row(std::move(h));
}

}  // namespace sim::expr
