#pragma once
// Estimates parameters in the background, and tells how far it is: what it has come to can be looked at from
// any thread.
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/estimation/estimation.h"

namespace fluxion {

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
  std::shared_ptr<const sim::Diagram> diagram;
  std::vector<sim::VariedParameter> parameters;
  std::vector<std::string> files;  // of the experiments
  std::shared_ptr<EstimationProgress> progress;
};

struct EstimationAnswer : InquiryAnswer {
  std::shared_ptr<const sim::EstimationReport> report;
  std::vector<std::string> unused;  // columns of tables that name nothing of the model
};

using EstimationInquiry = Inquiry<EstimationQuestion, EstimationAnswer>;
EstimationInquiry::Work estimationWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
