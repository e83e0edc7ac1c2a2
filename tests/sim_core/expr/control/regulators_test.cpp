// Riccati equations and what is made of them, against references and their own residuals.
#include <cmath>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

// University of Michigan, Control Tutorials, inverted pendulum, rounded plant; by the Hamiltonian's subspace
// in 40 digits, and by SLICOT's SB02OD to 8e-12.
TEST(Regulators, PendulumOnACart) {
  const auto found = results_of(
      "lqr([0 1 0 0; 0 -0.1818 2.6727 0; 0 0 0 1; 0 -0.4545 31.1818 0], [0; 1.8182; 0; 4.5455], "
      "diag([5000 0 100 0]), 1)",
      3);
  expect_close(found[0], "[-70.710678118654752 -37.834367070028104 105.52951377620693 20.923774082553862]",
               1e-12);
  expect_close(found[1],
               "[2668.2234617096039 711.93664526168672 -1479.5342541789168 -300.33085172884249;"
               "711.93664526168672 228.87864563891662 -489.2147501517988 -99.874935776197624;"
               "-1479.5342541789168 -489.2147501517988 1085.7637660341455 218.90216092887636;"
               "-300.33085172884249 -99.874935776197624 218.90216092887636 44.553158576798236]",
               1e-12);
  expect_close(found[2],
               "[-8.4910190093098946-7.9283231971533804i; -8.4910190093098946+7.9283231971533804i;"
               "-4.7591654334518464-0.83091822756784278i; -4.7591654334518464+0.83091822756784278i]",
               1e-11);
  // As a value, the gain.
  expect_same("size(lqr([0 1; 0 0], [0; 1], eye(2), 1))", "[1 2]");
}

// Closed form: X = [sqrt(5.8) + ...] of the double integrator with a cross term.
TEST(Regulators, CrossTerm) {
  const auto found = results_of("lqr([0 1; 0 0], [0; 1], [2 0.5; 0.5 3], 2, [0.3; -0.2])", 3);
  expect_close(found[0], "[1 1.7888543819998318]");
  expect_close(found[1], "[3.0777087639996635 1.7; 1.7 3.7777087639996635]");
  expect_close(found[2],
               "[-0.89442719099991588-0.44721359549995794i; -0.89442719099991588+0.44721359549995794i]");
}

TEST(Regulators, Discrete) {
  const auto found = results_of(
      "dlqr([1 0.1 0.005; 0 0.95 0.1; 0.02 0 0.8], [0.005 0; 0.1 0.02; 0 0.3], diag([10 1 0.5]), "
      "[1 0.1; 0.1 0.4])",
      3);
  expect_close(found[0],
               "[2.0967019035416317 1.3493952201603909 0.20474598656148511;"
               "2.1692638930227928 1.7576426657491765 0.89836366346191641]");
  expect_close(found[1],
               "[84.121436225333465 25.868433644211534 4.1502299199883188;"
               "25.868433644211534 16.845152104756095 3.0152818108813242;"
               "4.1502299199883188 3.0152818108813242 1.6613347650918459]");
  expect_close(found[2],
               "[0.65363254660377468; 0.82314123475445981-0.12383475688516603i;"
               "0.82314123475445981+0.12383475688516603i]");
}

TEST(Regulators, KalmanFilters) {
  const auto found = results_of("kalman([0 1; -4 -0.4], [0; 1], [1 0], 0.5, 0.01)", 2);
  expect_close(found[0], "[2.4996683964329302; 3.1241710460627883]");
  expect_close(found[1],
               "[0.024996683964329302 0.031241710460627883; 0.031241710460627883 0.19057733633050796]");
  const auto sampled = results_of(
      "kalman([0.98 0.097; -0.39 0.94], eye(2), [1 0], [1e-4 2e-4; 2e-4 5e-3], 0.01, [], 'discrete')", 4);
  expect_close(sampled[0], "[0.25649856707582882; 0.16592822158121183]");
  expect_close(sampled[1],
               "[0.003065512164676364 0.0035781775976130003; 0.0035781775976130003 0.021331809467277572]");
  expect_close(sampled[2], "[0.23462625314943385; 0.27386431947818194]");
  expect_close(sampled[3],
               "[0.0023462625314943385 0.0027386431947818194; 0.0027386431947818194 0.020351874294535212]");
}

