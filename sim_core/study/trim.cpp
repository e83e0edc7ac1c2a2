#include "sim_core/study/trim.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"

namespace sim {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr int most_iterations = 200;
constexpr double tolerance = 1e-10;  // of each residual, relative to its scale

class Search {
 public:
  Search(const Linearizer& linearizer, const TrimQuestion& question)
      : linearizer_(linearizer), question_(question) {
    x_ = values_of(question.states), added_.assign(question.inputs.size(), 0.0);
    for (std::size_t k = 0; k < question.states.size(); ++k)
      if (!question.states[k].known) free_states_.push_back(k);
    for (std::size_t k = 0; k < question.inputs.size(); ++k)
      if (!question.inputs[k].known) free_inputs_.push_back(k);
  }

  Result<TrimReport> run() {
    OperatingPoint point = question_.start;
    auto base = linearizer_.beside(point, x_, added_);
    if (!base) return base.errors();
    // Inputs are what is added to their values at the start.
    base_u_ = base->u;
    for (std::size_t k = 0; k < question_.inputs.size(); ++k)
      added_[k] = within(question_.inputs[k], question_.inputs[k].value) - base_u_[k];
    for (std::size_t k : free_states_) x_[k] = within(question_.states[k], x_[k]);
    auto now = linearizer_.beside(point, x_, added_);
    if (!now) return now.errors();
    report_.model = *std::move(now);
    report_.point = point;
    find_scales();
    descend();
    finish();
    return std::move(report_);
  }

 private:
  static std::vector<double> values_of(const std::vector<TrimSpec>& specs) {
    std::vector<double> values;
    for (const TrimSpec& spec : specs) values.push_back(spec.value);
    return values;
  }
  static double within(const TrimSpec& spec, double value) {
    return spec.known ? spec.value : std::clamp(value, spec.minimum, spec.maximum);
  }
  int unknowns() const { return static_cast<int>(free_states_.size() + free_inputs_.size()); }

  // A residual is small against the terms that make it, not against 1.
  void find_scales() {
    const LinearModel& m = report_.model;
    scales_.clear();
    for (std::size_t k = 0; k < question_.states.size(); ++k)
      if (question_.states[k].steady) {
        double size = std::abs(m.dx[k]);
        for (int j = 0; j < m.state_count(); ++j)
          size = std::max(size, std::abs(m.entry(static_cast<int>(k), j) * x_[static_cast<std::size_t>(j)]));
        scales_.push_back(std::max(size, 1.0));
      }
    for (const TrimSpec& spec : question_.outputs)
      if (constrains(spec)) scales_.push_back(std::max(1.0, std::abs(spec.known ? spec.value : 0)));
  }

  static bool constrains(const TrimSpec& spec) {
    return spec.known || std::isfinite(spec.minimum) || std::isfinite(spec.maximum);
  }

  // How far an output is from where it may be.
  static double excess(const TrimSpec& spec, double y) {
    if (spec.known) return y - spec.value;
    return y < spec.minimum ? y - spec.minimum : y > spec.maximum ? y - spec.maximum : 0;
  }

  VectorXd residual(const LinearModel& m) const {
    std::vector<double> r;
    for (std::size_t k = 0; k < question_.states.size(); ++k)
      if (question_.states[k].steady) r.push_back(m.dx[k]);
    for (std::size_t k = 0; k < question_.outputs.size(); ++k)
      if (constrains(question_.outputs[k])) r.push_back(excess(question_.outputs[k], m.y[k]));
    VectorXd out(static_cast<Eigen::Index>(r.size()));
    for (std::size_t k = 0; k < r.size(); ++k) out(static_cast<Eigen::Index>(k)) = r[k] / scales_[k];
    return out;
  }

