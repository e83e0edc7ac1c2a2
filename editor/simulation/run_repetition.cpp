#include "editor/simulation/run_repetition.h"

#include <algorithm>
#include <cmath>

#include "editor/simulation/tapped_signals.h"

namespace fluxion {

RunRepetition::RunRepetition(QObject* parent)
    : QObject(parent),
      m_preparing(
          this, [](const Order& order, const auto& wanted) { return wanted() ? prepare(order) : Prepared{}; },
          [this](const Prepared& prepared) {
            if (m_active) execute(prepared);
          }) {
  constexpr int interval = 50;  // ms
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &RunRepetition::poll);
}

RunRepetition::~RunRepetition() { cancel(); }

void RunRepetition::start(Order order) {
  cancel();
  m_active = true;
  m_repeated.outputs = order.outputs;
  m_end = order.end;
  m_preparing.ask(std::move(order));
}

// In a thread of the pool, which nobody waits for: a compilation cannot be stopped.
RunRepetition::Prepared RunRepetition::prepare(const Order& order) {
  const auto there = findSignals(order.outputs, *order.diagram, order.run->program());
  const bool computed =
      std::ranges::all_of(there, [](const TappedSignal& s) { return !s.driven || !s.watched.empty(); });
  Prepared prepared;
  if (computed) {
    prepared.run = order.run->again();
  } else {
    auto compiled = order.run->again(*order.diagram, *order.library, order.outputs);
    if (!compiled) return {nullptr, nullptr, compiled.errors()};
    prepared.run = *std::move(compiled);
  }
  const sim::Program& program = prepared.run->program();
  prepared.tap = tapFor(watchedIndices(findSignals(order.outputs, *order.diagram, program)), program);
  return prepared;
}

void RunRepetition::execute(const Prepared& prepared) {
  m_repeated.model = prepared.run;
  m_repeated.tap = prepared.tap;
  m_repeated.problems = prepared.problems;
  if (!prepared.tap) return finish();
  m_run = prepared.run;
  m_run->control().set_taps({prepared.tap});
  m_run->control().set_pace(0);
  if (m_end < m_run->stop_time()) m_run->control().end_behind(m_end);
  m_over = std::make_shared<std::atomic<bool>>(false);
  m_thread = std::thread([run = m_run, over = m_over] {
    run->execute();
    over->store(true, std::memory_order_release);
  });
  m_timer.start();
}

void RunRepetition::cancel() {
  m_timer.stop();
  m_active = false;
  m_repeated = {};
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
  finish();
}

void RunRepetition::finish() {
  m_active = false;
  emit finished(std::exchange(m_repeated, {}));
}

}  // namespace fluxion
