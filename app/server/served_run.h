#pragma once
// A run of a client's model: a thread of its own, what is asked of it, and what its client is told meanwhile.
//
// Two threads use it besides its own: that of its session, which asks (begin, stop, tune, ...), and the loop,
// which calls notify(). The run waits for neither.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/server/limits.h"
#include "app/server/message.h"
#include "app/server/subscription.h"
#include "app/server/wakeup.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion::server {

class ServedRun {
 public:
  // `compiled`: what `run` was made from. `folder`: where To File blocks write at the end; nothing: nowhere.
  // `wakeup` outlives it, and is woken when it is over.
  ServedRun(int model, sim::Diagram compiled, std::unique_ptr<sim::ModelRun> run,
            std::optional<std::string> folder, const Limits& limits, const Wakeup& wakeup);
  ~ServedRun();  // asks it to stop, and waits for its thread

  void begin(bool paused);
  void requestStop() { m_run->control().request_stop(); }  // any thread
  void waitForEnd() const { m_over.wait(false, std::memory_order_acquire); }
  bool over() const { return m_over.load(std::memory_order_acquire); }

  void pause();
  // `until`: s; pauses behind the step that reaches it.
  Answer resume(std::optional<double> until);
  void step(int steps);
  // All of it from the next major step on, or nothing.
  Answer tune(const std::vector<sim::Assignment>& assignments, const sim::BlockLibrary& library);
  Answer subscribe(const std::vector<std::string>& names, std::size_t queue, bool fromStart);
  bool unsubscribe(int subscription);
  Answer rows(const std::vector<std::string>& names, std::int64_t first, std::int64_t count) const;
  std::string status() const;
  std::string statistics() const;  // once it is over
  std::string signals() const;     // an array
  const sim::ModelRun& run() const { return *m_run; }
  const sim::Diagram& compiled() const { return m_compiled; }

  // The loop. Adds notifications to `out` while that is shorter than `room`.
  void notify(std::string& out, std::size_t room);
  bool toldAll() const { return m_told.load(std::memory_order_relaxed); }

 private:
  struct Columns {
    std::vector<std::string> names, units;
    std::vector<int> columns;
  };
  sim::Result<Columns> columnsOf(const std::vector<std::string>& names) const;
  void execute();
  std::string endMessage() const;

  const int m_model;
  const sim::Diagram m_compiled;
  sim::Diagram m_now;  // with what was tuned
  const std::unique_ptr<sim::ModelRun> m_run;
  const std::unique_ptr<sim::ModelRun>
      m_rehearsal;  // never begins: whether values can be tuned is tried on it
  const std::vector<sim::RecordedSignal> m_signals;
  const std::optional<std::string> m_folder;
  const Limits& m_limits;
  const Wakeup& m_wakeup;
  sim::RunResult m_result;  // once it is over
  std::atomic<bool> m_over{false}, m_told{false};
  std::thread m_thread;

  std::mutex m_mutex;  // of the following
  std::vector<Subscription> m_subscriptions;
  int m_lastSubscription = 0;
  bool m_toldPaused = false;
};

}  // namespace fluxion::server
