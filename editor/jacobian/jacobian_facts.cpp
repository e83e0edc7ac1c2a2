#include "editor/jacobian/jacobian_facts.h"

#include <cmath>

#include "editor/parameter_text.h"
#include "editor/shown_number.h"
#include "sim_core/base/text.h"

namespace fluxion {

QString JacobianFacts::name(Fact fact) {
  switch (fact) {
    case Size:
      return tr("Size");
    case Solver:
      return tr("Solver");
    case Method:
      return tr("Method");
    case Cost:
      return tr("Cost");
    case Groups:
      return tr("Groups");
    case WithoutDerivative:
      return tr("No derivatives");
    case LinearSolver:
      return tr("Linear solver");
    case Factors:
      return tr("Factors");
    case Arithmetic:
      return tr("To factor");
    case LastRun:
      return tr("Last run");
    case FactCount:
      break;
  }
  return {};
}

QString JacobianFacts::size(const sim::JacobianReport& report) {
  const int states = report.pattern.cols, nonzeros = report.pattern.nonzeros();
  const double percent = 100.0 * nonzeros / states / states;
  return tr("%1 × %1, %2 (%3 %)")
      .arg(states)
      .arg(nonzeros == 1 ? tr("1 nonzero") : tr("%1 nonzeros").arg(nonzeros))
      .arg(shownNumber(percent, percent < 99.5 ? 2 : 3));
}

QString JacobianFacts::method(const sim::JacobianReport& report) {
  const QString chosen = toQString(sim::to_text(report.choice.method));
  const QString asked = toQString(sim::to_text(report.asked));
  const QString reason = QString::fromStdString(report.choice.reason);
  if (report.asked == sim::JacobianMethod::Auto) return tr("auto gives %1, because %2").arg(chosen, reason);
  if (report.choice.concern.empty()) return tr("%1, because %2").arg(chosen, reason);
  return tr("%1 instead of %2, because %3").arg(chosen, asked, reason);
}

QString JacobianFacts::cost(const sim::JacobianReport& report) {
  const int n = report.evaluations;
  if (sim::is_analytical(report.choice.method))
    return n == 1 ? tr("1 directional derivative for one Jacobian")
                  : tr("%1 directional derivatives for one Jacobian").arg(n);
  return n == 1 ? tr("1 evaluation of f for one Jacobian")
                : tr("%1 evaluations of f for one Jacobian").arg(n);
}

QString JacobianFacts::stateNames(const sim::JacobianReport& report, std::span<const int> states) {
  constexpr std::size_t mostNamed = 12;
  QStringList names;
  for (int state : states.first(std::min(states.size(), mostNamed)))
    names += QString::fromStdString(report.states[static_cast<std::size_t>(state)]);
  if (states.size() > mostNamed) names += tr("and %1 more").arg(states.size() - mostNamed);
  return names.join(tr(", "));
}

// Multiplications and additions: exact for full and band matrices, else as if the columns of the factors were
// equally long.
QString JacobianFacts::arithmetic(const sim::LinearSolverReport& linear) {
  const double n = linear.size;
  double operations = 0;
  if (linear.kind == sim::LinearSolverKind::Dense)
    operations = 2. / 3 * n * n * n;
  else if (linear.kind == sim::LinearSolverKind::Band)
    operations = 2 * n * linear.lower * (linear.lower + linear.upper + 1.);
  else if (n > 0)
    operations =
        0.5 * static_cast<double>(linear.factor_nonzeros) * static_cast<double>(linear.factor_nonzeros) / n;
  return tr("about %1 operations for a factorization, %2 for a solution")
      .arg(toQString(sim::to_text(std::round(std::max(operations, n)))),
           toQString(sim::to_text(std::round(2. * static_cast<double>(linear.factor_nonzeros)))));
}

QString JacobianFacts::lastRun(const sim::RunStatistics& s) {
  const QString solver = QString::fromStdString(s.solver);
  if (s.jacobians == 0) return tr("%1 took %2 steps, without a Jacobian").arg(solver).arg(s.steps);
  QString text = tr("%1 took %2 Jacobians in %3 steps, %4 factorizations and %5 Newton iterations")
                     .arg(solver)
                     .arg(s.jacobians)
                     .arg(s.steps)
                     .arg(s.factorizations)
                     .arg(s.newton_iterations);
  if (s.jacobian_rhs_evaluations > 0)
    text += tr("; %1 of %2 evaluations of f were for Jacobians")
                .arg(s.jacobian_rhs_evaluations)
                .arg(s.rhs_evaluations);
  if (!s.profile.timed) return text;
  const auto ms = [&](sim::Phase phase) { return shownNumber(1000 * s.profile[phase], 3); };
  return text + tr("; Jacobians took %1 ms, linear algebra %2 ms of %3 ms")
                    .arg(ms(sim::Phase::Jacobian), ms(sim::Phase::LinearAlgebra),
                         shownNumber(1000 * s.run_seconds, 3));
}

QString JacobianFacts::text(Fact fact, const sim::JacobianReport& report, const sim::RunStatistics* last) {
  const QString solver = QString::fromStdString(report.solver);
  switch (fact) {
    case Size:
      return size(report);
    case Solver:
      return report.needed ? tr("%1 is implicit and needs the Jacobian").arg(solver)
                           : tr("%1 is explicit and needs none; an implicit solver would use:").arg(solver);
    case Method:
      return method(report);
    case Cost:
      return cost(report);
    case Groups:
      return tr("%1, of columns that share no row").arg(report.groups.count);
    case WithoutDerivative: {
      constexpr qsizetype mostNamed = 8;
      QStringList paths;
      for (const std::string& path : report.without_derivative) paths += QString::fromStdString(path);
      const qsizetype left = paths.size() - mostNamed;
      if (left > 0) paths = paths.mid(0, mostNamed) + QStringList{tr("and %1 more").arg(left)};
      return paths.join(tr(", "));
    }
    case LinearSolver:
      return tr("%1, because %2")
          .arg(toQString(sim::to_text(report.linear.kind)), QString::fromStdString(report.linear.reason));
    case Factors:
      if (report.linear.factor_nonzeros == report.linear.nonzeros)
        return tr("%1 numbers, no fill-in").arg(report.linear.factor_nonzeros);
      return tr("%1 numbers, %2 times those of the matrix")
          .arg(report.linear.factor_nonzeros)
          .arg(toQString(sim::to_text(std::round(report.linear.fill_in() * 100) / 100)));
    case Arithmetic:
      return arithmetic(report.linear);
    case LastRun:
      return last ? lastRun(*last) : QString();
    case FactCount:
      break;
  }
  return {};
}

}  // namespace fluxion
