#pragma once
// Linearizes a model in the background, and computes what is drawn of it. Where at most parameters have
// changed since the last question, nothing is compiled.
#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "editor/background.h"
#include "editor/linear/linear_curves.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class CompiledModels;

struct LinearQuestion {
  std::shared_ptr<const sim::Diagram> diagram;  // null: only the kept models are drawn
  double time = 0;                              // s; before the start: at the start
  std::string point;                            // the text of an operating point; empty: at the time
  std::string trigger;  // where the run decides (sim_core/linear_analysis/triggers.h); empty: at the time
  LinearChoice choice;
  std::vector<std::shared_ptr<const sim::LinearModel>> kept;
};

struct LinearAnswer {
  std::shared_ptr<const sim::LinearModel> model;  // null: there is none, for these reasons
  sim::Diagnostics problems;
  LinearChoice choice;
  LinearCurves curves;
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
