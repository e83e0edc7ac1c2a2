#pragma once
// Compiles a model in the background and says where a run of it begins.
#include <QObject>
#include <memory>

#include "editor/background.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

class CompiledModels;

struct InitialPoint {
  std::shared_ptr<const sim::ModelRun> model;  // null: it does not compile, for these reasons
  sim::OperatingPoint point;
  sim::Diagnostics problems;
};

class PointInquiry : public QObject {
  Q_OBJECT
 public:
  explicit PointInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  void ask(std::shared_ptr<const sim::Diagram> model) { m_background.ask(std::move(model)); }
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void answered(const fluxion::InitialPoint& initial);

 private:
  Background<std::shared_ptr<const sim::Diagram>, InitialPoint> m_background;
};

}  // namespace fluxion
