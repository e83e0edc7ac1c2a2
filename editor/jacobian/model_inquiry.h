#pragma once
// Asks what implicit solvers make of a model's df/dx, its values at the start, and what its equations
// conserve, in the background: compiling a large model takes seconds (background.h says what becomes of
// questions in a row).
#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "editor/background.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/reports/jacobian_report.h"

namespace fluxion {

class CompiledModels;

struct ModelAnswer {
  std::shared_ptr<const sim::JacobianReport> report;  // null: the model does not compile
  std::vector<std::string> conserved;                 // linear invariants, in words
  sim::Diagnostics problems;                          // why not
  std::vector<double> values = {};  // of the pattern's entries where a run begins; empty: not known
};

class ModelInquiry : public QObject {
  Q_OBJECT
 public:
  explicit ModelInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);

  void ask(std::shared_ptr<const sim::Diagram> model) { m_background.ask(std::move(model)); }
  // An answer is on its way.
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void answered(const fluxion::ModelAnswer& answer);

 private:
  Background<std::shared_ptr<const sim::Diagram>, ModelAnswer> m_background;
};

}  // namespace fluxion
