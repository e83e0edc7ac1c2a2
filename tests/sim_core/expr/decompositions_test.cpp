#include <cmath>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Decompositions, RebuildTheMatrix) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const int rows = 1 + static_cast<int>(seed % 5), cols = 1 + static_cast<int>(seed % 4);
    ValueScope::Variables v{{"A", random_matrix(rows, cols, seed)},
                            {"S", random_matrix(rows, rows, seed + 9)}};
    if (seed % 2 == 0) v["A"] = value_of("A + 1i*fliplr(A)", v);
    for (const char* kind : {"svd(A)", "svd(A, 'econ')"}) {
      const auto svd = results_of(kind, 3, v);
      ValueScope::Variables w = v;
      w["U"] = svd[0], w["D"] = svd[1], w["V"] = svd[2];
      expect_close("U*D*V'", "A", 1e-14, w);
      expect_close("U'*U", "eye(cols(U))", 1e-14, w);
      expect_close("svd(A)", "diag(D(1:min(size(A)), 1:min(size(A)))) + zeros(min(size(A)), 1)", 1e-14, w);
    }
    for (const char* kind : {"qr(A)", "qr(A, 0)"}) {
      const auto qr = results_of(kind, 2, v);
      ValueScope::Variables w = v;
      w["Q"] = qr[0], w["R"] = qr[1];
      expect_close("Q*R", "A", 1e-14, w);
      expect_close("Q'*Q", "eye(cols(Q))", 1e-14, w);
    }
    const auto eig = results_of("eig(S)", 2, v);
    ValueScope::Variables w = v;
    w["V"] = eig[0], w["D"] = eig[1];
    expect_close("S*V", "V*D", 1e-13, w);
    expect_close("chol(A'*A + eye(cols(A)))'*chol(A'*A + eye(cols(A)))", "A'*A + eye(cols(A))", 1e-14, v);
    // Moore and Penrose.
    expect_close("A*pinv(A)*A", "A", 1e-13, v);
    expect_close("pinv(A)*A*pinv(A)", "pinv(A)", 1e-13, v);
    expect_close("(A*pinv(A))'", "A*pinv(A)", 1e-13, v);
  }
}

TEST(Decompositions, KnownOnes) {
  expect_close("svd([3 0; 0 -4])", "[4; 3]");
  expect_close("eig([2 1; 1 2])", "[1; 3]");  // symmetric: in order, real
  expect_close("nthargout(2, 'eig', [2 1; 1 2])", "diag([1 3])");
  expect_close("eig([2 1i; -1i 2])", "[1; 3]");
  expect_close("chol([4 2; 2 5])", "[2 1; 0 2]");
  expect_close("chol([2 1i; -1i 2])'*chol([2 1i; -1i 2])", "[2 1i; -1i 2]");
  expect_same("rank([1 2; 2 4])", "1");
  expect_same("rank(eye(3), 2)", "0");
  expect_close("abs(null([1 1]))", "[1; 1]/sqrt(2)");
  expect_same("size(null(eye(2)))", "[2 0]");
  expect_close("abs(orth([1 1; 1 1]))", "[1; 1]/sqrt(2)");
  expect_close("pinv([1 2; 2 4])", "[1 2; 2 4]/25");
  expect_same("size(pinv(zeros(0, 3)))", "[3 0]");
  expect_close("norm([1 2; 3 4]) - max(svd([1 2; 3 4]))", "0", 1e-14);
  const auto qr = results_of("qr([3; 4])", 2);
  EXPECT_EQ(qr[0].cols(), 2);
}

TEST(Decompositions, ErrorsSayWhatIsWrong) {
  expect_message("chol([1 2; 2 1])",
                 "A is not positive definite: its leading minor of order 2 is not positive");
  expect_message("chol([1 2; 0 1])", "A is not symmetric: elements (2, 1) and (1, 2) differ");
  expect_message("chol([1 2 3])", "A must be square, but is [1x3]");
  expect_message("svd([nan 1])", "A has elements that are inf or nan");
  expect_message("svd(1, 'thin')", "'econ' or 0");
  expect_message("pinv(1, -1)", "the tolerance must be a number of at least 0");
  expect_message("nthargout(2, 'det', 1)", "det gives 1 result, not 2");
  expect_message("nthargout(4, 'svd', 1)", "svd gives at most 3 results, not 4");
  expect_message("nthargout(1, 'nothing', 1)", "there is no function 'nothing'");
  expect_message("nthargout(3, 2, 'qr', 1)", "there is no result 3 of 2");
}

}  // namespace sim::expr
