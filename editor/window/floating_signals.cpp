#include "editor/window/floating_signals.h"

#include <QStringList>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/run/breakpoints.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/window/run_controller.h"

namespace fluxion {

FloatingSignals::FloatingSignals(DiagramDocument& document, RunController& runs, FloatingScope& scope,
                                 QObject* parent)
    : QObject(parent), m_document(document), m_runs(runs), m_scope(scope) {
  connect(&runs, &RunController::compiled, this, &FloatingSignals::onRun);
  connect(&runs, &RunController::advanced, this, &FloatingSignals::onAdvanced);
  connect(&runs, &RunController::finished, this, &FloatingSignals::update);
  connect(&m_repetition, &RunRepetition::advanced, this, [this] {
    m_scope.setProgress(m_repetition.progress());
    m_scope.panel().refresh();
  });
  connect(&m_repetition, &RunRepetition::finished, this, &FloatingSignals::onRepeated);
  connect(&scope, &FloatingScope::cancelRequested, this, [this] {
    if (m_repeating) m_refused = m_repeating->outputs();
    update();
  });
  connect(&scope, &FloatingScope::repeatRequested, this, [this] {
    m_refused.clear();
    if (const SimulationRun* run = m_runs.run(); run && run->model())
      repeat(*run, findSignals(m_outputs, run->diagram(), run->model()->program()), true);
  });
}

void FloatingSignals::show(std::vector<sim::PortRef> outputs) {
  m_outputs = std::move(outputs);
  setLooking(m_looking);
}

void FloatingSignals::setLooking(bool looking) {
  m_looking = looking;
  m_runs.setTapped(looking ? m_outputs : std::vector<sim::PortRef>());
  update();
}

void FloatingSignals::clear() {
  m_outputs.clear();
  m_repeated.clear();
  setLooking(m_looking);
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

void FloatingSignals::onRepeated() {
  if (m_repeating) m_repeated.push_back(std::move(m_repeating));
  update();
}

// Everything anew, from the signals and the run there are.
void FloatingSignals::update() {
  m_repetition.cancel();
  m_repeating.reset();
  m_scope.setProgress(std::nullopt);
  m_scope.setRepeatOffered(false);
  QStringList names;
  for (const sim::PortRef& output : m_outputs) names << signalText(m_document.diagram(), output);
  m_scope.setSignals(names.join(QStringLiteral(", ")));
  m_scope.setKeepEnabled(!m_outputs.empty());
  if (!m_looking) return;
  if (m_outputs.empty()) return showNothing(tr("Select a line of the diagram to see its signal."));
  const SimulationRun* run = m_runs.run();
  if (!run || !run->model()) return showNothing(tr("Run the model to see the signal."));
  showRun(*run);
}

void FloatingSignals::showNothing(const QString& why) {
  m_scope.setNotice(why);
  m_shown.reset();
  m_shownOutputs.clear();
  m_scope.setSource(std::nullopt, false);
}

// Where the run's own log has them all: the first columns, by index into Program::watched.
static std::optional<std::vector<int>> recordedAnyway(const sim::Program& program,
                                                      const std::vector<int>& wanted) {
  std::vector<int> firsts;
  for (const int index : wanted) {
    const sim::WatchedSignal& w = program.watched[static_cast<std::size_t>(index)];
    const auto whole = std::ranges::find_if(program.logged, [&](const sim::LoggedSignal& s) {
      return s.block == w.block && s.port == w.port && s.count() == w.total;
    });
    if (whole == program.logged.end()) return std::nullopt;
    firsts.push_back(whole->first);
  }
  return firsts;
}

std::shared_ptr<sim::Tap> FloatingSignals::findTap(const SimulationRun& run,
                                                   const std::vector<int>& wanted) const {
  for (const auto& taps : {m_repeated, run.taps()})
    for (const auto& tap : taps)
      if (tap->outputs() == wanted) return tap;
  return nullptr;
}

void FloatingSignals::showRun(const SimulationRun& run) {
  const sim::Program& program = run.model()->program();
  const auto found = findSignals(m_outputs, run.diagram(), program);
  const std::vector<int> wanted = watchedIndices(found);
  const QString missing = whatIsMissing(run, found);
  if (wanted.empty()) return showNothing(missing);
  m_scope.setNotice(missing);
  if (const auto firsts = recordedAnyway(program, wanted)) return present(run, run.log(), found, *firsts);
  std::shared_ptr<sim::Tap> tap = findTap(run, wanted);
  if (!tap && run.isActive() && (tap = tapFor(found, program))) m_runs.addTap(tap);
  if (tap)
    showTap(run, tap, found);
  else if (run.isActive() || !tapFor(found, program))
    showNothing(tr("The signal has too many elements to be drawn."));
  else
    repeat(run, found, false);
}

static bool isWhole(const sim::Tap& tap, const SimulationRun& run) {
  const sim::SignalLog &log = tap.log(), &whole = *run.log();
  return !tap.full() && log.size() > 0 && whole.size() > 0 && log.time(0) <= whole.time(0);
}

static std::shared_ptr<const sim::SignalLog> logOf(const std::shared_ptr<sim::Tap>& tap) {
  return {tap, &tap->log()};
}

void FloatingSignals::showTap(const SimulationRun& run, const std::shared_ptr<sim::Tap>& tap,
                              const std::vector<TappedSignal>& found) {
  std::vector<int> firsts;
  for (std::size_t k = 0; k < tap->outputs().size(); ++k) firsts.push_back(tap->first(k));
  present(run, logOf(tap), found, firsts);
  if (run.isActive()) {
    const double from = tap->log().size() > 0 ? tap->log().time(0) : run.state().progress.time;
    const bool late = from > run.state().startTime;
    if (late) m_scope.setNotice(tr("Recorded from t = %1 s on.").arg(from, 0, 'g', 6));
    return;
  }
  if (tap->full())
    m_scope.setNotice(tr("The rest was not recorded: it would have taken too much memory."));
  else if (!isWhole(*tap, run) && std::ranges::find(m_repeated, tap) == m_repeated.end())
    repeat(run, found, false);
}

void FloatingSignals::present(const SimulationRun& run, std::shared_ptr<const sim::SignalLog> log,
                              const std::vector<TappedSignal>& found, const std::vector<int>& firsts) {
  if (m_shown.lock() == log && m_shownOutputs == m_outputs) {
    if (!run.isActive()) m_scope.panel().finish();
    return;
  }
  const sim::Program& program = run.model()->program();
  const std::vector<int> wanted = watchedIndices(found);
  ScopeSource source;
  source.log = log;
  source.run = m_runs.runName();
  source.startTime = run.model()->start_time();
  source.stopTime = run.model()->stop_time();
  for (const TappedSignal& signal : found) {
    if (signal.watched.empty()) continue;
    ScopeAxes axes;
    axes.label = signalText(m_document.diagram(), signal.output);
    for (const int index : signal.watched) {
      const sim::WatchedSignal& w = program.watched[static_cast<std::size_t>(index)];
      const sim::BlockInfo& block = program.blocks[static_cast<std::size_t>(w.block)];
      const QString name = signal.watched.size() > 1 ? QString::fromStdString(block.path) : axes.label;
      const auto place = static_cast<std::size_t>(std::ranges::find(wanted, index) - wanted.begin());
      const sim::Shape& shape = block.outputs[static_cast<std::size_t>(w.port)].shape;
      for (int k = 0; k < w.total; ++k)
        axes.curves.push_back(
            {name + QString::fromStdString(sim::element_suffix(shape, k)), firsts[place] + k, w.held});
    }
    source.axes.push_back(std::move(axes));
  }
  // A part of this very run is no earlier one.
  const bool same = m_shownOutputs == m_outputs && m_shownRun.lock() != run.sharedModel();
  m_shown = log;
  m_shownRun = run.sharedModel();
  m_shownOutputs = m_outputs;
  m_scope.setSource(std::move(source), same);
  if (!run.isActive()) m_scope.panel().finish();
}

// What was changed in a run while it went on, a repetition does not know.
bool FloatingSignals::mayRepeat(const SimulationRun& run) const {
  return run.result().statistics.changes.empty();
}

void FloatingSignals::repeat(const SimulationRun& run, const std::vector<TappedSignal>& found, bool asked) {
  constexpr double quick = 20;  // s; what takes longer is not done unasked
  const sim::RunStatistics& statistics = run.result().statistics;
  const std::shared_ptr<sim::Tap> known = findTap(run, watchedIndices(found));
  if (!known) showNothing({});
  if (!mayRepeat(run))
    return m_scope.setNotice(
        tr("Parameters were changed during the run, so it cannot be repeated to record the signal. "
           "It is recorded in the next run."));
  auto tap = tapFor(found, run.model()->program());
  if (!tap) return;
  if (!asked && (statistics.run_seconds > quick || tap->outputs() == m_refused)) {
    m_scope.setNotice(known ? tr("The beginning of the run was not recorded.")
                            : tr("The last run did not record this signal."));
    return m_scope.setRepeatOffered(true);
  }
  m_scope.setRepeatOffered(false);
  m_scope.setNotice(tr("The run is repeated in the background to record the signal."));
  std::shared_ptr<sim::ModelRun> again = run.model()->again();
  again->control().set_taps({tap});
  m_repeating = std::move(tap);
  m_repetition.start(std::move(again), statistics.end_time);
  m_scope.setProgress(0.0);
}

// Of each signal that the run does not compute, why.
QString FloatingSignals::whatIsMissing(const SimulationRun& run,
                                       const std::vector<TappedSignal>& found) const {
  QStringList out;
  for (const TappedSignal& signal : found) {
    if (!signal.watched.empty()) continue;
    const QString name = signalText(m_document.diagram(), signal.output);
    const std::string path = sim::block_path(run.diagram(), signal.output.block);
    const auto& reductions = run.model()->reductions();
    const auto reduced = std::ranges::find_if(
        reductions, [&](const std::string& text) { return text.starts_with(path + " "); });
    if (!run.diagram().blocks.contains(signal.output.block))
      out << tr("%1 is newer than the last run: run again to see it.").arg(name);
    else if (!signal.driven)
      out << tr("Nothing drives %1.").arg(name);
    else if (reduced != reductions.end())
      out << tr("The run left this out: %1. Keep it as a Scope to have it computed.")
                 .arg(QString::fromStdString(*reduced));
    else
      out << tr("The run did not compute %1: nothing that is recorded or integrated needs it. Keep it as a "
                "Scope to have it computed.")
                 .arg(name);
  }
  return out.join(u' ');
}

}  // namespace fluxion
