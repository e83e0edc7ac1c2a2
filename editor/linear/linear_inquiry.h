#pragma once
// Linearizes a model in the background, and computes what is drawn of it. Where at most parameters have
// changed since the last question, nothing is compiled.
#include <QObject>
#include <memory>
#include <vector>

#include "editor/background.h"
#include "editor/linear/linear_curves.h"
#include "editor/linear/linear_instants.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class CompiledModels;

struct LinearQuestion {
  std::shared_ptr<const sim::Diagram> diagram;  // null: only the kept models are drawn
  LinearInstants instants;
  double sampleTime = -1;  // s; 0: over all sample times of the model; below 0: continuous
  LinearChoice choice;
  std::vector<std::shared_ptr<const sim::LinearModel>> kept;
};

struct LinearAnswer {
  // One for each instant; none: for these reasons.
  std::vector<std::shared_ptr<const sim::LinearModel>> models;
  sim::Diagnostics problems;
  LinearChoice choice;
  std::vector<LinearCurves> curves;  // by model
  std::vector<LinearCurves> kept;
};

class LinearInquiry : public QObject {
  Q_OBJECT
 public:
  explicit LinearInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  void ask(LinearQuestion question) { m_background.ask(std::move(question)); }
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void answered(const fluxion::LinearAnswer& answer);

 private:
  Background<LinearQuestion, LinearAnswer> m_background;
};

}  // namespace fluxion
