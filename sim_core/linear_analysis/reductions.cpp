#include "sim_core/linear_analysis/reductions.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <deque>

#include "sim_core/base/told_number.h"
#include "sim_core/linear_analysis/dense_matrix.h"

namespace sim {

namespace {

using Eigen::MatrixXd;

// The model with only these states, and otherwise as it is.
LinearModel with_states(const LinearModel& model, const std::vector<char>& kept) {
  const int n = model.state_count();
  std::vector<int> place;  // of rows and columns that stay; -1: it goes
  int next = 0;
  for (int k = 0; k < n; ++k) place.push_back(kept[static_cast<std::size_t>(k)] ? next++ : -1);
  LinearModel out = model;
  const auto keep = [&](auto& values) {
    if (values.size() != kept.size()) return;
    std::size_t to = 0;
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k]) values[to++] = values[k];
    values.resize(to);
  };
  keep(out.states), keep(out.state_units), keep(out.x), keep(out.dx);
  const auto at = [&](int k) { return k < n ? place[static_cast<std::size_t>(k)] : k - n + next; };
  std::vector<std::pair<int, int>> places;
  out.values.clear();
  std::size_t from = 0;
  for (int j = 0; j < model.pattern.cols; ++j)
    for (int i : model.pattern.column(j)) {
      const double value = model.values[from++];
      if (at(i) < 0 || at(j) < 0) continue;
      places.emplace_back(at(i), at(j));
      out.values.push_back(value);
    }
  out.pattern = make_pattern(model.pattern.rows - n + next, model.pattern.cols - n + next, places);
  return out;
}

// States that are read, directly or through others, by a row beyond the states; and where not `removable`.
std::vector<char> read_states(const SparsityPattern& pattern, const std::vector<double>& values, int n,
                              const std::vector<char>& removable) {
  std::vector<std::vector<int>> read(static_cast<std::size_t>(n));  // by row: states
  std::vector<char> kept(static_cast<std::size_t>(n), 0);
  std::deque<int> open;
  const auto keep = [&](int state) {
    if (std::exchange(kept[static_cast<std::size_t>(state)], 1) == 0) open.push_back(state);
  };
  std::size_t at = 0;
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) {
      if (values[at++] == 0 || j >= n) continue;
      if (i < n)
        read[static_cast<std::size_t>(i)].push_back(j);
      else
        keep(j);
    }
  for (int k = 0; k < n; ++k)
    if (!removable.empty() && !removable[static_cast<std::size_t>(k)]) keep(k);
  while (!open.empty()) {
    const int row = open.front();
    open.pop_front();
    for (int state : read[static_cast<std::size_t>(row)]) keep(state);
  }
  return kept;
}

std::vector<char> reached_states(const LinearModel& model) {
  const int n = model.state_count();
  std::vector<char> kept(static_cast<std::size_t>(n), 0);
  std::deque<int> open;
  const auto visit = [&](int column) {
    auto at = static_cast<std::size_t>(model.pattern.column_start[static_cast<std::size_t>(column)]);
    for (int i : model.pattern.column(column)) {
      const double value = model.values[at++];
      if (i < n && value != 0 && std::exchange(kept[static_cast<std::size_t>(i)], 1) == 0) open.push_back(i);
    }
  };
  for (int j = n; j < model.pattern.cols; ++j) visit(j);
  while (!open.empty()) {
    const int state = open.front();
    open.pop_front();
    visit(state);
  }
  return kept;
}

struct Parts {
  MatrixXd a, b, c, d;
};
Parts parts_of(const LinearModel& m) {
  return {to_dense<Eigen::MatrixXd>(a_of(m)), to_dense<Eigen::MatrixXd>(b_of(m)),
          to_dense<Eigen::MatrixXd>(c_of(m)), to_dense<Eigen::MatrixXd>(d_of(m))};
}

LinearModel with_parts(const LinearModel& model, const Parts& parts) {
  const auto n = parts.a.rows();
  MatrixXd whole(n + parts.d.rows(), n + parts.d.cols());
  whole << parts.a, parts.b, parts.c, parts.d;
  LinearModel out = model;
  // The states are others, whatever their number.
  out.states.assign(static_cast<std::size_t>(n) + 1, {});
  set_matrix(out, from_dense(whole));
  return out;
}

