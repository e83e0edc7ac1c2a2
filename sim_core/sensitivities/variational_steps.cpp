#include "sim_core/sensitivities/variational_steps.h"

#include <Eigen/Dense>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "sim_core/base/work.h"
#include "sim_core/linear_analysis/dense_matrix.h"

namespace sim {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

const double root6 = std::sqrt(6.0);
const double radau_c[3] = {(4 - root6) / 10, (4 + root6) / 10, 1};
const double radau_a[3][3] = {{(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225},
                              {(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225},
                              {(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9}};
constexpr Index most_dense = 24;  // states
// What is tiny yet, and grows by a high power, would be followed to its last digits otherwise.
constexpr int most_depth = 2, most_parts = 4;

// A is dense for few states.
struct Stage {
  Eigen::SparseMatrix<double> sparse;
  MatrixXd dense, b;

  MatrixXd rate(const MatrixXd& s) const {
    if (s.rows() <= most_dense) return dense * s + b;
    return sparse * s + b;
  }
};

// The stages K of (I - h a_ij A_i) K = right, block by block; not finite where there are none.
MatrixXd solve_stages(const Stage* stages, double h, const MatrixXd& right) {
  const Index n = right.rows() / 3;
  if (n == 0) return right;
  if (n <= most_dense) {
    MatrixXd m = MatrixXd::Identity(3 * n, 3 * n);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m.block(i * n, j * n, n, n) -= h * radau_a[i][j] * stages[i].dense;
    return m.partialPivLu().solve(right);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (Index k = 0; k < 3 * n; ++k) entries.emplace_back(k, k, 1.0);
  for (int i = 0; i < 3; ++i)
    for (Index column = 0; column < n; ++column)
      for (Eigen::SparseMatrix<double>::InnerIterator entry(stages[i].sparse, column); entry; ++entry)
        for (int j = 0; j < 3; ++j)
          entries.emplace_back(i * n + entry.row(), j * n + column, -h * radau_a[i][j] * entry.value());
  Eigen::SparseMatrix<double> m(3 * n, 3 * n);
  m.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(m);
  if (lu.info() != Eigen::Success) return MatrixXd::Constant(3 * n, right.cols(), std::nan(""));
  return lu.solve(right);
}

// Between the ends and the middle of a part.
struct Part {
  double from = 0, to = 0;
  MatrixXd value[3], rate[3];  // at its begin, middle and end
};

}  // namespace

struct VariationalSteps::Parts {
  bool system(double t, Stage& stage);
  bool advance(double from, double to, MatrixXd& s, int depth);
  bool step(double from, double to, const MatrixXd& s, MatrixXd& end, MatrixXd& rate);

  const SystemAt* at = nullptr;  // while a step is made
  std::vector<Part> list_;
  MatrixXd scale_;
  double tolerance_ = 0;
  System system_;
  Stage stage_[3];
  // Of the last comparison: the error, by what is asked, and how long steps may be that resemble it.
  double last_error_ = 1, last_length_ = 0;
  int since_compared_ = 0;
  LinearMatrix inexact_;
};

VariationalSteps::VariationalSteps() : parts_(std::make_unique<Parts>()) {}
VariationalSteps::~VariationalSteps() = default;
const LinearMatrix& VariationalSteps::inexact() const { return parts_->inexact_; }
void VariationalSteps::forget() { parts_->last_error_ = 1; }

bool VariationalSteps::advance(const SystemAt& at, double from, double to, LinearMatrix& s,
                               const LinearMatrix& scale, double tolerance) {
  parts_->list_.clear();
  parts_->scale_ = to_dense<MatrixXd>(scale);
  parts_->tolerance_ = tolerance;
  parts_->at = &at;
  auto now = to_dense<MatrixXd>(s);
  const bool made = parts_->advance(from, to, now, 0);
  s = from_dense(now);
  return made;
}

bool VariationalSteps::Parts::system(double t, Stage& stage) {
  system_.a.clear();
  if (!(*at)(t, system_)) return false;
  stage.b = to_dense<MatrixXd>(system_.b);
  const Index n = stage.b.rows();
  if (n <= most_dense) {
    stage.dense.setZero(n, n);
    for (const System::Entry& entry : system_.a) stage.dense(entry.row, entry.column) += entry.value;
    return true;
  }
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(system_.a.size());
  for (const System::Entry& entry : system_.a) entries.emplace_back(entry.row, entry.column, entry.value);
  stage.sparse.resize(n, n);
  stage.sparse.setFromTriplets(entries.begin(), entries.end());
  return true;
}

bool VariationalSteps::Parts::advance(double from, double to, MatrixXd& s, int depth) {
  check_stop();
  Part part{from, to, {}, {}};
  const double middle = from + (to - from) / 2;
  MatrixXd whole, rate;
  Stage start;
  if (!system(from, start)) return false;
  part.value[0] = s;
  part.rate[0] = start.rate(s);
  if (!step(from, middle, s, part.value[1], part.rate[1]) ||
      !step(middle, to, part.value[1], part.value[2], part.rate[2]) || !part.value[2].allFinite())
    return false;
  // Steps follow one another that are alike: where one was far more exact than asked, not all are compared.
  constexpr double far_more = 0.01;
  constexpr int uncompared = 8;
  double error = last_error_;
  if (depth > 0 || last_error_ > far_more || to - from > last_length_ || ++since_compared_ > uncompared) {
    if (!step(from, to, s, whole, rate) || !whole.allFinite()) return false;
    const Eigen::ArrayXXd weights =
        scale_.array() + tolerance_ * s.array().abs().max(part.value[2].array().abs());
    // The half steps are 32 times as exact as what they are compared with.
    error = ((whole - part.value[2]).array().abs() / 31 / weights.max(1e-300)).maxCoeff();
    last_error_ = error, last_length_ = 1.5 * (to - from), since_compared_ = 0;
  }
  const bool exact = error <= 1;
  if (exact || depth >= most_depth || !(middle > from && middle < to)) {
    if (!exact && whole.size() > 0) {
      if (inexact_.values.empty())
        inexact_ = zero_matrix(static_cast<int>(whole.rows()), static_cast<int>(whole.cols()));
      const MatrixXd off = (whole - part.value[2]).cwiseAbs() / 31;
      for (std::size_t k = 0; k < inexact_.values.size(); ++k) inexact_.values[k] += off.data()[k];
    }
    s = part.value[2];
    list_.push_back(std::move(part));
    return true;
  }
  const int count = std::clamp(static_cast<int>(std::ceil(1.1 * std::pow(error, 0.2))), 2, most_parts);
  for (int k = 0; k < count; ++k) {
    const double begin = from + (to - from) * k / count,
                 end = k + 1 < count ? from + (to - from) * (k + 1) / count : to;
    if (!advance(begin, end, s, depth + 1)) return false;
  }
  return true;
}

bool VariationalSteps::Parts::step(double from, double to, const MatrixXd& s, MatrixXd& end, MatrixXd& rate) {
  const double h = to - from;
  const Index n = s.rows();
  MatrixXd right(3 * n, s.cols());
  for (int i = 0; i < 3; ++i) {
    if (!system(i < 2 ? from + radau_c[i] * h : to, stage_[i])) return false;
    right.middleRows(i * n, n) = stage_[i].rate(s);
  }
  const MatrixXd k = solve_stages(stage_, h, right);
  end = s;
  for (int i = 0; i < 3; ++i) end += h * radau_a[2][i] * k.middleRows(i * n, n);
  rate = k.middleRows(2 * n, n);
  return true;
}

LinearMatrix VariationalSteps::inside(double t) const {
  const std::vector<Part>& parts = parts_->list_;
  const auto part =
      std::find_if(parts.begin(), parts.end() - 1, [&](const Part& each) { return t <= each.to; });
  const double h = part->to - part->from, u = (t - part->from) / h;
  // Divided differences over 0, 0, 1/2, 1/2, 1, 1 in the units of the part.
  MatrixXd d[6];
  const double nodes[6] = {0, 0, 0.5, 0.5, 1, 1};
  for (int k = 0; k < 6; ++k) d[k] = part->value[k / 2];
  for (int order = 1; order < 6; ++order)
    for (int k = 5; k >= order; --k) {
      const double width = nodes[k] - nodes[k - order];
      d[k] = width > 0 ? MatrixXd((d[k] - d[k - 1]) / width) : MatrixXd(h * part->rate[k / 2]);
    }
  MatrixXd value = d[5];
  for (int k = 4; k >= 0; --k) value = d[k] + (u - nodes[k]) * value;
  return from_dense(value);
}

}  // namespace sim
