// Functions of matrices and decompositions, against references and their defining equations.
#include <numbers>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static const char* const example = "[1 2 0; 0.5 3 0.2; 0 1 4]";

// In 60 digits by mpmath; scipy.linalg to 8e-15.
TEST(MatrixFunctions, References) {
  const std::string a = example;
  expect_close("expm(" + a + ")",
               "[6.094629411462204 21.490847261717638 3.7341252067548246;"
               "5.3727118154294096 29.452539276557255 7.7502725363040007;"
               "4.6676565084435307 38.751362681520004 58.868588941190197]");
  expect_close("logm(" + a + ")",
               "[-0.28090307574416621 1.2592784425747993 -0.041893857584825572;"
               "0.31481961064369981 0.95742843803822025 0.063087057880241567;"
               "-0.052367321981031965 0.31543528940120784 1.377598371401492]");
  expect_close("sqrtm(" + a + ")",
               "[0.92307342686978562 0.76856338920972886 -0.014505938052652675;"
               "0.19214084730243221 1.6843838470531881 0.055097431841993874;"
               "-0.018132422565815843 0.27548715920996937 1.9961358513947892]");
  expect_close("expm([0 -20 0; 20 0 1; 0 0 -3])",
               "[0.40808206181339199 -0.91294525072762765 0.010824117644810948;"
               "0.91294525072762765 0.40808206181339199 0.047270880183103025; 0 0 0.049787068367863943]");
  expect_close("expm([2 1 0; 0 2 1; 0 0 2])", "exp(2)*[1 1 0.5; 0 1 1; 0 0 1]");
}

TEST(MatrixFunctions, Inverses) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const int n = 1 + static_cast<int>(seed % 6);
    const ValueScope::Variables v{{"A", random_matrix(n, n, seed)}};
    expect_close("expm(logm(A*A' + A + 3*eye(rows(A))))", "A*A' + A + 3*eye(rows(A))", 1e-12, v);
    expect_close("logm(expm(A))", "A", 1e-12, v);
    expect_close("sqrtm(A*A + 4*eye(rows(A)))^2", "A*A + 4*eye(rows(A))", 1e-12, v);
    expect_close("expm(A + 1i*A')*expm(-A - 1i*A')", "eye(rows(A))", 1e-12, v);
    EXPECT_FALSE(value_of("logm(expm(A))", v).is_complex());
  }
  // Negative eigenvalues: complex, principal.
  expect_close("logm(-1)", "pi*i");
  expect_close("logm([-1 0; 0 2])", "[pi*i 0; 0 log(2)]");
  expect_close("sqrtm([-4 0; 0 9])", "[2i 0; 0 3]");
  expect_close("logm([0 -1; 1 0])", "pi/2*[0 -1; 1 0]");
  // Singular, but with a root.
  expect_close("sqrtm([1 1; 1 1])", "[1 1; 1 1]/sqrt(2)");
  expect_close("sqrtm([0 0; 0 4])", "[0 0; 0 2]");
  expect_same("expm(zeros(2))", "eye(2)");
}

TEST(MatrixFunctions, ErrorsSayWhatIsWrong) {
  expect_message("expm([1 2 3])", "expm: A must be square, but is [1x3]");
  expect_message("logm([1 2; 2 4])", "a singular matrix has no logarithm");
  expect_message("sqrtm([0 1; 0 0])", "singular and has no square root");
  expect_message("expm([nan 1; 1 1])", "A has elements that are inf or nan");
  expect_message("expm(1000*eye(2))", "beyond the largest number");
  expect_message("logm('x')", "string");
}

}  // namespace sim::expr
