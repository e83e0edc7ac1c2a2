#pragma once
// x' = A x + B u, y = C x + D u: the parameters and equations that continuous and discrete time share.
#include <algorithm>
#include <string>

#include "sim_core/block/builder.h"

namespace sim::blocks {

struct StateSpaceMatrices {
  Param a, b, c, d, x0;

  // `apart`: the states are others than x, and what they start with is made of X0.
  explicit StateSpaceMatrices(BlockTypeBuilder& type, bool apart = false)
      : a(type.real("A", "A", "1").doc("n by n")),
        b(type.real("B", "B", "1").doc("n by m, m the number of inputs")),
        c(type.real("C", "C", "1").doc("p by n, p the number of outputs")),
        d(type.real("D", "D", "1")
              .doc("p by m; 0 stands for a matrix of zeros, and for no direct feedthrough")
              .not_tunable()),
        x0(apart ? type.real("X0", "Initial conditions", "0").list()
                 : type.real("X0", "Initial conditions", "0")) {}

  void shapes(const ParameterValues& v, Shapes& s) const {
    const Shape A = v.of(a).shape, B = v.of(b).shape, C = v.of(c).shape, D = v.of(d).shape;
    if (A.rows != A.cols)
      s.problem = "A is " + to_text(A) + " and must be square";
    else if (B.rows != A.rows)
      s.problem = "B is " + to_text(B) + " where A is " + to_text(A);
    else if (C.cols != A.cols)
      s.problem = "C is " + to_text(C) + " where A is " + to_text(A);
    else if (!zero_d(v) && (D.rows != C.rows || D.cols != B.cols))
      s.problem = "D is " + to_text(D) + " where " + to_text(Shape{C.rows, B.cols}) + " is needed";
    else if (s.inputs[0] != vector_shape(B.cols))
      s.problem = "the input has shape " + to_text(s.inputs[0]) + " where B is " + to_text(B);
    s.states[0] = vector_shape(A.rows);
    s.outputs[0] = vector_shape(C.rows);
  }
  ir::Value rate(Equations& e, ir::Value x, ir::Value u) const {
    return ir::matmul(e(a), x) + ir::matmul(e(b), u);
  }
  ir::Value output(Equations& e, ir::Value x, ir::Value u) const {
    const ir::Value y = ir::matmul(e(c), x);
    const auto& numbers = e.value(d).numbers;
    const bool none = std::all_of(numbers.begin(), numbers.end(), [](double k) { return k == 0; });
    return none ? y : y + ir::matmul(e(d), u);
  }

 private:
  bool zero_d(const ParameterValues& v) const { return v.of(d).shape.is_scalar() && v.of(d).number() == 0; }
};

}  // namespace sim::blocks