Diagnostic has_delays() {
  return error({}, "the model has delays", "replace them by Pade approximations first");
}

// An orthogonal basis of what B reaches through A; its first columns. The staircase: each step adds what the
// part reached last reaches.
MatrixXd reached_basis(const MatrixXd& a, const MatrixXd& b, double tolerance, Eigen::Index& order) {
  const auto n = a.rows();
  MatrixXd q = MatrixXd::Identity(n, n), at = a, bt = b;
  const double scale_a = std::max(a.cwiseAbs().maxCoeff(), 1e-300);
  const double scale_b = b.size() ? std::max(b.cwiseAbs().maxCoeff(), 1e-300) : 1;
  order = 0;
  MatrixXd block = bt;
  double scale = scale_b;
  while (order < n && block.cols() > 0) {
    const Eigen::JacobiSVD<MatrixXd> svd(block, Eigen::ComputeFullU);
    Eigen::Index rank = 0;
    for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k)
      if (svd.singularValues()(k) > tolerance * scale) ++rank;
    if (rank == 0) break;
    MatrixXd turn = MatrixXd::Identity(n, n);
    turn.bottomRightCorner(n - order, n - order) = svd.matrixU();
    q = q * turn;
    at = turn.transpose() * at * turn;
    const Eigen::Index from = order;
    order += rank;
    if (order >= n) break;
    block = at.block(order, from, n - order, rank);
    scale = scale_a;
  }
  return q;
}

std::string told_modes(const Eigen::VectorXcd& modes) {
  std::string text;
  for (const auto& mode : modes)
    text += (text.empty() ? "" : ", ") + told(mode.real()) +
            (mode.imag() == 0 ? std::string()
                              : (mode.imag() > 0 ? " + " : " - ") + told(std::abs(mode.imag())) + "i");
  return text;
}

void note_removed(LinearModel& model, const MatrixXd& a, const char* what, double sample_time) {
  if (a.rows() == 0) return;
  const Eigen::VectorXcd modes = Eigen::EigenSolver<MatrixXd>(a, false).eigenvalues();
  const bool unstable = std::any_of(modes.begin(), modes.end(), [&](auto mode) {
    return sample_time > 0 ? std::abs(mode) >= 1 : mode.real() >= 0;
  });
  model.notes.push_back(
      {unstable ? Severity::Warning : Severity::Note,
       {},
       std::string(unstable ? "a mode that is not stable is left out" : "modes are left out") + ", as " +
           what + ": " + told_modes(modes),
       unstable ? "look at the whole model too: what is left out grows" : "",
       no_id});
}

// X with A X + X A' + W = 0, or A X A' - X + W = 0: by the complex Schur form, column by column.
MatrixXd lyapunov(const MatrixXd& a, const MatrixXd& w, bool discrete) {
  using Complex = std::complex<double>;
  const auto n = a.rows();
  const Eigen::ComplexSchur<MatrixXd> schur(a);
  const Eigen::MatrixXcd u = schur.matrixU(), t = schur.matrixT();
  const Eigen::MatrixXcd right = -u.adjoint() * w.cast<Complex>() * u;
  Eigen::MatrixXcd x = Eigen::MatrixXcd::Zero(n, n);
  for (Eigen::Index j = n; j-- > 0;) {
    Eigen::VectorXcd b = right.col(j);
    const Eigen::Index later = n - 1 - j;
    Eigen::MatrixXcd m = t;
    if (discrete) {
      // T X T' - X = R: column j of X T' is X conj(row j of T).
      if (later > 0) b -= t * (x.rightCols(later) * t.row(j).tail(later).adjoint());
      m *= std::conj(t(j, j));
      m.diagonal().array() -= 1;
    } else {
      if (later > 0) b -= x.rightCols(later) * t.row(j).tail(later).adjoint();
      m.diagonal().array() += std::conj(t(j, j));
    }
    x.col(j) = m.triangularView<Eigen::Upper>().solve(b);
  }
  const MatrixXd out = (u * x * u.adjoint()).real();
  return (out + out.transpose()) / 2;
}

// A factor L with L L' = W of a semidefinite matrix.
MatrixXd factor(const MatrixXd& w) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(w);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

