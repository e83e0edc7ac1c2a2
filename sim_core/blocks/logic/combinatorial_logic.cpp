#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

constexpr int most_inputs = 10;

// The number of inputs a truth table is for; -1 if it has not 2, 4, 8, ... rows.
int inputs_of(int rows) {
  for (int bits = 1; bits <= most_inputs; ++bits)
    if (rows == 1 << bits) return bits;
  return -1;
}

}  // namespace

void combinatorial_logic(BlockTypeBuilder& b) {
  b.id("logic/combinatorial_logic").label("Combinatorial Logic").category("Logic");
  b.doc(
      "Looks up its input, a vector of truth values, in a truth table.\n\n"
      "$y = \\mathrm{TruthTable}(1 + u_n + 2 u_{n-1} + 4 u_{n-2} + \\ldots, :)$\n\n"
      "There is a row for each combination, $2^n$ in all; the last element counts units. An element is true "
      "where it is not 0.");
  b.keywords({"truth table", "state machine", "logic table", "CLOGIC"});
  b.icon(IconShape::Rectangle, "M.2,.2 L.8,.2 L.8,.8 L.2,.8 Z M.5,.2 L.5,.8 M.2,.4 L.8,.4 M.2,.6 L.8,.6");
  Param table = b.real("TruthTable", "Truth table", "[0 0;0 1;0 1;1 0;0 1;1 0;1 0;1 1]");
  In u = b.input("u");
  Out y = b.output("y");
  b.require([=](const ParameterValues& v) { return inputs_of(v.of(table).shape.rows) > 0; },
            "the number of rows of the truth table is not a power of two",
            "give a row for each combination of the inputs: 2, 4, 8, ... up to 1024");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const Shape shape = v.of(table).shape;
    if (s.inputs[0].size() != inputs_of(shape.rows))
      s.problem = "a truth table of " + std::to_string(shape.rows) + " rows is for " +
                  std::to_string(inputs_of(shape.rows)) + " truth values, and the input has " +
                  std::to_string(s.inputs[0].size());
    s.outputs[0] = vector_shape(shape.cols);
  });
  b.equations([=](Equations& e) {
    const ir::Value values = e(table);
    const int rows = values.shape().rows, columns = values.shape().cols;
    std::vector<ir::Value> candidates;
    for (int row = 0; row < rows; ++row) {
      std::vector<std::int32_t> elements;
      for (int column = 0; column < columns; ++column) elements.push_back(row + column * rows);
      candidates.push_back(ir::gather(values, elements, vector_shape(columns)));
    }
    for (int k = e.input_shape(u).size() - 1; k >= 0; --k) {  // the last input halves the table first
      const ir::Value truth = ir::make(ir::Op::NotEqual, ir::slice(e(u), k, scalar_shape), e.constant(0));
      std::vector<ir::Value> half;
      for (std::size_t row = 0; row + 1 < candidates.size(); row += 2)
        half.push_back(select(truth, candidates[row + 1], candidates[row]));
      candidates = std::move(half);
    }
    e.output(y, candidates.front());
  });
}

}  // namespace sim::blocks
