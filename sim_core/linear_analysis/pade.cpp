#include "sim_core/linear_analysis/pade.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/linear_analysis/dense_matrix.h"

namespace sim {

namespace {

using Eigen::MatrixXd;

struct Realization {
  MatrixXd a;
  Eigen::VectorXd b;
  Eigen::RowVectorXd c;
  double d = 1;
};

// Controllable canonical form in s T alpha, where alpha makes the constant coefficient 1.
Realization realize(double delay, int n) {
  Realization r;
  r.a = MatrixXd::Zero(n, n);
  r.b = Eigen::VectorXd::Zero(n);
  r.c = Eigen::RowVectorXd::Zero(n);
  if (n == 0 || delay == 0) return r;
  std::vector<double> c{1};
  for (int k = 1; k <= n; ++k)
    c.push_back(c.back() * (n - k + 1) / (static_cast<double>(k) * (2 * n - k + 1)));
  const double alpha = std::pow(1 / c.back(), 1.0 / n);  // of the monic polynomial in s T: a_0 = alpha^n
  for (int k = 0; k + 1 < n; ++k) r.a(k, k + 1) = 1;
  r.b(n - 1) = 1;
  r.d = n % 2 == 0 ? 1 : -1;
  for (int k = 0; k < n; ++k) {
    const double coefficient = c[static_cast<std::size_t>(k)] / c.back() / std::pow(alpha, n - k);
    r.a(n - 1, k) = -coefficient;
    r.c(k) = ((k % 2 == 0 ? 1 : -1) - r.d) * coefficient;
  }
  r.a *= alpha / delay;
  r.b *= alpha / delay;
  return r;
}

}  // namespace

LinearModel with_pade(const LinearModel& model, int order) {
  std::vector<int> replaced, kept, orders;
  for (int k = 0; k < model.delay_count(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const int own = at < model.pade_orders.size() ? model.pade_orders[at] : 0;
    const int n = model.delays[at] == 0 ? 0 : order > 0 ? std::min(order, most_pade_order) : own;
    if (n == 0 && model.delays[at] != 0) {
      kept.push_back(k);
      continue;
    }
    replaced.push_back(k);
    orders.push_back(n);
  }
  if (replaced.empty()) return model;

  const int n = model.state_count(), m = model.input_count(), p = model.output_count();
  const auto s = static_cast<int>(replaced.size()), o = static_cast<int>(kept.size());
  int extra = 0;
  for (int k : orders) extra += k;
  MatrixXd ad = MatrixXd::Zero(extra, extra), bd = MatrixXd::Zero(extra, s), cd = MatrixXd::Zero(s, extra),
           dd = MatrixXd::Zero(s, s);
  LinearModel out = model;
  for (int k = 0, at = 0; k < s; ++k) {
    const auto channel = static_cast<std::size_t>(replaced[static_cast<std::size_t>(k)]);
    const int size = orders[static_cast<std::size_t>(k)];
    const Realization r = realize(model.delays[channel], size);
    ad.block(at, at, size, size) = r.a;
    bd.block(at, k, size, 1) = r.b;
    cd.block(k, at, 1, size) = r.c;
    dd(k, k) = r.d;
    for (int i = 0; i < size; ++i) {
      const std::string name = channel < model.delay_names.size() ? model.delay_names[channel] : "delay";
      out.states.push_back(name + ".pade[" + std::to_string(i + 1) + "]");
      out.state_units.emplace_back();
      out.x.push_back(0);
      out.dx.push_back(0);
    }
    at += size;
  }
  // Columns x, u and the delays that stay; rows dx, y and what goes into those.
  const MatrixXd whole = to_dense<Eigen::MatrixXd>(whole_matrix(model));
  std::vector<int> columns, rows;
  for (int k = 0; k < n + m; ++k) columns.push_back(k);
  for (int k = 0; k < n + p; ++k) rows.push_back(k);
  for (int k : kept) columns.push_back(n + m + k), rows.push_back(n + p + k);
  std::vector<int> v, w;
  for (int k : replaced) v.push_back(n + m + k), w.push_back(n + p + k);
  const MatrixXd direct = whole(rows, columns), from_v = whole(rows, v), into_w = whole(w, columns),
                 loop = whole(w, v);
  // w = into_w z + loop (cd q + dd w)
  const Eigen::FullPivLU<MatrixXd> solved(MatrixXd::Identity(s, s) - loop * dd);
  if (!solved.isInvertible()) {
    LinearModel same = model;
    same.notes.push_back(
        warning({}, "delays are not replaced: a loop through their approximation has no solution",
                "choose another order"));
    return same;
  }
  const MatrixXd w_of_z = solved.solve(into_w), w_of_q = solved.solve(loop * cd);
  const auto count_r = static_cast<int>(rows.size()), count_c = static_cast<int>(columns.size());
  MatrixXd all = MatrixXd::Zero(count_r + extra, count_c + extra);
  const MatrixXd by_z = direct + from_v * dd * w_of_z, by_q = from_v * (cd + dd * w_of_q);
  // The new states stand behind the old ones.
  all.block(0, 0, n, n) = by_z.topLeftCorner(n, n);
  all.block(0, n, n, extra) = by_q.topRows(n);
  all.block(0, n + extra, n, m + o) = by_z.block(0, n, n, m + o);
  all.block(n, 0, extra, n) = (bd * w_of_z).leftCols(n);
  all.block(n, n, extra, extra) = ad + bd * w_of_q;
  all.block(n, n + extra, extra, m + o) = (bd * w_of_z).rightCols(m + o);
  all.block(n + extra, 0, p + o, n) = by_z.block(n, 0, p + o, n);
  all.block(n + extra, n, p + o, extra) = by_q.bottomRows(p + o);
  all.block(n + extra, n + extra, p + o, m + o) = by_z.block(n, n, p + o, m + o);
  out.delays.clear(), out.pade_orders.clear(), out.delay_names.clear();
  for (int k : kept) {
    const auto at = static_cast<std::size_t>(k);
    out.delays.push_back(model.delays[at]);
    out.pade_orders.push_back(at < model.pade_orders.size() ? model.pade_orders[at] : 0);
    out.delay_names.push_back(at < model.delay_names.size() ? model.delay_names[at] : std::string());
  }
  set_matrix(out, from_dense(all));
  return out;
}

}  // namespace sim
