#pragma once
// Measures frequency responses in the background, and tells how far it is: what was measured can be looked at
// from any thread, and stays where it is stopped.
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "editor/linear/linear_instants.h"
#include "sim_core/response_estimation/response_estimator.h"

namespace fluxion {

// The points of a response that have come since they were asked for last.
class ResponseProgress {
 public:
  struct News {
    std::vector<sim::EstimatedPoint> points;
    std::size_t done = 0, all = 0;
  };
  void add(const sim::EstimatedPoint& point, std::size_t done, std::size_t all);
  News take();
  void stop() { m_stopped = true; }
  bool isStopped() const { return m_stopped; }

 private:
  std::mutex m_mutex;
  News m_news;
  std::atomic<bool> m_stopped = false;
};

struct ResponseQuestion {
  std::shared_ptr<const sim::Diagram> diagram;
  LinearInstants instants;     // the first one counts
  sim::ResponseWishes wishes;  // without frequencies: so many as the linear model chooses
  int frequencies = 30;
  std::shared_ptr<ResponseProgress> progress;
};

struct ResponseAnswer : InquiryAnswer {
  std::shared_ptr<const sim::EstimatedResponse> response;
};

using ResponseInquiry = Inquiry<ResponseQuestion, ResponseAnswer>;
ResponseInquiry::Work responseWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
