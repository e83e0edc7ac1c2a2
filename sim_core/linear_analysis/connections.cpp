#include "sim_core/linear_analysis/connections.h"

#include <Eigen/Dense>
#include <array>
#include <cmath>

#include "sim_core/linear_analysis/dense_matrix.h"

namespace sim {

namespace {

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

LinearModel side_by_side(const LinearModel& a, const LinearModel& b) {
  LinearModel out = a;
  append(out.states, b.states), append(out.inputs, b.inputs), append(out.outputs, b.outputs);
  append(out.state_units, b.state_units), append(out.input_units, b.input_units);
  append(out.output_units, b.output_units);
  append(out.x, b.x), append(out.u, b.u), append(out.y, b.y), append(out.dx, b.dx);
  append(out.delays, b.delays), append(out.pade_orders, b.pade_orders);
  append(out.delay_names, b.delay_names);
  append(out.cuts, b.cuts), append(out.notes, b.notes);
  LinearMatrix whole = zero_matrix(a.pattern.rows + b.pattern.rows, a.pattern.cols + b.pattern.cols);
  // Where a row or column of one of the two stands: states, then ports, then delays of both.
  const auto place = [&](bool second, int at, int ports_a, int ports_b) {
    const std::array own{second ? b.state_count() : a.state_count(), second ? ports_b : ports_a};
    const std::array both{a.state_count() + b.state_count(), ports_a + ports_b};
    if (at < own[0]) return at + (second ? a.state_count() : 0);
    if (at < own[0] + own[1]) return both[0] + at - own[0] + (second ? ports_a : 0);
    return both[0] + both[1] + at - own[0] - own[1] + (second ? a.delay_count() : 0);
  };
  for (const bool second : {false, true}) {
    const LinearMatrix part = whole_matrix(second ? b : a);
    for (int j = 0; j < part.columns; ++j)
      for (int i = 0; i < part.rows; ++i)
        whole(place(second, i, a.output_count(), b.output_count()),
              place(second, j, a.input_count(), b.input_count())) = part(i, j);
  }
  set_matrix(out, whole);
  return out;
}

std::optional<LinearModel> with_feedback(const LinearModel& model, const LinearMatrix& gains) {
  const int n = model.state_count(), m = model.input_count(), p = model.output_count();
  if (m == 0 || p == 0) return model;
  const auto whole = to_dense<Eigen::MatrixXd>(whole_matrix(model));
  const auto feedback = to_dense<Eigen::MatrixXd>(gains);
  const Eigen::MatrixXd outputs = whole.middleRows(n, p);
  // y = Y [x; u; v] with u = F y + r.
  // A large gain beside 1 is no lost rank: only a pivot of 0 is.
  Eigen::FullPivLU<Eigen::MatrixXd> loop;
  loop.setThreshold(0);
  loop.compute(Eigen::MatrixXd::Identity(p, p) - outputs.middleCols(n, m) * feedback);
  if (!loop.isInvertible()) return std::nullopt;
  const Eigen::MatrixXd closed = whole + whole.middleCols(n, m) * feedback * loop.solve(outputs);
  LinearModel out = model;
  set_matrix(out, from_dense(closed));
  return out;
}

LinearModel chosen_ports(const LinearModel& model, const std::vector<int>& outputs,
                         const std::vector<int>& inputs) {
  const int n = model.state_count(), m = model.input_count(), p = model.output_count();
  const LinearMatrix whole = whole_matrix(model);
  std::vector<int> rows, columns;
  std::vector<double> signs;
  for (int k = 0; k < n; ++k) rows.push_back(k), columns.push_back(k);
  signs.assign(rows.size(), 1.0);
  LinearModel out = model;
  out.outputs.clear(), out.output_units.clear(), out.y.clear();
  for (const int chosen : outputs) {
    const int k = chosen < 0 ? -1 - chosen : chosen;
    const auto at = static_cast<std::size_t>(k);
    rows.push_back(n + k), signs.push_back(chosen < 0 ? -1.0 : 1.0);
    out.outputs.push_back(model.outputs[at]), out.output_units.push_back(model.output_units[at]);
    if (at < model.y.size()) out.y.push_back(model.y[at]);
  }
  out.inputs.clear(), out.input_units.clear(), out.u.clear();
  for (const int k : inputs) {
    const auto at = static_cast<std::size_t>(k);
    columns.push_back(n + k);
    out.inputs.push_back(model.inputs[at]), out.input_units.push_back(model.input_units[at]);
    if (at < model.u.size()) out.u.push_back(model.u[at]);
  }
  for (int k = n + p; k < whole.rows; ++k) rows.push_back(k), signs.push_back(1.0);
  for (int k = n + m; k < whole.columns; ++k) columns.push_back(k);
  LinearMatrix part = zero_matrix(static_cast<int>(rows.size()), static_cast<int>(columns.size()));
  for (int j = 0; j < part.columns; ++j)
    for (int i = 0; i < part.rows; ++i)
      part(i, j) = signs[static_cast<std::size_t>(i)] *
                   whole(rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]);
  set_matrix(out, part);
  return out;
}

}  // namespace sim