bool is_stable(const MatrixXd& a, double sample_time) {
  if (a.rows() == 0) return true;
  const Eigen::VectorXcd modes = Eigen::EigenSolver<MatrixXd>(a, false).eigenvalues();
  return std::all_of(modes.begin(), modes.end(),
                     [&](auto mode) { return sample_time > 0 ? std::abs(mode) < 1 : mode.real() < 0; });
}

}  // namespace

LinearModel without_unread_states(const LinearModel& model, const std::vector<char>& removable) {
  return with_states(model, read_states(model.pattern, model.values, model.state_count(), removable));
}

LinearModel without_idle_states(const LinearModel& model) {
  return without_unread_states(with_states(model, reached_states(model)));
}

Result<LinearModel> minimal_realization(const LinearModel& model, double tolerance) {
  if (model.delay_count() > 0) return has_delays();
  Parts p = parts_of(model);
  LinearModel notes = model;
  Eigen::Index order = 0;
  const auto reduce = [&](MatrixXd& a, MatrixXd& b, MatrixXd& c, const char* what) {
    const MatrixXd q = reached_basis(a, b, tolerance, order);
    const MatrixXd turned = q.transpose() * a * q;
    note_removed(notes, turned.bottomRightCorner(a.rows() - order, a.rows() - order), what,
                 model.sample_time);
    b = (q.transpose() * b).topRows(order).eval();
    c = (c * q).leftCols(order).eval();
    a = turned.topLeftCorner(order, order);
  };
  if (p.a.rows() > 0) reduce(p.a, p.b, p.c, "no input reaches them");
  if (p.a.rows() > 0) {
    MatrixXd at = p.a.transpose(), bt = p.c.transpose(), ct = p.b.transpose();
    reduce(at, bt, ct, "no output shows them");
    p = {at.transpose(), ct.transpose(), bt.transpose(), p.d};
  }
  if (p.a.rows() == model.state_count()) return model;
  LinearModel out = with_parts(model, p);
  out.notes = notes.notes;
  return out;
}

Result<Gramians> gramians(const LinearModel& model) {
  if (model.delay_count() > 0) return has_delays();
  const Parts p = parts_of(model);
  if (!is_stable(p.a, model.sample_time))
    return error({}, "the model is not stable, so that it has no Gramians", "reduce its stable part");
  const bool discrete = model.sample_time > 0;
  return Gramians{from_dense(lyapunov(p.a, p.b * p.b.transpose(), discrete)),
                  from_dense(lyapunov(p.a.transpose(), p.c.transpose() * p.c, discrete))};
}

Result<BalancedModel> balanced_truncation(const LinearModel& model, int order, double relative) {
  const auto both = gramians(model);
  if (!both) return both.errors();
  const Parts p = parts_of(model);
  const MatrixXd reach = factor(to_dense<Eigen::MatrixXd>(both->controllability)),
                 see = factor(to_dense<Eigen::MatrixXd>(both->observability));
  const Eigen::JacobiSVD<MatrixXd> svd(see.transpose() * reach, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::VectorXd hankel = svd.singularValues();
  BalancedModel out;
  out.hankel.assign(hankel.begin(), hankel.end());
  const auto n = static_cast<int>(hankel.size());
  const auto bound = [&](int kept) {
    double sum = 0;
    for (int k = kept; k < n; ++k) sum += hankel(k);
    return 2 * sum;
  };
  const double largest = n > 0 ? hankel(0) : 0;
  if (order <= 0)
    for (order = 0; order < n && bound(order) > relative * largest;) ++order;
  // What rounding makes of a Hankel singular value of 0 cannot be balanced.
  while (order > 0 && (order > n || hankel(order - 1) <= 1e-14 * largest)) --order;
  const Eigen::VectorXd scale = hankel.head(order).cwiseSqrt().cwiseInverse();
  const MatrixXd left = scale.asDiagonal() * svd.matrixU().leftCols(order).transpose() * see.transpose();
  const MatrixXd right = reach * svd.matrixV().leftCols(order) * scale.asDiagonal();
  out.model = with_parts(model, {left * p.a * right, left * p.b, p.c * right, p.d});
  out.error_bound = bound(order);
  return out;
}

}  // namespace sim
