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

// What a Function block computes of the whole matrix.
void matrix_program(BlockTranslation& t, const std::string& body) {
  t.become("user_defined/function");
  t.set("Script", "function y = f(u)\n" + body + "end\n");
}

// Solve between two programs; what the second one makes of the solution and the matrix is the output.
void around_a_solution(BlockTranslation& t, const char* before, const char* behind) {
  Composite& c = t.result.composite;
  const int given = c.inport(1);
  const int system = c.add("System", "user_defined/function", {{"Script", before}});
  const int solve = c.add("Solve", "math/linear_solve");
  const int result = c.add("Result", "user_defined/function", {{"Script", behind}});
  c.connect(given, system);
  c.connect(system, solve, 0, 0);
  c.connect(system, solve, 1, 1);
  c.connect(solve, result, 0);
  c.connect(given, result, 1);
  c.connect(result, c.outport(1));
}

void inverse(BlockTranslation& t) {
  around_a_solution(t, "function [A, b] = system(u)\nA = u\nb = eye(size(u, 1))\nend\n",
                    "function y = result(x, u)\ny = x\nend\n");
}

// (u'u + e I) x = u' with a small e has a solution for any u. Steps of Newton's method for the pseudoinverse
// (Ben-Israel and Cohen, SIAM J. Numer. Anal. 3, 1966) take away what e adds to singular values above 1e-6;
// the last product what rounding leaves outside of the rows and columns of u'.
void pseudoinverse(BlockTranslation& t) {
  around_a_solution(
      t,
      "function [A, b] = system(u)\nif size(u, 1) >= size(u, 2)\n  A = u' * u\n  b = u'\nelse\n"
      "  A = u * u'\n  b = u\nend\ne = 1e-300\nfor k = 1:size(A, 1)\n  e = e + 1e-12 * A(k, k)\nend\n"
      "A = A + e * eye(size(A, 1))\nend\n",
      "function y = result(x, u)\nif size(u, 1) >= size(u, 2)\n  y = x\nelse\n  y = x'\nend\n"
      "for k = 1:4\n  y = 2 * y - y * u * y\nend\n"
      "if size(u, 1) >= size(u, 2)\n  y = u' * y' * y\nelse\n  y = y * y' * u'\nend\nend\n");
}

// Rule 1: down each column, 2: along each row, else column after column.
void running_sum(BlockTranslation& t) {
  const int rule = whole_within(Dialog(t).number(2).value_or(0), 0, 2);
  matrix_program(t, rule == 1   ? "y = cumsum(eye(size(u, 1))) * u\n"
                    : rule == 2 ? "y = u * cumsum(eye(size(u, 2)))'\n"
                                : "y = u\nfor k = 2:numel(u)\n  y(k) = y(k - 1) + u(k)\nend\n");
}

void triangle(BlockTranslation& t) {
  const int which = whole_within(Dialog(t).number(2).value_or(1), 1, 3);
  const std::string relation = which == 1 ? ">=" : which == 2 ? "<=" : "==";
  matrix_program(
      t,
      "rows = (1:size(u, 1))' * ones(1, size(u, 2))\ncolumns = ones(size(u, 1), 1) * (1:size(u, 2))\n"
      "y = u .* (rows " +
          relation + " columns)\n");
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
  t.block("MATINV", "").by(inverse);
  t.block("MATPINV", "").differs("singular values below 1e-6 of the largest count as zero").by(pseudoinverse);
  t.block("MATDIAG", "").by([](BlockTranslation& b) {
    matrix_program(b, "y = zeros(numel(u), numel(u))\nfor k = 1:numel(u)\n  y(k, k) = u(k)\nend\n");
  });
  t.block("CUMSUM", "").by(running_sum);
  t.block("EXTTRI", "").by(triangle);
  t.none("MATDET", "compute it from its elements in a Function block");
  for (const char* name : {"MATEIG", "MATEXPM", "MATLU", "MATSING", "RICC", "ROOTCOEF"})
    t.none(name, "matrices are not decomposed while a model runs: compute it before, as a variable");
}

}  // namespace sim::importing::xcos
