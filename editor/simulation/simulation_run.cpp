#include "editor/simulation/simulation_run.h"

#include <mutex>
#include <optional>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/work.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace fluxion {

// What both threads see. The control belongs to the model, which exists only once it is compiled: a wish that
// comes before is kept here.
struct SimulationRun::Shared {
  std::mutex mutex;
  sim::RunControl* control = nullptr;
  bool stop = false, pause = false;
  int forward = 0;
  std::optional<double> pace;

  template <class Remember, class Wish>
  void ask(Remember remember, Wish wish) {
    std::lock_guard lock(mutex);
    remember(*this);
    if (control) wish(*control);
  }
  void take(sim::RunControl& its) {
    std::lock_guard lock(mutex);
    control = &its;
    if (stop) control->request_stop();
    if (pace) control->set_pace(*pace);
    if (pause) control->request_pause();
    if (forward > 0) control->step_forward(forward);
  }
};

SimulationRun::SimulationRun(sim::Diagram diagram, const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent),
      m_diagram(std::make_shared<const sim::Diagram>(std::move(diagram))),
      m_library(library),
      m_shared(std::make_shared<Shared>()),
      m_tuning(
          this,
          [](const TuneQuestion& q, const auto& wanted) {
            return wanted() ? q.model->tune(*q.compiled, q.now, *q.library) : sim::ModelRun::Tuned{};
          },
          [this](const sim::ModelRun::Tuned& what) { emit tuned(what); }) {
  constexpr int displayInterval = 12;  // ms: a little late, it is still in time for 60 frames a second
  m_timer.setInterval(displayInterval);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &SimulationRun::poll);
}

SimulationRun::~SimulationRun() {
  stop();
  if (m_thread.joinable()) m_thread.join();
}

// In the run's thread. An operating point of the model says nothing of blocks that are only looked at.
sim::Result<std::shared_ptr<sim::ModelRun>> SimulationRun::prepare() const {
  const auto lookedAt = m_origin.empty() ? m_plan.lookedAt : std::vector<sim::PortRef>();
  auto prepared = m_earlier.model ? sim::ModelRun::prepare(*m_diagram, m_library, *m_earlier.model,
                                                           *m_earlier.diagram, lookedAt)
                                  : sim::ModelRun::prepare(*m_diagram, m_library, lookedAt);
  if (!prepared) return prepared.errors();
  std::shared_ptr<sim::ModelRun> model = *std::move(prepared);
  if (m_origin.empty()) return model;
  auto origin = sim::read_operating_point(m_origin, model->program());
  if (!origin) return origin.errors();
  model->start_from(*std::move(origin));
  return model;
}

void SimulationRun::start(Goal goal) {
  if (m_phase != Phase::Idle) return;
  m_shared->ask([this](Shared& s) { s.pause = s.pause || m_plan.paused; }, [](sim::RunControl&) {});
  setPhase(Phase::Compiling);
  // The thread is joined before this object goes, and what was posted to it by then is dropped.
  m_thread = std::thread([this, goal] {
    sim::RunResult ended;
    try {
      work(goal);
      return;
    } catch (const sim::WorkStopped&) {
      ended.end = sim::RunEnd::Stopped;
    } catch (...) {
      ended.diagnostics = {sim::failure_report("simulate the model")};
    }
    QMetaObject::invokeMethod(
        this, [this, ended] { complete(ended); }, Qt::QueuedConnection);
  });
}

