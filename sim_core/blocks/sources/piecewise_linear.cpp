#include "sim_core/blocks/sources/timed_values.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void piecewise_linear(BlockTypeBuilder& b) {
  b.id("sources/piecewise_linear").label("Piecewise-Linear Signal").category("Sources");
  b.doc(
      "A signal given by values at instants.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "Between the instants its value runs straight from one to the next, or is held; two equal instants "
      "make a jump. The solver steps exactly to each instant. For a vector, the values are a matrix: a row "
      "for each instant, a column for each element.");
  b.keywords({"FROMWSB", "Sigbuilder", "CURV_f", "TimeTable", "CombiTimeTable", "Signal Builder", "table"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.35,.3 L.5,.55 L.5,.2 L.7,.2 L.88,.7");
  Param times = b.real("TimeValues", "Time values", "[0 1 2 3]").formerly("times").unit("s").not_tunable();
  Param values = b.real("OutValues", "Output values", "[0 1 1 0]").formerly("values").not_tunable();
  const PlayParameters how(b);
  Out y = b.output("y");
  unit_parameter(b);
  auto as_rows = [=](const ParameterValues& v) { return as_column(v.of(values).shape).rows; };
  b.require(
      [=](const ParameterValues& v) {
        return instants_in_order(v.of(times).numbers.data(), v.of(times).numbers.size());
      },
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
    const Shape shape = e.output_shape(y);
    e.output(y,
             ir::concat(played(e, how, e.value(times).numbers, e.value(values).numbers.data(), shape.size()),
                        shape));
  });
}

}  // namespace sim::blocks
