#include "sim_core/block_preview/limited_run.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

#include "sim_core/model_run/model_run.h"

namespace sim {

namespace {

// Asks a run to stop where its time is over, or nobody wants it.
class Watch {
 public:
  Watch(RunControl& control, const std::function<bool()>& wanted, double seconds)
      : thread_([this, &control, &wanted, seconds] {
          using namespace std::chrono;
          const auto end = steady_clock::now() + duration<double>(seconds);
          std::unique_lock lock(mutex_);
          while (!over_.wait_for(lock, milliseconds(10), [this] { return finished_; }))
            if (steady_clock::now() >= end || !wanted()) return control.request_stop();
        }) {}
  ~Watch() {
    {
      std::lock_guard lock(mutex_);
      finished_ = true;
    }
    over_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool finished_ = false;
  std::thread thread_;
};

RecordedRun recorded(const ModelRun& run, const PreviewLimits& limits) {
  const SignalLog& log = run.log();
  const std::size_t rows = log.size();
  const std::size_t most = static_cast<std::size_t>(limits.points);
  const std::size_t every = rows / most + 1;
  RecordedRun result;
  for (std::size_t row = 0; row < rows; row += every) result.times.push_back(log.time(row));
  for (const LoggedSignal& signal : run.program().logged)
    for (int k = 0; k < signal.count() && result.columns.size() < limits.curves; ++k) {
      PreviewCurve curve;
      curve.name = signal.elements[static_cast<std::size_t>(k)];
      curve.staircase = signal.held;
      for (std::size_t row = 0; row < rows; row += every) curve.y.push_back(log.value(signal.first + k, row));
      result.columns.push_back(std::move(curve));
    }
  return result;
}

}  // namespace

std::optional<RecordedRun> limited_run(const Diagram& diagram, const BlockLibrary& library,
                                       const std::function<bool()>& wanted, const PreviewLimits& limits) {
  if (!wanted()) return {};
  try {
    auto run = ModelRun::prepare(diagram, library);
    if (!run || !wanted()) return {};
    RunResult result;
    {
      const Watch watch((*run)->control(), wanted, limits.seconds);
      result = (*run)->execute();
    }
    if (result.end != RunEnd::Finished) return {};
    return recorded(**run, limits);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace sim
