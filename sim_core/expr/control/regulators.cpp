// Regulators and filters of least cost: lqr, dlqr, kalman and the Riccati equations care, dare, are.
#include <Eigen/Dense>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/base/work.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/riccati.h"
#include "sim_core/expr/control/schur.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Index = Eigen::Index;

namespace {

void require_shape(const RealMatrix& m, Index rows, Index cols, const std::string& name,
                   const std::string& why) {
  if (m.rows() == rows && m.cols() == cols) return;
  const auto shape = [](Index r, Index c) { return std::to_string(r) + "x" + std::to_string(c); };
  fail(name + " is " + shape(m.rows(), m.cols()) + ", but must be " + shape(rows, cols) + ": " + why);
}

void require_symmetric(const RealMatrix& m, const std::string& name) {
  const RealMatrix difference = m - m.transpose();
  Index i = 0, j = 0;
  if (m.size() == 0 || difference.cwiseAbs().maxCoeff(&i, &j) <= 1e-10 * m.cwiseAbs().maxCoeff()) return;
  fail(name + " is not symmetric: element (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
           ") is " + short_text(m(i, j)) + ", element (" + std::to_string(j + 1) + ", " +
           std::to_string(i + 1) + ") is " + short_text(m(j, i)),
       "write (" + name + " + " + name + "')/2 if the difference is rounding");
}

void require_positive_definite(const RealMatrix& m, const std::string& name) {
  require_symmetric(m, name);
  if (Eigen::LLT<RealMatrix>(m).info() == Eigen::Success) return;
  Index k = 1;
  while (Eigen::LLT<RealMatrix>(m.topLeftCorner(k, k)).info() == Eigen::Success && k < m.rows()) {
    check_stop();
    ++k;
  }
  fail(name + " is not positive definite: its leading minor of order " + std::to_string(k) +
           " is not positive",
       "every input or measurement needs a positive entry in " + name);
}

void require_semidefinite(const RealMatrix& m, const std::string& name, const std::string& shown) {
  require_symmetric(m, name);
  if (m.size() == 0) return;
  const Eigen::SelfAdjointEigenSolver<RealMatrix> solver(m, Eigen::EigenvaluesOnly);
  const double least = solver.eigenvalues().minCoeff();
  if (least < -1e-10 * std::max(solver.eigenvalues().maxCoeff(), -least * 1e-5))
    fail(shown + " is not positive semidefinite: it has the eigenvalue " + short_text(least),
         "a cost must not become negative: write it as C'*C, or with a diagonal of numbers that are at least "
         "0");
}

// What A, B, Q, R and N are: n states, m inputs.
struct Problem {
  RealMatrix a, b, q, r, n;
  TimeDomain domain;

  // Without the cross term: x'(Q - N R^-1 N')x + v'Rv with v = u + R^-1 N'x.
  RealMatrix solution(const RiccatiWords& words) const {
    const auto factor = r.llt();
    const RealMatrix g = b * factor.solve(b.transpose());
    const RealMatrix ac = n.size() == 0 ? a : RealMatrix(a - b * factor.solve(n.transpose()));
    const RealMatrix qc = n.size() == 0 ? q : RealMatrix(q - n * factor.solve(n.transpose()));
    return stabilizing_solution(domain, ac, (g + g.transpose()) / 2, (qc + qc.transpose()) / 2, words);
  }
  RealMatrix gain(const RealMatrix& x) const {
    if (domain == TimeDomain::Continuous) {
      RealMatrix right = b.transpose() * x;
      if (n.size() > 0) right += n.transpose();
      return r.llt().solve(right);
    }
    const RealMatrix weight = r + b.transpose() * x * b;
    RealMatrix right = b.transpose() * x * a;
    if (n.size() > 0) right += n.transpose();
    return weight.ldlt().solve(right);
  }
};

struct Solved {
  RealMatrix x, k;
};

Solved solved(Problem problem, const RiccatiWords& words) {
  const double work = 250 * std::pow(static_cast<double>(problem.a.rows()), 3);
  check_work(work);
  return leave_on_stop(work, [problem = std::move(problem), words] {
    Solved out;
    out.x = problem.solution(words);
    out.k = problem.gain(out.x);
    return out;
  });
}

// Arguments (A, B, Q, R, N) with their shapes checked; R and N may be left out, N may be [].
Problem problem_of(Arguments arguments, TimeDomain domain) {
  require_square(arguments[0], "A");
  Problem p{real_matrix(arguments[0], "A"),
            real_matrix(arguments[1], "B"),
            real_matrix(arguments[2], "Q"),
            {},
            {},
            domain};
  const Index states = p.a.rows(), inputs = p.b.cols();
  check_work(250 * std::pow(static_cast<double>(states + inputs), 3));
  p.r = arguments.size() > 3 ? real_matrix(arguments[3], "R") : RealMatrix::Identity(inputs, inputs);
  if (arguments.size() > 4) p.n = real_matrix(arguments[4], "N");
  const std::string of_a = "A has " + std::to_string(states) + (states == 1 ? " state" : " states");
  const std::string of_b = "B has " + std::to_string(inputs) + (inputs == 1 ? " input" : " inputs");
  require_shape(p.b, states, inputs, "B", of_a);
  require_shape(p.q, states, states, "Q", of_a);
  require_shape(p.r, inputs, inputs, "R", of_b);
  if (p.n.size() > 0) require_shape(p.n, states, inputs, "N", of_a + ", " + of_b);
  if (states == 0 || inputs == 0)
    fail(states == 0 ? "A is empty: there is no state to regulate" : "B has no columns: there is no input");
  require_positive_definite(p.r, "R");
  require_symmetric(p.q, "Q");
  return p;
}

void require_cost(const Problem& p, const std::string& q, const std::string& with_cross) {
  require_semidefinite(p.q, "Q", q);
  if (p.n.size() == 0) return;
  const RealMatrix rest = p.q - p.n * p.r.llt().solve(p.n.transpose());
  require_semidefinite((rest + rest.transpose()) / 2, "Q - N/R*N'", with_cross);
}

Values regulator(Arguments arguments, TimeDomain domain) {
  const Problem p = problem_of(arguments, domain);
  require_cost(p, "Q", "the cost [Q N; N' R]");
  const Solved s = solved(p, {});
  return {from(s.k), from(s.x), sorted_eigenvalues(p.a - p.b * s.k)};
}

// X, the eigenvalues of the closed loop, the gain; Q may be indefinite.
Values riccati(Arguments arguments, TimeDomain domain) {
  const Problem p = problem_of(arguments, domain);
  const Solved s = solved(p, {});
  return {from(s.x), sorted_eigenvalues(p.a - p.b * s.k), from(s.k)};
}

}  // namespace

