#include <cmath>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class Reshaped { Column, Row, Custom };

}  // namespace

void reshape(BlockTypeBuilder& b) {
  b.id("math/reshape").label("Reshape").category("Math Operations");
  b.doc(
      "The same elements in other dimensions.\n\n"
      "$y_k = u_k$\n\n"
      "Elements of a matrix count by columns, before and after. Signals have at most two dimensions, and "
      "none of one "
      "element needs to be squeezed out.");
  b.keywords({"Squeeze", "MATRESH", "vectorize", "column vector", "row vector", "dimensions"});
  b.icon(IconShape::Rectangle,
         "M.12,.25 L.24,.25 L.24,.75 L.12,.75 Z M.12,.5 L.24,.5 M.34,.5 L.54,.5 M.46,.42 L.54,.5 "
         "L.46,.58 M.62,.38 L.88,.38 L.88,.62 L.62,.62 Z M.75,.38 L.75,.62");
  b.size(56, 32);
  Param which =
      b.choice("OutputDimensionality", "Output dimensionality", {"Column vector", "Row vector", "Customize"});
  Param dimensions = b.real("OutputDimensions", "Output dimensions", "[1 1]")
                         .not_tunable()
                         .doc("[rows columns], where customized.");
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto& numbers = v.of(dimensions).numbers;
        if (numbers.empty() || numbers.size() > 2) return false;
        for (double n : numbers)
          if (!(n >= 1 && n <= 1e7) || n != std::floor(n)) return false;
        return true;
      },
      "the dimensions are not [rows columns]", "write for example [2 3]");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int count = s.inputs[0].count();
    const auto& numbers = v.of(dimensions).numbers;
    switch (static_cast<Reshaped>(v.of(which).number())) {
      case Reshaped::Column:
        s.outputs[0] = {count, 1};
        return;
      case Reshaped::Row:
        s.outputs[0] = {1, count};
        return;
      case Reshaped::Custom:
        break;
    }
    const double rows = numbers[0], columns = numbers.size() > 1 ? numbers[1] : 1;
    if (rows * columns == count)
      s.outputs[0] = {static_cast<int>(rows), static_cast<int>(columns)};
    else
      s.problem = "its input has " + std::to_string(count) + " elements, which are not " +
                  std::to_string(static_cast<long long>(rows)) + " x " +
                  std::to_string(static_cast<long long>(columns));
  });
  b.equations([=](Equations& e) { e.output(y, ir::slice(e(u), 0, e.output_shape(y))); });
}

}  // namespace sim::blocks