  MatrixXd gradient(const LinearModel& m) const {
    const int n = m.state_count();
    std::vector<int> rows;
    for (std::size_t k = 0; k < question_.states.size(); ++k)
      if (question_.states[k].steady) rows.push_back(static_cast<int>(k));
    for (std::size_t k = 0; k < question_.outputs.size(); ++k)
      if (const TrimSpec& spec = question_.outputs[k]; constrains(spec))
        rows.push_back(spec.known || excess(spec, m.y[k]) != 0 ? n + static_cast<int>(k) : -1);
    MatrixXd j = MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()), unknowns());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] < 0) continue;
      Eigen::Index at = 0;
      const auto row = static_cast<Eigen::Index>(i);
      for (std::size_t k : free_states_) j(row, at++) = m.entry(rows[i], static_cast<int>(k)) / scales_[i];
      for (std::size_t k : free_inputs_)
        j(row, at++) = m.entry(rows[i], n + static_cast<int>(k)) / scales_[i];
    }
    return j;
  }

  double& unknown(std::vector<double>& x, std::vector<double>& added, int k) const {
    const auto at = static_cast<std::size_t>(k);
    return at < free_states_.size() ? x[free_states_[at]] : added[free_inputs_[at - free_states_.size()]];
  }
  // Bounds of an unknown.
  std::pair<double, double> bounds(int k) const {
    const auto at = static_cast<std::size_t>(k);
    if (at < free_states_.size()) {
      const TrimSpec& spec = question_.states[free_states_[at]];
      return {spec.minimum, spec.maximum};
    }
    const std::size_t input = free_inputs_[at - free_states_.size()];
    return {question_.inputs[input].minimum - base_u_[input],
            question_.inputs[input].maximum - base_u_[input]};
  }

  void descend() {
    const int n = unknowns();
    VectorXd r = residual(report_.model);
    double damping = 1e-3;
    VectorXd sizes = VectorXd::Zero(n);
    for (; report_.iterations < most_iterations && n > 0; ++report_.iterations) {
      check_stop();
      if (r.size() == 0 || r.cwiseAbs().maxCoeff() <= tolerance) {
        // One Newton step more costs little and makes the digits full.
        if (polished_ || r.size() == 0 || r.cwiseAbs().maxCoeff() == 0) return;
        polished_ = true;
        damping = 0;
      }
      const MatrixXd j = gradient(report_.model);
      for (int k = 0; k < n; ++k) sizes(k) = std::max({sizes(k), j.col(k).norm(), 1e-12});
      bool better = false;
      for (int attempt = 0; attempt < 25 && !better; ++attempt) {
        VectorXd step = bounded_step(j, r, sizes, damping);
        better = take(step, r);
        damping = better ? damping / 10 : std::max(damping * 4, 1e-12);
        if (polished_) return;
        if (step.norm() == 0) return;
      }
      if (!better) return;
    }
  }

  // Unknowns at a bound that the step would leave stay there.
  VectorXd bounded_step(const MatrixXd& j, const VectorXd& r, const VectorXd& sizes, double damping) {
    const int n = unknowns();
    std::vector<char> fixed(static_cast<std::size_t>(n), 0);
    for (int round = 0; round <= n; ++round) {
      MatrixXd big = MatrixXd::Zero(j.rows() + n, n);
      big.topRows(j.rows()) = j;
      for (int k = 0; k < n; ++k) {
        big(j.rows() + k, k) = std::sqrt(damping) * sizes(k);
        if (fixed[static_cast<std::size_t>(k)]) big.col(k).setZero();
      }
      VectorXd right = VectorXd::Zero(big.rows());
      right.head(j.rows()) = -r;
      VectorXd step = big.completeOrthogonalDecomposition().solve(right);
      bool again = false;
      for (int k = 0; k < n; ++k) {
        if (fixed[static_cast<std::size_t>(k)]) {
          step(k) = 0;
          continue;
        }
        const double now = unknown(x_, added_, k);
        const auto [low, high] = bounds(k);
        const double clipped = std::clamp(now + step(k), low, high) - now;
        if (clipped == 0 && step(k) != 0) fixed[static_cast<std::size_t>(k)] = again = true;
        step(k) = clipped;
      }
      if (!again) return step;
    }
    return VectorXd::Zero(n);
  }

  bool take(const VectorXd& step, VectorXd& r) {
    std::vector<double> x = x_, added = added_;
    for (int k = 0; k < unknowns(); ++k) unknown(x, added, k) += step(k);
    OperatingPoint point = report_.point;
    auto model = linearizer_.beside(point, x, added);
    if (!model) return false;
    const VectorXd next = residual(*model);
    if (!next.allFinite() || !(next.squaredNorm() < r.squaredNorm())) return false;
    x_ = std::move(x), added_ = std::move(added), r = next;
    report_.model = *std::move(model);
    report_.point = std::move(point);
    return true;
  }

  void finish() {
    const LinearModel& m = report_.model;
    find_residuals();
    std::vector<const TrimResidual*> unmet;
    for (const TrimResidual& each : report_.residuals) {
      report_.largest = std::max(report_.largest, std::abs(each.relative));
      if (!each.met()) unmet.push_back(&each);
    }
    report_.satisfied = unmet.empty();
    std::stable_sort(unmet.begin(), unmet.end(), [](const TrimResidual* a, const TrimResidual* b) {
      return std::abs(a->relative) > std::abs(b->relative);
    });
    for (const TrimResidual* each : unmet) report_.unmet.push_back(each->text);
    report_.point.states = question_.start.states;
    std::copy(x_.begin(), x_.end(), report_.point.states.begin());
    report_.point.solver.clear();
    report_.point.next_step = 0;
    for (std::size_t k : linearizer_.hold_inputs(report_.point, m.u))
      if (std::abs(added_[k]) > 1e-12 * std::max(1.0, std::abs(m.u[k])))
        report_.not_held.push_back(m.inputs[k]);
    find_blocked();
    find_undetermined();
  }

  const std::string& name_of(int k) const {
    const auto at = static_cast<std::size_t>(k);
    return at < free_states_.size() ? report_.model.states[free_states_[at]]
                                    : report_.model.inputs[free_inputs_[at - free_states_.size()]];
  }

  // Unknowns at a bound that would go on downhill.
  void find_blocked() {
    if (report_.satisfied || unknowns() == 0) return;
    const VectorXd uphill = gradient(report_.model).transpose() * residual(report_.model);
    for (int k = 0; k < unknowns(); ++k) {
      const auto [low, high] = bounds(k);
      const double now = unknown(x_, added_, k);
      const bool below = now <= low && uphill(k) > 0, above = now >= high && uphill(k) < 0;
      if (!below && !above) continue;
      const auto at = static_cast<std::size_t>(k);
      const TrimSpec& spec = at < free_states_.size()
                                 ? question_.states[free_states_[at]]
                                 : question_.inputs[free_inputs_[at - free_states_.size()]];
      report_.blocked.push_back(name_of(k) + " is at its " +
                                (below ? "minimum " + told(spec.minimum) : "maximum " + told(spec.maximum)));
    }
  }

  void find_residuals() {
    const LinearModel& m = report_.model;
    const VectorXd r = residual(m);
    const auto wanted = [](const TrimSpec& spec) {
      return spec.known ? ", not " + told(spec.value)
                        : ", not within " + told(spec.minimum) + " and " + told(spec.maximum);
    };
    using Of = TrimResidual::Of;
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < question_.states.size(); ++k)
      if (question_.states[k].steady)
        report_.residuals.push_back(
            {Of::State, k, m.dx[k], r(at++), "dx/dt of " + m.states[k] + " is " + told(m.dx[k]) + ", not 0"});
    for (std::size_t k = 0; k < question_.inputs.size(); ++k)
      if (const TrimSpec& spec = question_.inputs[k]; constrains(spec)) {
        const double off = excess(spec, m.u[k]);
        report_.residuals.push_back({Of::Input, k, off, off / std::max(1.0, std::abs(m.u[k])),
                                     m.inputs[k] + " is " + told(m.u[k]) + wanted(spec)});
      }
    for (std::size_t k = 0; k < question_.outputs.size(); ++k)
      if (const TrimSpec& spec = question_.outputs[k]; constrains(spec))
        report_.residuals.push_back({Of::Output, k, excess(spec, m.y[k]), r(at++),
                                     m.outputs[k] + " is " + told(m.y[k]) + wanted(spec)});
  }

  void find_undetermined() {
    const int n = unknowns();
    if (n == 0 || n > 500) return;
    const MatrixXd j = gradient(report_.model);
    MatrixXd square = MatrixXd::Zero(std::max<Eigen::Index>(j.rows(), n), n);
    square.topRows(j.rows()) = j;
    const Eigen::JacobiSVD<MatrixXd> svd(square, Eigen::ComputeFullV);
    const double least = 1e-10 * std::max(svd.singularValues()(0), 1e-300);
    std::vector<char> named(static_cast<std::size_t>(n), 0);
    for (int k = 0; k < n; ++k)
      if (svd.singularValues()(k) <= least)
        for (int i = 0; i < n; ++i)
          if (std::abs(svd.matrixV()(i, k)) > 0.05) named[static_cast<std::size_t>(i)] = 1;
    for (int i = 0; i < n; ++i)
      if (named[static_cast<std::size_t>(i)]) report_.undetermined.push_back(name_of(i));
  }

  const Linearizer& linearizer_;
  const TrimQuestion& question_;
  std::vector<double> x_, added_, base_u_, scales_;
  std::vector<std::size_t> free_states_, free_inputs_;
  TrimReport report_;
  bool polished_ = false;
};

}  // namespace

Result<TrimQuestion> trim_question(const Linearizer& linearizer, const OperatingPoint& start) {
  const auto model = linearizer.at(start, false);
  if (!model) return model.errors();
  TrimQuestion question;
  question.start = start;
  for (double x : model->x) question.states.push_back({.value = x});
  for (double u : model->u) question.inputs.push_back({.value = u});
  question.outputs.resize(model->outputs.size());
  return question;
}

Result<TrimReport> trim(const Linearizer& linearizer, const TrimQuestion& question) {
  if (question.start.inputs == linearizer.inputs()) return Search(linearizer, question).run();
  const auto there = linearizer.with_inputs(question.start.inputs);
  return there ? Search(*there, question).run() : there.errors();
}

Diagnostic not_trimmed(const TrimReport& report, std::string remedy) {
  return error({},
               "there is no such operating point near: " + report.unmet.front() +
                   (report.blocked.empty() ? "" : "; " + join(report.blocked, ", ")),
               std::move(remedy));
}

}  // namespace sim
