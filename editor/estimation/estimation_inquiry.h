#pragma once
// Estimates parameters in the background, and tells how far it is: what it has come to can be looked at from
// any thread.
#include <QObject>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "editor/background.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/estimation/estimation.h"

namespace fluxion {

class CompiledModels;

// The newest step of a search.
class EstimationProgress {
 public:
  struct Seen {
    sim::LeastSquaresStep step;
    std::vector<sim::EstimationFit> fits;
  };
  void set(Seen seen);
  // What has come since it was asked last.
  std::optional<Seen> take();

 private:
  std::mutex m_mutex;
  std::optional<Seen> m_seen;
};

struct EstimationQuestion {
  std::shared_ptr<const sim::Diagram> diagram;  // null: nothing more is wanted
  std::vector<sim::VariedParameter> parameters;
  std::vector<std::string> files;  // of the experiments
  std::shared_ptr<EstimationProgress> progress;
};

struct EstimationAnswer {
  bool stopped = true;        // nothing was computed
  sim::Diagnostics problems;  // why there is no report
  std::shared_ptr<const sim::EstimationReport> report;
  std::vector<std::string> unused;  // columns of tables that name nothing of the model
};

class EstimationInquiry : public QObject {
  Q_OBJECT
 public:
  explicit EstimationInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  void ask(EstimationQuestion question) { m_background.ask(std::move(question)); }
  // Gives up what is being computed; answered() says so.
  void stop() { m_background.ask({}); }
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void answered(const fluxion::EstimationAnswer& answer);

 private:
  Background<EstimationQuestion, EstimationAnswer> m_background;
};

}  // namespace fluxion
