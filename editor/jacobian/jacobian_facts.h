#pragma once
// What there is to say about a model's Jacobian besides its picture, as pairs of a name and a sentence.
#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <vector>

#include "sim_core/reports/jacobian_report.h"
#include "sim_core/simulate/statistics.h"

namespace fluxion {

class JacobianFacts {
  Q_DECLARE_TR_FUNCTIONS(JacobianFacts)
 public:
  enum Fact {
    Size,
    Groups,
    WithoutDerivative,
    Solver,
    Method,
    Cost,
    LinearSolver,
    Factors,
    Arithmetic,
    LastRun,
    FactCount
  };

  static QString name(Fact fact);
  // Empty: there is nothing to say about it. `last`: what the last run cost; null: there was none.
  static QString text(Fact fact, const sim::JacobianReport& report, const sim::RunStatistics* last = nullptr);
  // The names of states: the first few, and how many more there are.
  static QString stateNames(const sim::JacobianReport& report, std::span<const int> states);

 private:
  static QString size(const sim::JacobianReport& report);
  static QString method(const sim::JacobianReport& report);
  static QString cost(const sim::JacobianReport& report);
  static QString arithmetic(const sim::LinearSolverReport& linear);
  static QString lastRun(const sim::RunStatistics& statistics);
};

}  // namespace fluxion
