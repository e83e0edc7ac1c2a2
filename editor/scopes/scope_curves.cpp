#include "editor/scopes/scope_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "editor/scopes/log_reader.h"
#include "editor/scopes/plot_labels.h"

namespace fluxion {

void ScopeCurves::rebuild() {
  m_canvas.clear();
  m_former = std::exchange(m_curves, {});
  if (!m_state.isEmpty()) {
    layOut();
    const std::size_t count = m_state.runs.size();
    for (std::size_t k = count; k-- > 0;) addRun(m_state.runs[k], static_cast<int>(count - 1 - k));
    for (const auto& curve : m_curves) m_canvas.setCurveVisible(curve->canvas, shown(*curve));
    labelPlots();
    m_canvas.setAxisTitles(m_state.settings.titles);
    nameCurves();
  }
  m_former.clear();
}

ScopeCurves::Growth ScopeCurves::update(std::size_t most) {
  Growth growth;
  const std::size_t each = std::max<std::size_t>(1, most / std::max<std::size_t>(1, m_curves.size()));
  for (const auto& curve : m_curves) {
    growth.grown = curve->update(each) || growth.grown;
    growth.more = growth.more || !curve->upToDate();
  }
  return growth;
}

bool ScopeCurves::shown(const ScopeCurve& curve) const {
  return !m_state.curveSettings({curve.input, curve.element}).hidden && (curve.age == 0 || m_state.ghosts);
}

double ScopeCurves::newestTime() const {
  double newest = m_state.isEmpty() ? 0 : m_state.newest().startTime;
  for (const auto& curve : m_curves)
    if (curve->age == 0 && curve->time) newest = std::max(newest, curve->time->lastTime());
  return newest;
}

// The plots, empty as yet.
void ScopeCurves::layOut() {
  const ScopeSource& newest = m_state.newest();
  m_canvas.setHorizontalUnit(newest.phase ? 1 : newest.timeUnit.seconds);
  if (newest.phase) {
    const auto title = [&newest](std::size_t input) {
      return input < newest.axes.size() ? axisTitle(newest.axes[input].label, newest.axes[input].unit)
                                        : QString();
    };
    m_canvas.addAxes(title(1));
    m_canvas.setHorizontalLabel(title(0));
    m_canvas.setEqualAspect(0, m_state.settings.equalScales);
    return;
  }
  int plots = std::max(1, static_cast<int>(newest.axes.size()));
  if (m_state.settings.rows > 0) {
    plots = m_state.settings.rows * m_state.settings.columns;
  } else {
    for (const auto& [key, curve] : m_state.settings.curves) plots = std::max(plots, curve.plot + 1);
  }
  const int columns = m_state.settings.rows > 0 ? m_state.settings.columns : 1;
  for (int k = 0; k < plots; ++k) {
    m_canvas.addAxes({}, PlotCell{k / columns, k % columns});
    const bool logarithmic = m_state.measureOf(k) != Measure::Value;
    for (const auto side : {PlotCanvas::Side::Left, PlotCanvas::Side::Right})
      m_canvas.vertical(k, side).setLogarithmic(logarithmic);
    if (m_state.settings.logarithmicTime) m_canvas.horizontal(k).setLogarithmic(true);
  }
  m_canvas.setHorizontalLabel(timeAxisTitle(QString::fromStdString(newest.timeUnit.name)));
}

// In a grid with fewer plots than inputs, the last ones share a plot.
int ScopeCurves::plotOf(CurveKey key) const {
  const int wanted = m_state.curveSettings(key).plot;
  return std::clamp(wanted >= 0 ? wanted : key.first, 0, m_canvas.axesCount() - 1);
}

ScopeCurve& ScopeCurves::add(const ScopeSource& run, int age, CurveKey key, const QString& name, bool held,
                             PlotCanvas::CurveKind kind) {
  const CurveSettings settings = m_state.curveSettings(key);
  auto curve = std::make_unique<ScopeCurve>();
  curve->signal = name;
  curve->input = key.first;
  curve->element = key.second;
  curve->axes = plotOf(key);
  curve->side = settings.side;
  curve->age = age;
  curve->held = held;
  // Colors count through a plot. In a plot of one signal a ghost has that of its run, among several that of
  // its signal, for else all signals of a run would look alike.
  std::vector<CurveKey> besides;  // of the newest run
  for (const auto& c : m_curves)
    if (c->age == 0 && c->axes == curve->axes) besides.emplace_back(c->input, c->element);
  const auto own = std::ranges::find(besides, key);
  const bool faded = age > 0 && besides.size() > 1 && own != besides.end();
  const int color = age > 0 && !faded ? run.color : static_cast<int>(own - besides.begin());
  // Where hues tell signals apart, an earlier run has one entry for all of them.
  const bool sayRun = m_state.runs.size() > 1 && !run.run.isEmpty();
  const auto beside = [&](const auto& c) { return c->age == age && c->axes == curve->axes; };
  const QString ofRun = std::ranges::any_of(m_curves, beside) ? QString() : run.run;
  const QString entry = faded && sayRun ? ofRun : sayRun ? curveOfRun(name, run.run) : name;
  curve->canvas = m_canvas.addCurve(curve->axes, entry, color, age, kind, curve->side);
  CurveStyle style = settings.style.value_or(CurveStyle{});
  if (!settings.style && held) style.line = CurveStyle::Line::Stairs;
  style.arrows = m_state.settings.direction;
  style.ends = m_state.settings.ends;
  style.faded = faded;
  m_canvas.setStyle(curve->canvas, style);
  m_curves.push_back(std::move(curve));
  return *m_curves.back();
}

std::unique_ptr<CurveData> ScopeCurves::timeDataOf(const ScopeSource& run, const ScopeSignal& signal,
                                                   Measure measure) {
  const auto& log = signal.log ? signal.log : run.log;
  for (const auto& former : m_former)
    if (former->time && former->time->log() == log && former->time->column() == signal.column &&
        former->time->measure() == measure)
      return std::move(former->time);
  return std::make_unique<CurveData>(log, signal.column, measure, signal.held);
}

void ScopeCurves::addRun(const ScopeSource& run, int age) {
  if (run.phase) return addPhase(run, age);
  for (int a = 0; a < static_cast<int>(run.axes.size()); ++a)
    for (int k = 0; k < static_cast<int>(run.axes[static_cast<std::size_t>(a)].curves.size()); ++k) {
      if (m_state.curveSettings({a, k}).removed) continue;
      const ScopeSignal& signal = run.axes[static_cast<std::size_t>(a)].curves[static_cast<std::size_t>(k)];
      if (signal.column < 0) continue;
      ScopeCurve& curve = add(run, age, {a, k}, signal.name, signal.held, PlotCanvas::CurveKind::OverTime);
      curve.time = timeDataOf(run, signal, m_state.measureOf(curve.axes));
      curve.samples = signal.samples;
    }
}

void ScopeCurves::addPhase(const ScopeSource& run, int age) {
  if (run.axes.size() < 2) return;
  const auto &xs = run.axes[0].curves, &ys = run.axes[1].curves;
  const std::size_t count = xs.empty() || ys.empty() ? 0 : std::max(xs.size(), ys.size());
  for (std::size_t k = 0; k < count; ++k) {
    const ScopeSignal &x = xs[std::min(k, xs.size() - 1)], &y = ys[std::min(k, ys.size() - 1)];
    const CurveKey key{0, static_cast<int>(k)};
    if (m_state.curveSettings(key).removed || x.column < 0 || y.column < 0) continue;
    const QString name = QCoreApplication::translate("ScopePanel", "%1 over %2").arg(y.name, x.name);
    ScopeCurve& curve = add(run, age, key, name, false, PlotCanvas::CurveKind::Phase);
    for (const auto& former : m_former)
      if (former->phase && former->phase->shows(run.log.get(), x.column, y.column))
        curve.phase = std::move(former->phase);
    if (!curve.phase) curve.phase = std::make_unique<PhaseCurveData>(run.log, x.column, y.column);
  }
}

// A vertical axis is named after the inputs whose curves belong to it.
void ScopeCurves::labelPlots() {
  const ScopeSource& newest = m_state.newest();
  if (newest.phase) return;
  for (int a = 0; a < m_canvas.axesCount(); ++a)
    for (const auto side : {PlotCanvas::Side::Left, PlotCanvas::Side::Right}) {
      QStringList names;
      for (const auto& curve : m_curves) {
        if (curve->axes != a || curve->side != side || curve->age > 0) continue;
        const auto& input = newest.axes[static_cast<std::size_t>(curve->input)];
        // Where two vertical axes share the signals of an input, each has its own names.
        const bool split = input.curves.size() > 1 && m_canvas.hasCurvesOn(a, PlotCanvas::Side::Right);
        const QString label = axisTitle(split ? curve->signal : input.label, input.unit);
        if (!names.contains(label)) names << label;
      }
      m_canvas.vertical(a, side).setLabel(names.join(QStringLiteral(", ")));
    }
}

// Among several signals the newest ones are called by their names alone. A legend with one entry says nothing
// the label does not.
void ScopeCurves::nameCurves() {
  const bool ghosts = m_state.runs.size() > 1 && m_state.ghosts;
  for (int a = 0; a < m_canvas.axesCount(); ++a) {
    const auto here = [a](const auto& c) { return c->axes == a && c->age == 0; };
    const auto count = std::ranges::count_if(m_curves, here);
    if (count == 0 || (count == 1 && !ghosts)) m_canvas.removeLegend(a);
    for (const auto& c : m_curves)
      if (count > 1 && here(c)) m_canvas.setCurveName(c->canvas, c->signal);
  }
}

std::vector<MeasuredSignal> ScopeCurves::measured() const {
  std::vector<MeasuredSignal> out;
  if (m_state.runs.empty()) return out;
  const ScopeSource& shownNow = m_state.newest();
  if (m_state.isPhase()) {
    for (const ScopeAxes& axes : shownNow.axes)
      for (const ScopeSignal& signal : axes.curves)
        out.push_back({signal.name, {}, shownNow.log, *shownNow.log, signal.column, signal.held});
    return out;
  }
  for (const auto& curve : m_curves)
    if (curve->age == 0 && curve->time && shown(*curve))
      out.push_back({curve->signal, m_canvas.curveColor(curve->canvas), curve->time->log(),
                     *curve->time->log(), curve->time->column(), curve->held});
  return out;
}

std::vector<CurvePoint> ScopeCurves::phasePoints(double time) const {
  std::vector<CurvePoint> out;
  if (!m_state.isPhase() || m_state.newest().axes.size() < 2) return out;
  const sim::LogView log(*m_state.newest().log);
  const auto &xs = m_state.newest().axes[0].curves, &ys = m_state.newest().axes[1].curves;
  if (xs.empty() || ys.empty()) return out;
  for (std::size_t k = 0; k < std::max(xs.size(), ys.size()); ++k) {
    const auto x = valueAt(log, xs[std::min(k, xs.size() - 1)].column, time, false);
    const auto y = valueAt(log, ys[std::min(k, ys.size() - 1)].column, time, false);
    if (x && y) out.push_back({*x, *y});
  }
  return out;
}

}  // namespace fluxion
