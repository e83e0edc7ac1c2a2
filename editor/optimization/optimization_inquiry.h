#pragma once
// Optimizes in the background, and tells how far it is: what it has come to can be looked at from any thread,
// and a search that is stopped answers with the best values so far.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/optimization/optimization.h"

namespace fluxion {

// The steps of a search that have come since they were asked for last.
class OptimizationProgress {
 public:
  void add(const sim::OptimizationStep& step);
  std::vector<sim::OptimizationStep> take();
  // The search is to end with what it has.
  void stop() { m_stopped = true; }
  bool isStopped() const { return m_stopped; }

 private:
  std::mutex m_mutex;
  std::vector<sim::OptimizationStep> m_steps;
  std::atomic<bool> m_stopped = false;
};

struct OptimizationQuestion {
  std::shared_ptr<const sim::Diagram> diagram;
  sim::OptimizationProblem problem;
  bool search = false;  // false: only the signals that goals may name
  std::shared_ptr<OptimizationProgress> progress;
};

struct OptimizationAnswer : InquiryAnswer {
  bool searched = false;  // it was asked for a search
  std::shared_ptr<const sim::OptimizationReport> report;
  std::vector<std::string> signalNames;  // single elements that the model records
};

using OptimizationInquiry = Inquiry<OptimizationQuestion, OptimizationAnswer>;
OptimizationInquiry::Work optimizationWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