Values linear_regulator(Arguments arguments, int) { return regulator(arguments, TimeDomain::Continuous); }
Values discrete_regulator(Arguments arguments, int) { return regulator(arguments, TimeDomain::Discrete); }
Values continuous_riccati(Arguments arguments, int) { return riccati(arguments, TimeDomain::Continuous); }
Values discrete_riccati(Arguments arguments, int) { return riccati(arguments, TimeDomain::Discrete); }

// (A, G, Q) of A'X + XA - XGX + Q = 0.
Value quadratic_riccati(Arguments arguments) {
  for (int k = 0; k < 3; ++k)
    require_square(arguments[static_cast<std::size_t>(k)], std::string(1, "AGQ"[k]));
  const RealMatrix a = real_matrix(arguments[0], "A"), g = real_matrix(arguments[1], "G"),
                   q = real_matrix(arguments[2], "Q");
  const std::string of_a = "A has " + std::to_string(a.rows()) + " rows";
  require_shape(g, a.rows(), a.rows(), "G", of_a);
  require_shape(q, a.rows(), a.rows(), "Q", of_a);
  require_symmetric(g, "G");
  require_symmetric(q, "Q");
  const double work = 250 * std::pow(static_cast<double>(a.rows()), 3);
  check_work(work);
  return from(
      leave_on_stop(work, [a, g, q] { return stabilizing_solution(TimeDomain::Continuous, a, g, q); }));
}

// The dual problem: A', C' for A, B.
Values kalman_filter(Arguments arguments, int results) {
  std::vector<Value> given(arguments.begin(), arguments.end());
  TimeDomain domain = TimeDomain::Continuous;
  if (given.back().is_string()) {
    const std::string& kind = given.back().text();
    if (kind != "discrete" && kind != "continuous")
      fail("the last argument is '" + kind + "'", "write 'discrete', or leave it out for a continuous plant");
    if (kind == "discrete") domain = TimeDomain::Discrete;
    given.pop_back();
  }
  if (given.size() < 5) fail("A, G, C, Q and R are needed", "write kalman(A, G, C, Q, R)");
  require_square(given[0], "A");
  const RealMatrix a = real_matrix(given[0], "A"), g = real_matrix(given[1], "G"),
                   c = real_matrix(given[2], "C"), q = real_matrix(given[3], "Q");
  check_work(250 * std::pow(static_cast<double>(a.rows() + g.cols() + c.rows()), 3));
  const std::string of_a = "A has " + std::to_string(a.rows()) + " states";
  const std::string of_g = "G has " + std::to_string(g.cols()) + " columns";
  const std::string of_c = "C has " + std::to_string(c.rows()) + " rows";
  require_shape(g, a.rows(), g.cols(), "G", of_a);
  require_shape(c, c.rows(), a.rows(), "C", of_a);
  require_shape(q, g.cols(), g.cols(), "Q", of_g);
  if (a.rows() == 0 || c.rows() == 0)
    fail(a.rows() == 0 ? "A is empty: there is no state to estimate"
                       : "C has no rows: there is no measurement");
  require_semidefinite(q, "Q", "Q");
  Problem p{a.transpose(), c.transpose(), g * q * g.transpose(), real_matrix(given[4], "R"), {}, domain};
  p.q = ((p.q + p.q.transpose()) / 2).eval();
  require_shape(p.r, c.rows(), c.rows(), "R", of_c);
  require_positive_definite(p.r, "R");
  if (given.size() > 5 && !given[5].is_empty()) {
    const RealMatrix n = real_matrix(given[5], "N");
    require_shape(n, g.cols(), c.rows(), "N", of_g + ", " + of_c);
    p.n = g * n;
    const RealMatrix rest = q - n * p.r.llt().solve(n.transpose());
    require_semidefinite((rest + rest.transpose()) / 2, "Q - N/R*N'", "the covariance [Q N; N' R]");
  }
  const RiccatiWords words{"not observable from C", "measure something of that mode, or leave it out",
                           "not excited by the noise",
                           "let the process noise act on the states of that mode"};
  if (domain == TimeDomain::Continuous && results > 2)
    fail("a continuous filter has 2 results, L and P", "write [L, P] = kalman(A, G, C, Q, R)");
  const Solved s = solved(p, words);
  const RealMatrix l = s.k.transpose();
  if (domain == TimeDomain::Continuous) return {from(l), from(s.x)};
  const RealMatrix innovation = p.r + c * s.x * c.transpose();
  const RealMatrix m = innovation.ldlt().solve(c * s.x).transpose();
  const RealMatrix z = s.x - m * c * s.x;
  return {from(l), from(s.x), from(m), from(RealMatrix((z + z.transpose()) / 2))};
}

}  // namespace sim::expr