// Scalars: 2 a x - x^2 b^2/r + q = 0, and x = a^2 x r/(r + x) + q.
TEST(Regulators, ClosedForms) {
  expect_near("lqr(3, 2, 0, 1)", 3);  // the unstable pole is mirrored: a - 2k = -3
  expect_near("care(1, 1, 3, 1)", 3);
  expect_near("are(1, 1, 3)", 3);
  expect_near("dare(1, 1, 1, 1)", (1 + std::sqrt(5.0)) / 2);
  expect_near("dlqr(0, 1, 1, 1)", 0);
  // A singular A with a delay: the pencil has eigenvalues at 0 and infinity.
  expect_close("nthargout(2, 'dlqr', [0 1; 0 0], [0; 1], eye(2), 1)", "[1 0; 0 2]");
  // A stable mode that no input reaches stays where it is.
  const auto found = results_of("lqr([-1 0; 0 1], [0; 1], eye(2), 1)", 3);
  expect_close(found[2], "[-sqrt(2); -1]");
  // Nothing to pay for: an unstable system is mirrored, a stable one left alone.
  expect_close("lqr([0 1; -2 -3], [0; 1], zeros(2), 1)", "[0 0]");
  // Q of a game, indefinite, has a solution too.
  expect_near("care(-2, 1, -3, 1)", -1);
}

TEST(Regulators, ResidualsOfRandomSystems) {
  for (unsigned seed = 1; seed <= 7; ++seed) {
    const int n = 1 + static_cast<int>(seed), m = 1 + static_cast<int>(seed % 3);
    const ValueScope::Variables v{{"A", random_matrix(n, n, seed)},
                                  {"B", random_matrix(n, m, seed + 100)},
                                  {"C", random_matrix(n, n, seed + 200)},
                                  {"F", random_matrix(m, m, seed + 300)},
                                  {"N", random_matrix(n, m, seed + 400)},
                                  {"g", Value::scalar(std::pow(10.0, static_cast<int>(seed) - 6))}};
    for (const char* continuous : {"care(3*A, B, g*C*C', F*F' + eye(rows(F)))"}) {
      ValueScope::Variables with = v;
      with["X"] = value_of(continuous, v);
      const std::string r = "(F*F' + eye(rows(F)))";
      const Value residual = value_of(
          "norm(3*A'*X + 3*X*A - X*B/" + r + "*B'*X + g*C*C') / (norm(3*A'*X) + norm(g*C*C'))", with);
      EXPECT_LT(residual[0], 1e-13) << seed;
      EXPECT_LT(value_of("max(real(eig(3*A - B/" + r + "*B'*X)))", with)[0], 0) << seed;
      expect_close("care(3*A, B, g*C*C', F*F' + eye(rows(F)))", "are(3*A, B/" + r + "*B', g*C*C')", 1e-11, v);
    }
    ValueScope::Variables with = v;
    const std::string r = "(F*F' + eye(rows(F)))";
    const auto x = results_of("dare(1.5*A, B, g*C*C' + N*N', " + r + ", 0.1*N)", 3, v);
    with["X"] = x[0];
    with["K"] = x[2];
    const Value residual = value_of(
        "norm(2.25*A'*X*A - X - (1.5*A'*X*B + 0.1*N)*K + g*C*C' + N*N') / (norm(X) + norm(g*C*C'))", with);
    EXPECT_LT(residual[0], 1e-12) << seed;
    EXPECT_LT(value_of("max(abs(eig(1.5*A - B*K)))", with)[0], 1) << seed;
  }
}

