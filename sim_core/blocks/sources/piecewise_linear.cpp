#include <algorithm>
#include <cmath>

#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

enum Before { hold_first, extrapolate_back, zero_before };
enum After { extrapolate, hold_last, zero_after };

// Between stamps k and k+1.
double growth(const std::vector<double>& t, const double* v, std::size_t k) {
  return t[k + 1] > t[k] ? (v[k + 1] - v[k]) / (t[k + 1] - t[k]) : 0;
}

Pieces signal_pieces(const std::vector<double>& t, const double* v, bool linear, int before, int after) {
  Pieces pieces;
  const std::size_t n = t.size();
  const bool lines = linear && n > 1;
  pieces.edges = t;
  pieces.add(t[0], before == zero_before ? 0 : v[0],
             before == extrapolate_back && lines ? growth(t, v, 0) : 0);
  for (std::size_t k = 0; k + 1 < n; ++k) pieces.add(t[k], v[k], lines ? growth(t, v, k) : 0);
  pieces.add(t[n - 1], after == zero_after ? 0 : v[n - 1],
             after == extrapolate && lines ? growth(t, v, n - 2) : 0);
  return pieces;
}

bool in_order(const std::vector<double>& t) {
  return !t.empty() && std::is_sorted(t.begin(), t.end()) &&
         std::all_of(t.begin(), t.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

void piecewise_linear(BlockTypeBuilder& b) {
  b.id("sources/piecewise_linear").label("Piecewise-Linear Signal").category("Sources");
  b.doc(
      "A signal given by values at instants.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "Between the instants its value runs straight from one to the next, or is held; two equal instants "
      "make a jump. The solver steps exactly to each instant. For a vector, the values are a matrix: a row "
      "for each instant, a column for each element.");
  b.keywords({"From Workspace", "FROMWSB", "Sigbuilder", "CURV_f", "TimeTable", "CombiTimeTable",
              "Signal Editor", "Signal Builder", "table"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.35,.3 L.5,.55 L.5,.2 L.7,.2 L.88,.7");
  Param times = b.real("times", "Times", "[0 1 2 3]").unit("s").not_tunable();
  Param values = b.real("values", "Values", "[0 1 1 0]").not_tunable();
  Param interpolate = b.flag("Interpolate", "Interpolate between the instants", true);
  Param before = b.choice("BeforeFirst", "Before the first instant",
                          {"Holding first value", "Extrapolation", "Setting to zero"});
  Param after = b.choice("OutputAfterFinalValue", "After the last instant",
                         {"Extrapolation", "Holding final value", "Setting to zero"});
  Out y = b.output("y");
  unit_parameter(b);
  auto as_rows = [=](const ParameterValues& v) { return as_column(v.of(values).shape).rows; };
  b.require([=](const ParameterValues& v) { return in_order(v.of(times).numbers); },
            "the times are not in order", "give finite times, none less than the one before");
  b.require(
      [=](const ParameterValues& v) {
        return static_cast<std::size_t>(as_rows(v)) == v.of(times).numbers.size();
      },
      "there are not as many values as times", "give one value (or one row of values) for each time");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = vector_shape(as_column(v.of(values).shape).cols);
  });
  b.equations([=](Equations& e) {
    const auto& t = e.value(times).numbers;
    const auto& v = e.value(values).numbers;
    const ir::Value stamps = ir::slice(e(times), 0, vector_shape(static_cast<int>(t.size())));
    const ir::Value passed = ir::total(e.time_reached(stamps));
    std::vector<ir::Value> elements;
    for (int k = 0; k < e.output_shape(y).size(); ++k) {
      auto pieces = std::make_shared<const Pieces>(
          signal_pieces(t, v.data() + static_cast<std::size_t>(k) * t.size(), e.flag(interpolate),
                        e.choice(before), e.choice(after)));
      elements.push_back(piece_at(e.graph(), std::move(pieces), e.time(), passed));
    }
    e.output(y, ir::concat(elements, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
