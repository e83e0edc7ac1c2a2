#include "editor/run/simulation_run.h"

#include <mutex>

namespace fluxion {

// What both threads see. The control belongs to the model, which exists only once it is compiled: a wish that
// comes before is kept here.
struct SimulationRun::Shared {
  std::mutex mutex;
  sim::RunControl* control = nullptr;
  bool stop = false, pause = false;

  template <class Wish>
  void ask(Wish wish) {
    std::lock_guard lock(mutex);
    wish(*this);
    if (control == nullptr) return;
    if (stop) control->request_stop();
    if (pause)
      control->request_pause();
    else
      control->resume();
  }
};

SimulationRun::SimulationRun(sim::Diagram diagram, const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent),
      m_diagram(std::move(diagram)),
      m_library(library),
      m_shared(std::make_shared<Shared>()) {
  constexpr int displayInterval = 16;  // ms
  m_timer.setInterval(displayInterval);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &SimulationRun::poll);
}

SimulationRun::~SimulationRun() {
  stop();
  if (m_thread.joinable()) m_thread.join();
}

void SimulationRun::start(Goal goal) {
  if (m_phase != Phase::Idle) return;
  setPhase(Phase::Compiling);
  m_thread = std::thread([this, goal] {
    // The thread is joined before this object goes, and what was posted to it by then is dropped.
    auto prepared = sim::ModelRun::prepare(m_diagram, m_library);
    if (!prepared) {
      sim::RunResult failed;
      failed.diagnostics = prepared.errors();
      QMetaObject::invokeMethod(
          this, [this, failed] { complete(failed); }, Qt::QueuedConnection);
      return;
    }
    const std::shared_ptr<sim::ModelRun> model = *std::move(prepared);
    if (goal == Goal::Compile) {
      sim::RunResult checked;
      checked.end = sim::RunEnd::Finished;
      checked.diagnostics = model->warnings();
      QMetaObject::invokeMethod(
          this, [this, checked] { complete(checked); }, Qt::QueuedConnection);
      return;
    }
    m_shared->ask([&](Shared& s) { s.control = &model->control(); });
    QMetaObject::invokeMethod(
        this, [this, model] { take(model); }, Qt::QueuedConnection);
    const sim::RunResult result = model->execute();
    QMetaObject::invokeMethod(
        this, [this, result] { complete(result); }, Qt::QueuedConnection);
  });
}

void SimulationRun::pause() {
  if (isActive()) m_shared->ask([](Shared& s) { s.pause = true; });
}

void SimulationRun::resume() {
  m_shared->ask([](Shared& s) { s.pause = false; });
  if (m_phase == Phase::Paused) setPhase(Phase::Running);
  m_clock.restart();
  m_rateTime = m_state.progress.time;
}

void SimulationRun::stop() {
  m_shared->ask([](Shared& s) { s.stop = true; });
}

std::shared_ptr<const sim::SignalLog> SimulationRun::log() const {
  return m_model ? std::shared_ptr<const sim::SignalLog>(m_model, &m_model->log()) : nullptr;
}

std::shared_ptr<sim::WatchBoard> SimulationRun::watchBoard() const {
  return m_model ? std::shared_ptr<sim::WatchBoard>(m_model, &m_model->watch_board()) : nullptr;
}

void SimulationRun::take(std::shared_ptr<sim::ModelRun> model) {
  m_model = std::move(model);
  m_state = {{}, m_model->start_time(), m_model->stop_time(), 0};
  m_state.progress.time = m_rateTime = m_state.startTime;
  m_clock.start();
  m_timer.start();
  setPhase(Phase::Running);
  emit compiled();
}

void SimulationRun::poll() {
  constexpr qint64 rateWindow = 500;  // ms
  m_state.progress = m_model->control().progress();
  if (const bool waiting = m_model->control().paused(); waiting != (m_phase == Phase::Paused))
    setPhase(waiting ? Phase::Paused : Phase::Running);
  if (m_phase == Phase::Running && m_clock.elapsed() >= rateWindow) {
    m_state.rate = 1000 * (m_state.progress.time - m_rateTime) / static_cast<double>(m_clock.restart());
    m_rateTime = m_state.progress.time;
  }
  emit advanced();
}

void SimulationRun::complete(sim::RunResult result) {
  m_timer.stop();
  m_thread.join();  // it has nothing left to do
  // The model may live on in a scope, but nobody controls it any more.
  m_shared->ask([](Shared& s) { s.control = nullptr; });
  if (m_model) m_state.progress = m_model->control().progress();
  m_result = std::move(result);
  setPhase(Phase::Over);
  emit finished();
}

void SimulationRun::setPhase(Phase phase) {
  m_phase = phase;
  emit phaseChanged();
}

}  // namespace fluxion