// Laub (1979), example 4: a string of high-speed vehicles, here 10 of them (19 states).
TEST(Regulators, StringOfVehicles) {
  const int cars = 10, n = 2 * cars - 1;
  std::vector<double> a(static_cast<std::size_t>(n * n)), b(static_cast<std::size_t>(n * cars)), q(a.size());
  const auto at = [&](int i, int j) { return static_cast<std::size_t>(i + j * n); };
  for (int k = 0; k < cars; ++k) {
    a[at(2 * k, 2 * k)] = -1, b[at(2 * k, k)] = 1;
    if (k + 1 < cars)
      a[at(2 * k + 1, 2 * k)] = 1, a[at(2 * k + 1, 2 * k + 2)] = -1, q[at(2 * k + 1, 2 * k + 1)] = 10;
  }
  const ValueScope::Variables v{
      {"A", Value::matrix({n, n}, a)}, {"B", Value::matrix({n, cars}, b)}, {"Q", Value::matrix({n, n}, q)}};
  ValueScope::Variables with = v;
  with["X"] = value_of("care(A, B, Q)", v);
  EXPECT_LT(value_of("norm(A'*X + X*A - X*B*B'*X + Q) / norm(X)", with)[0], 1e-13);
  EXPECT_LT(value_of("max(real(eig(A - B*B'*X)))", with)[0], -0.1);
}

TEST(Regulators, ErrorsSayWhatIsWrong) {
  expect_message("lqr([1 2 3], 1, 1, 1)", "lqr: A must be square, but is [1x3]");
  expect_message("lqr([0 1; 0 0], [1; 1; 1], eye(2), 1)", "B is 3x1, but must be 2x1: A has 2 states");
  expect_message("lqr([0 1; 0 0], [0; 1], eye(3), 1)", "Q is 3x3, but must be 2x2: A has 2 states");
  expect_message("lqr([0 1; 0 0], [0; 1], eye(2), eye(2))", "R is 2x2, but must be 1x1: B has 1 input");
  expect_message("lqr([0 1; 0 0], [0; 1], eye(2), 1, [1 2])", "N is 1x2, but must be 2x1");
  expect_message("lqr([0 1; 0 0], [0; 1], [1 0; 0 -0.3], 1)",
                 "Q is not positive semidefinite: it has the eigenvalue -0.3");
  expect_message("lqr([0 1; 0 0], [0; 1], [1 2; 0 1], 1)",
                 "Q is not symmetric: element (2, 1) is 0, element (1, 2) is 2");
  expect_message("lqr(eye(2), eye(2), eye(2), [1 2; 2 1])",
                 "R is not positive definite: its leading minor of order 2 is not positive");
  expect_message("lqr([], [], [], [])", "lqr: A is empty: there is no state to regulate");
  expect_message("dlqr(1, zeros(1, 0), 1, [])", "dlqr: B has no columns: there is no input");
  expect_message("kalman(1, 1, zeros(0, 1), 1, [])", "kalman: C has no rows: there is no measurement");
  expect_message("lqr(1, 1, 1, 0)", "leading minor of order 1 is not positive");
  expect_message("lqr(1, 1, 1, 1, 2)", "the cost [Q N; N' R] is not positive semidefinite");
  expect_message("lqr([2 3 0; -3 2 0; 0 0 -1], [0; 0; 1], eye(3), 1)", "the eigenvalue 2");
  expect_message("lqr([2 3 0; -3 2 0; 0 0 -1], [0; 0; 1], eye(3), 1)",
                 "3i is not controllable, and not stable");
  expect_message("lqr([1 0; 0 -1], [0; 1], eye(2), 1)",
                 "the eigenvalue 1 is not controllable, and not stable");
  expect_message("lqr([0 1; 0 0], [0; 1], diag([0 1]), 1)", "the eigenvalue 0 is not weighted by Q");
  expect_message("dlqr([1.5 0; 0 0.5], [0; 1], eye(2), 1)", "the eigenvalue 1.5 is not controllable");
  expect_message("kalman([1 0; 0 -1], eye(2), [0 1], eye(2), 1)",
                 "the eigenvalue 1 is not observable from C, and not stable");
  expect_message("kalman([0 1; 0 0], [1; 0], [1 0], 0, 1)", "is not excited by the noise");
  expect_message("kalman(1, 1, 1, 1, 1, [], 'sampled')", "the last argument is 'sampled'");
  expect_message("lqr(nan, 1, 1, 1)", "A has elements that are inf or nan");
  expect_message("lqr(1i, 1, 1, 1)", "A must be a real matrix, not complex");
  expect_message("lqr('a', 1, 1, 1)", "string");
  expect_message("lqr(1, 1)", "lqr takes 3 to 5 arguments, not 2");
}

}  // namespace sim::expr
