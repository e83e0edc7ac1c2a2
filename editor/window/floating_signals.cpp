#include "editor/window/floating_signals.h"

#include <QStringList>
#include <algorithm>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/simulation/breakpoints.h"
#include "editor/window/run_controller.h"
#include "editor/window/unrecorded_signals.h"

namespace fluxion {

FloatingSignals::FloatingSignals(DiagramDocument& document, RunController& runs, FloatingScope& scope,
                                 QObject* parent)
    : QObject(parent), m_document(document), m_runs(runs), m_scope(scope) {
  connect(&runs, &RunController::compiled, this, &FloatingSignals::onRun);
  connect(&runs, &RunController::advanced, this, &FloatingSignals::onAdvanced);
  connect(&runs, &RunController::finished, this, &FloatingSignals::update);
  connect(&document, &DiagramDocument::changed, this, &FloatingSignals::onEdited);
  connect(&m_repetition, &RunRepetition::advanced, this, [this] {
    m_scope.setProgress(m_repetition.progress());
    m_scope.panel().refresh();
  });
  connect(&m_repetition, &RunRepetition::finished, this, [this](const RepeatedRun& repeated) {
    m_repeated.push_back(repeated);
    update();
  });
  connect(&scope, &FloatingScope::lockedChanged, this, [this] {
    if (m_outputs.empty()) update();
  });
  connect(&scope, &FloatingScope::cancelRequested, this, [this] {
    if (m_repetition.isActive()) m_refused = m_repetition.outputs();
    update();
  });
  connect(&scope, &FloatingScope::repeatRequested, this, [this] {
    m_refused.clear();
    if (const SimulationRun* run = m_runs.run(); run && run->model()) repeat(*run, true);
  });
}

void FloatingSignals::show(std::vector<sim::PortRef> outputs) {
  m_outputs = std::move(outputs);
  m_conserving = false;
  setLooking(m_looking);
}

void FloatingSignals::showConservingLine() {
  m_outputs.clear();
  m_conserving = true;
  setLooking(m_looking);
}

void FloatingSignals::setLooking(bool looking) {
  m_looking = looking;
  m_runs.setTapped(looking ? m_outputs : std::vector<sim::PortRef>());
  update();
}

void FloatingSignals::clear() {
  m_repeated.clear();
  m_scope.unlock();
  show({});
}

void FloatingSignals::onRun() {
  m_repetition.cancel();
  m_repeated.clear();
  m_refused.clear();
  update();
}

void FloatingSignals::onAdvanced() {
  if (m_looking) m_scope.panel().refresh();
}

// Blocks get other names, go, and come back.
void FloatingSignals::onEdited() {
  if (m_outputs.empty()) return;
  const auto there = std::ranges::count_if(
      m_outputs, [this](sim::PortRef output) { return isThere(m_document.diagram(), output); });
  if (std::exchange(m_there, there) == there) return showNames();
  update();
}

QString FloatingSignals::nameOf(sim::PortRef output) const {
  const SimulationRun* run = m_runs.run();
  const bool known = isThere(m_document.diagram(), output) || !run;
  return signalText(known ? m_document.diagram() : run->diagram(), output);
}

void FloatingSignals::showNames() {
  QStringList names;
  for (const sim::PortRef& output : m_outputs) names << nameOf(output);
  m_scope.setSignals(names.join(QStringLiteral(", ")));
}

// Rebuilds everything from the signals and the run there are.
void FloatingSignals::update() {
  m_repetition.cancel();
  m_scope.setProgress(std::nullopt);
  m_scope.setRepeatOffered(false);
  showNames();
  m_there = std::ranges::count_if(
      m_outputs, [this](sim::PortRef output) { return isThere(m_document.diagram(), output); });
  m_scope.setKeepEnabled(m_there > 0);
  if (!m_looking) return;
  const SimulationRun* run = m_runs.run();
  if (m_conserving)
    showNothing(
        tr("A conserving line carries no signal: two quantities at once, such as voltage and current, "
           "belong to it. Connect a sensor block from the library, and select the line that leaves it."));
  else if (m_outputs.empty() && m_scope.isLocked())
    showNothing(tr("Locked, without a signal: release Lock, then select a line of the diagram."));
  else if (m_outputs.empty())
    showNothing(tr("Select a line of the diagram to see its signal."));
  else if (!run || !run->model())
    showNothing(m_there > 0 ? tr("Run the model to see the signal.")
                            : tr("The signal is gone: its block was deleted."));
  else
    showRun(*run);
}

void FloatingSignals::showNothing(const QString& why) {
  m_scope.setNotice(why);
  m_shownLogs.clear();
  m_shownOutputs.clear();
  m_scope.setSource(std::nullopt, false);
}

FloatingSignals::Seen FloatingSignals::lookAt(const SimulationRun& run) const {
  const sim::Program& program = run.model()->program();
  Seen seen{run.model(), findSignals(m_outputs, run.diagram(), program), {}};
  seen.places = recordedPlaces(watchedIndices(seen.found), program, run.log(), run.taps());
  return seen;
}

QString FloatingSignals::tooMany(const Seen& seen) const {
  const int elements = elementCount(watchedIndices(seen.found), seen.model->program());
  if (elements <= mostTappedElements) return {};
  return tr("%1 elements are too many to be drawn together: %2 at most. Select fewer lines, or lead the "
            "elements "
            "to look at through a Selector block.")
      .arg(elements)
      .arg(mostTappedElements);
}

void FloatingSignals::showRun(const SimulationRun& run) {
  if (run.isActive()) return showActive(run);
  if (const RepeatedRun* repeated = findRepeated()) return showRepeated(run, *repeated);
  showOver(run);
}

void FloatingSignals::showActive(const SimulationRun& run) {
  Seen seen = lookAt(run);
  if (const QString why = tooMany(seen); !why.isEmpty()) return showNothing(why);
  std::vector<std::shared_ptr<sim::Tap>> taps = run.taps(), looked;
  std::vector<int> unrecorded;
  for (const int index : watchedIndices(seen.found)) {
    const auto place = seen.places.find(index);
    if (place == seen.places.end())
      unrecorded.push_back(index);
    else if (place->second.tap)
      looked.push_back(place->second.tap);
  }
  if (auto tap = tapFor(unrecorded, seen.model->program())) {
    taps.push_back(tap);
    looked.push_back(std::move(tap));
  }
  taps = tapsToKeep(std::move(taps), looked);
  if (taps != run.taps()) {
    m_runs.setTaps(std::move(taps));
    seen = lookAt(run);
  }
  const QString missing =
      whatIsMissing(seen.found, *seen.model, run.diagram(), m_document.diagram(), LookedAtBy::RunThatGoesOn);
  if (seen.places.empty()) return showNothing(missing);
  const QString since = recordedSince(seen.found, seen.places, m_document.diagram(), run.state().startTime,
                                      run.state().progress.time);
  present(run, seen);
  m_scope.setNotice(missing.isEmpty() || since.isEmpty() ? missing + since : missing + u' ' + since);
}

static bool isWhole(const RecordedPlace& place, const SimulationRun& run) {
  if (!place.tap) return true;
  const sim::SignalLog &log = *place.log, &whole = *run.log();
  return log.size() > 0 && whole.size() > 0 && log.time(0) <= whole.time(0);
}

void FloatingSignals::showOver(const SimulationRun& run) {
  const Seen seen = lookAt(run);
  if (const QString why = tooMany(seen); !why.isEmpty()) return showNothing(why);
  bool whole = true, full = false, lacking = false;
  for (const TappedSignal& signal : seen.found) {
    lacking = lacking || (signal.watched.empty() && signal.driven);
    for (const int index : signal.watched) {
      const auto place = seen.places.find(index);
      whole = whole && place != seen.places.end() && isWhole(place->second, run);
      full = full || (place != seen.places.end() && place->second.tap && place->second.tap->full());
    }
  }
  const QString missing =
      whatIsMissing(seen.found, *seen.model, run.diagram(), m_document.diagram(), LookedAtBy::RunThatIsOver);
  if (seen.places.empty())
    showNothing(missing);
  else
    present(run, seen);
  m_scope.setNotice(full ? tr("The rest was not recorded: it would have taken too much memory.") : missing);
  if (lacking || (!whole && !full)) repeat(run, false);
}

// The last one that recorded all that is wanted.
const RepeatedRun* FloatingSignals::findRepeated() const {
  for (const RepeatedRun& repeated : m_repeated)
    if (std::ranges::all_of(m_outputs, [&](sim::PortRef output) {
          return std::ranges::find(repeated.outputs, output) != repeated.outputs.end();
        }))
      return &repeated;
  return nullptr;
}

void FloatingSignals::showRepeated(const SimulationRun& run, const RepeatedRun& repeated) {
  if (!repeated.model) {
    const sim::Diagnostic& why = repeated.problems.front();
    return showNothing(
        tr("The run cannot be repeated to record the signal: %1.").arg(QString::fromStdString(why.message)));
  }
  const sim::Program& program = repeated.model->program();
  Seen seen{repeated.model.get(), findSignals(m_outputs, run.diagram(), program), {}};
  if (repeated.tap) {
    const std::shared_ptr<const sim::SignalLog> log(repeated.model, &repeated.model->log());
    seen.places = recordedPlaces(watchedIndices(seen.found), program, log, {repeated.tap});
  }
  const QString missing =
      whatIsMissing(seen.found, *seen.model, run.diagram(), m_document.diagram(), LookedAtBy::Repetition);
  if (const QString why = tooMany(seen); !why.isEmpty()) return showNothing(why);
  if (seen.places.empty()) return showNothing(missing);
  present(run, seen);
  m_scope.setNotice(repeated.tap && repeated.tap->full()
                        ? tr("The rest was not recorded: it would have taken too much memory.")
                        : missing);
}

static std::vector<ScopeSignal> elementsOf(const sim::Program& program, int index, const QString& name,
                                           const RecordedPlace& place) {
  const sim::WatchedSignal& w = program.watched[static_cast<std::size_t>(index)];
  const sim::Shape& shape =
      program.blocks[static_cast<std::size_t>(w.block)].outputs[static_cast<std::size_t>(w.port)].shape;
  std::vector<ScopeSignal> curves;
  for (int k = 0; k < w.total; ++k) {
    ScopeSignal curve{name + QString::fromStdString(sim::element_suffix(shape, k)), place.first + k, w.held};
    curve.log = place.log;
    curves.push_back(std::move(curve));
  }
  return curves;
}

void FloatingSignals::present(const SimulationRun& run, const Seen& seen) {
  const sim::Program& program = seen.model->program();
  ScopeSource source;
  source.log = run.log();
  source.run = m_runs.runName();
  source.startTime = seen.model->start_time();
  source.stopTime = seen.model->stop_time();
  std::vector<std::shared_ptr<const sim::SignalLog>> logs;
  for (const TappedSignal& signal : seen.found) {
    ScopeAxes axes;
    axes.label = nameOf(signal.output);
    for (const int index : signal.watched) {
      const auto place = seen.places.find(index);
      if (place == seen.places.end()) continue;
      const sim::WatchedSignal& w = program.watched[static_cast<std::size_t>(index)];
      const std::string& path = program.blocks[static_cast<std::size_t>(w.block)].path;
      const QString name = signal.watched.size() > 1 ? QString::fromStdString(path) : axes.label;
      std::ranges::move(elementsOf(program, index, name, place->second), std::back_inserter(axes.curves));
      logs.push_back(place->second.log);
    }
    if (!axes.curves.empty()) source.axes.push_back(std::move(axes));
  }
  const bool known = m_shownOutputs == m_outputs && m_shownLogs == logs;
  // A part of this very run is no earlier one.
  const bool same = m_shownOutputs == m_outputs && m_shownRun.lock() != run.sharedModel();
  m_shownLogs = std::move(logs);
  m_shownRun = run.sharedModel();
  m_shownOutputs = m_outputs;
  if (!known) m_scope.setSource(std::move(source), same);
  if (!run.isActive()) m_scope.panel().finish();
}

void FloatingSignals::repeat(const SimulationRun& run, bool asked) {
  constexpr double quick = 20;  // s; what takes longer is not done unasked
  const sim::RunStatistics& statistics = run.result().statistics;
  // What was changed in a run while it went on, a repetition does not know.
  if (!statistics.changes.empty())
    return m_scope.setNotice(
        tr("Parameters were changed during the run, so it cannot be repeated to record the signal. "
           "It is recorded in the next run."));
  if (!asked && (statistics.run_seconds > quick || m_outputs == m_refused)) {
    m_scope.setNotice(m_shownOutputs.empty() ? tr("The last run did not record this signal.")
                                             : tr("The last run did not record all of this."));
    return m_scope.setRepeatOffered(true);
  }
  m_scope.setRepeatOffered(false);
  m_scope.setNotice(tr("The run is repeated in the background to record the signal."));
  const SimulationRun::Compiled compiled = run.compiledModel();
  m_repetition.start(
      {compiled.model, compiled.diagram, m_runs.compiledModels()->library(), m_outputs, statistics.end_time});
  m_scope.setProgress(0.0);
}

}  // namespace fluxion
