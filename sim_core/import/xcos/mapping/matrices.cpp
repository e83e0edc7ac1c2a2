#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void function(BlockTranslation& t, const char* name) { t.set("Function", name); }

// Rule 1: matrices, 2: element by element, 3: a matrix and a scalar.
void multiplication(BlockTranslation& t) {
  const double rule = Dialog(t).number(2).value_or(1);
  t.set("Operations", "**");
  t.set("Multiplication", rule == 1 ? "matrix" : "element-wise");
}

void concatenation(BlockTranslation& t, const char* mode) {
  t.set("Inputs", std::to_string(std::clamp(t.input_count(), 1, 1000)));
  t.set("Mode", mode);
}

// A/B is the solution x of x B = A: that of B' x' = A'.
void right_division(BlockTranslation& t) {
  Composite& c = t.result.composite;
  const int a = c.add("Transpose A", "math/math_function", {{"Function", "transpose"}});
  const int b = c.add("Transpose B", "math/math_function", {{"Function", "transpose"}});
  const int solve = c.add("Solve", "math/linear_solve");
  const int back = c.add("Transpose", "math/math_function", {{"Function", "transpose"}});
  c.connect(c.inport(1), a);
  c.connect(c.inport(2), b);
  c.connect(b, solve, 0);
  c.connect(a, solve, 1);
  c.connect(solve, back);
  c.connect(back, c.outport(1));
}

void rows_and_columns(BlockTranslation& t, const std::string& rows, const std::string& columns) {
  t.become("routing/selector");
  t.set("IndexOptions", "Rows and columns (dialog)");
  t.set("Indices", rows);
  t.set("Columns", columns);
}
void extract(BlockTranslation& t) {
  const Dialog d(t);
  rows_and_columns(t, t.translated(d.text(2)), t.translated(d.text(3)));
}
void submatrix(BlockTranslation& t) {
  const Dialog d(t);
  const auto range = [&](int from, int to) {
    return "(" + t.translated(d.text(from)) + "):(" + t.translated(d.text(to)) + ")";
  };
  rows_and_columns(t, range(2, 3), range(4, 5));
}

void total(BlockTranslation& t) {
  const int over = whole_within(Dialog(t).number(2).value_or(0), 0, 3);
  function(t, "sum");
  t.set("CollapseMode", over == 1 ? "Each column" : over == 2 ? "Each row" : "All elements");
}

void conversion(BlockTranslation& t, const char* apart, const char* together) {
  const bool splits = Dialog(t).number(1).value_or(1) == 1;
  t.become(splits ? apart : together);
}

}  // namespace

void add_matrices(MappingTable& t) {
  t.block("MATMUL", "math/product").by(multiplication);
  t.block("MATTRAN", "math/math_function").by([](BlockTranslation& b) {
    function(b, Dialog(b).number(1).value_or(1) == 2 && Dialog(b).number(2).value_or(1) == 2 ? "hermitian"
                                                                                             : "transpose");
  });
  t.block("MATZCONJ", "math/math_function").by([](BlockTranslation& b) { function(b, "conj"); });
  t.block("MATBKSL", "math/linear_solve")
      .differs("matrices that are not square end the run: Xcos solves by least squares");
  t.block("MATDIV", "").by(right_division);
  t.block("MATCATH", "routing/vector_concatenate").by([](BlockTranslation& b) {
    concatenation(b, "Matrix, side by side");
  });
  t.block("MATCATV", "routing/vector_concatenate").by([](BlockTranslation& b) {
    concatenation(b, "Matrix, one above the other");
  });
  t.block("EXTRACT", "").by(extract);
  t.block("SUBMAT", "").by(submatrix);
  t.block("MATSUM", "math/reduction").by(total);
  t.block("SQRT", "math/sqrt").by([](BlockTranslation& b) {
    if (Dialog(b).number(1).value_or(1) == 2) b.set("OutputSignalType", "complex");
  });
  t.block("MATRESH", "math/reshape").by([](BlockTranslation& b) {
    b.set("OutputDimensionality", "Customize");
    Dialog(b).set("OutputDimensions", 3);
  });
  t.block("MATZREIM", "").by([](BlockTranslation& b) {
    conversion(b, "math/complex_to_real_imag", "math/real_imag_to_complex");
  });
  t.block("MATMAGPHI", "").by([](BlockTranslation& b) {
    conversion(b, "math/complex_to_magnitude_angle", "math/magnitude_angle_to_complex");
  });
  t.none("MATINV", "take a Linear Solve block, with the unit matrix as its second input");
  t.none("MATPINV", "take a Linear Solve block where the matrix is square and regular");
  t.none("MATDET", "compute it from its elements in a Function block");
  t.none("MATDIAG", "take a Product block with the unit matrix, element by element");
  for (const char* name : {"MATEIG", "MATEXPM", "MATLU", "MATSING", "RICC", "ROOTCOEF"})
    t.none(name, "matrices are not decomposed while a model runs: compute it before, as a variable");
  t.none("CUMSUM", "multiply by a lower triangular matrix of 1 in a Gain block");
  t.none("EXTTRI", "multiply by a triangular matrix of 1, element by element, in a Product block");
}

}  // namespace sim::importing::xcos