// In the thread of the run.
void SimulationRun::work(Goal goal) {
  const sim::Work stoppable([shared = m_shared] {
    std::lock_guard lock(shared->mutex);
    return shared->stop;
  });
  auto prepared = prepare();
  m_earlier = {};
  if (!prepared) {
    sim::RunResult none;
    if (stoppable.stop_requested())
      none.end = sim::RunEnd::Stopped;
    else
      none.diagnostics = prepared.errors();
    QMetaObject::invokeMethod(
        this, [this, none] { complete(none); }, Qt::QueuedConnection);
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
  sim::RunControl& control = model->control();
  control.keep_points(m_plan.keptPoints, m_plan.keptInterval);
  if (m_plan.conditions) control.set_pause_conditions(m_plan.conditions(*m_diagram, model->program()));
  std::vector<std::shared_ptr<sim::Tap>> taps;
  if (m_plan.taps) taps = m_plan.taps(*m_diagram, model->program());
  if (!taps.empty()) control.set_taps(taps);
  model->watched_values().ask();  // where it pauses and ends, somebody may point at a line
  m_shared->take(control);
  QMetaObject::invokeMethod(
      this, [this, model, taps] { take(model, taps); }, Qt::QueuedConnection);
  model->exchange_signals();
  const sim::RunResult result = model->execute();
  QMetaObject::invokeMethod(
      this, [this, result] { complete(result); }, Qt::QueuedConnection);
}

void SimulationRun::pause() {
  if (!isActive()) return;
  m_shared->ask([](Shared& s) { s.pause = true; }, [](sim::RunControl& c) { c.request_pause(); });
}

void SimulationRun::resume() {
  m_shared->ask([](Shared& s) { s.pause = false, s.forward = 0; }, [](sim::RunControl& c) { c.resume(); });
  if (m_phase == Phase::Paused) setPhase(Phase::Running);
  restartRate();
}

void SimulationRun::stop() {
  m_shared->ask([](Shared& s) { s.stop = true; }, [](sim::RunControl& c) { c.request_stop(); });
}

void SimulationRun::stepForward(int steps) {
  m_shared->ask([steps](Shared& s) { s.pause = true, s.forward += steps; },
                [steps](sim::RunControl& c) { c.step_forward(steps); });
  restartRate();
}

void SimulationRun::stepBack(int steps) {
  m_shared->ask([](Shared&) {},
                [steps](sim::RunControl& c) {
                  for (int k = 0; k < steps; ++k) c.step_back();
                });
}

void SimulationRun::setPace(double rate) {
  m_shared->ask([rate](Shared& s) { s.pace = rate; }, [rate](sim::RunControl& c) { c.set_pace(rate); });
}

void SimulationRun::setPauseConditions(std::vector<sim::PauseCondition> conditions) {
  m_shared->ask([](Shared&) {}, [&](sim::RunControl& c) { c.set_pause_conditions(std::move(conditions)); });
}

void SimulationRun::setTaps(std::vector<std::shared_ptr<sim::Tap>> taps) {
  m_taps = std::move(taps);
  m_shared->ask([](Shared&) {}, [&](sim::RunControl& c) { c.set_taps(m_taps); });
}

void SimulationRun::tune(const sim::Diagram& now) {
  if (!m_model || !isActive()) return;
  if (!m_ownLibrary) m_ownLibrary = sharedCopy(m_library);
  m_tuning.ask({m_model, m_diagram, now, m_ownLibrary});
}

void SimulationRun::restartRate() {
  m_clock.restart();
  m_rateTime = m_state.progress.time;
}

std::shared_ptr<const sim::SignalLog> SimulationRun::log() const {
  return m_model ? std::shared_ptr<const sim::SignalLog>(m_model, &m_model->log()) : nullptr;
}

std::shared_ptr<sim::WatchedValues> SimulationRun::watchedValues() const {
  return m_model ? std::shared_ptr<sim::WatchedValues>(m_model, &m_model->watched_values()) : nullptr;
}

void SimulationRun::take(std::shared_ptr<sim::ModelRun> model, std::vector<std::shared_ptr<sim::Tap>> taps) {
  m_model = std::move(model);
  m_taps = std::move(taps);
  m_state = {{}, m_model->start_time(), m_model->stop_time(), 0};
  m_state.progress.time = m_rateTime = m_state.startTime;
  m_clock.start();
  m_timer.start();
  setPhase(Phase::Running);
  emit compiled();
}

void SimulationRun::poll() {
  constexpr qint64 rateWindow = 500;                  // ms
  if (m_model->control().stepping_back()) return;     // it is nowhere anybody wants to see it
  const bool waiting = m_model->control().at_rest();  // before the progress, which is then where it waits
  m_state.progress = m_model->control().progress();
  if (const auto hits = m_model->control().take_hits(); !hits.empty()) emit conditionsMet(hits);
  if (waiting != (m_phase == Phase::Paused)) setPhase(waiting ? Phase::Paused : Phase::Running);
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
  m_shared->ask([](Shared& s) { s.control = nullptr; }, [](sim::RunControl&) {});
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
