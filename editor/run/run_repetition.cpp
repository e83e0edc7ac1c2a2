#include "editor/run/run_repetition.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

RunRepetition::RunRepetition(QObject* parent) : QObject(parent) {
  constexpr int interval = 50;  // ms
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &RunRepetition::poll);
}

RunRepetition::~RunRepetition() { cancel(); }

void RunRepetition::start(std::shared_ptr<sim::ModelRun> run, double end) {
  cancel();
  m_run = std::move(run);
  m_end = end;
  m_over = std::make_shared<std::atomic<bool>>(false);
  m_run->control().set_pace(0);
  if (end < m_run->stop_time()) m_run->control().end_behind(end);
  m_thread = std::thread([run = m_run, over = m_over] {
    run->execute();
    over->store(true, std::memory_order_release);
  });
  m_timer.start();
}

void RunRepetition::cancel() {
  m_timer.stop();
  if (!m_run) return;
  m_run->control().request_stop();
  m_thread.join();
  m_run.reset();
}

double RunRepetition::progress() const {
  const double start = m_run ? m_run->start_time() : 0, length = m_end - start;
  if (!m_run || !(length > 0) || !std::isfinite(length)) return 0;
  return std::clamp((m_run->control().progress().time - start) / length, 0.0, 1.0);
}

void RunRepetition::poll() {
  if (!m_over->load(std::memory_order_acquire)) return emit advanced();
  m_timer.stop();
  m_thread.join();
  m_run.reset();
  emit finished();
}

}  // namespace fluxion
