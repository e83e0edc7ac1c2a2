#pragma once
// A study that is being made, as its threads and the window see it: rows and curves that have come, and
// whether it is to pause or to stop. Any thread.
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "editor/plots/curve_point.h"
#include "sim_core/study/study_execution.h"

namespace fluxion {

// What a run recorded, drawn with few points: a curve for each of the names.
struct RunCurves {
  std::uint64_t sample = 0;
  std::vector<std::vector<CurvePoint>> curves;
};

class StudyCourse {
 public:
  static constexpr std::size_t mostRuns = 100;   // whose curves are kept
  static constexpr std::size_t mostCurves = 24;  // of a run

  struct News {
    std::vector<sim::StudyRow> rows;
    std::vector<RunCurves> curves;
    std::optional<sim::StudyProgress> progress;
    std::vector<std::string> elements;  // names of the curves; none: as before
  };
  // What has come since it was asked last.
  News take();

  // Curves will be of these elements.
  void begin(std::vector<std::string> elements);
  void add(const sim::StudyRow& row);
  void add(const sim::StudyProgress& progress);
  void look(std::uint64_t sample, const sim::SignalLog& log,
            const std::vector<sim::RecordedSignal>& signalList);

  void stop() { m_stopped = true; }
  bool isStopped() const { return m_stopped; }
  void pause(bool paused) { m_paused = paused; }
  bool isPaused() const { return m_paused; }

 private:
  std::vector<std::string> m_elements;
  std::mutex m_mutex;  // of the news
  News m_news;
  std::atomic<std::size_t> m_looks = 0;
  std::atomic<bool> m_stopped = false, m_paused = false;
};

// Names of single elements, the first of all that are recorded.
std::vector<std::string> elementsOf(const std::vector<sim::RecordedSignal>& signalList);

}  // namespace fluxion
