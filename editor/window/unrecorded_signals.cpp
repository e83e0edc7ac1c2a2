#include "editor/window/unrecorded_signals.h"

#include <QStringList>
#include <algorithm>

#include "editor/shown_number.h"
#include "editor/simulation/breakpoints.h"
#include "editor/window/floating_signals.h"

namespace fluxion {

bool isThere(const sim::Diagram& now, sim::PortRef output) { return now.blocks.contains(output.block); }

static QString reasonFor(const TappedSignal& signal, const QString& name, const sim::ModelRun& model,
                         const sim::Diagram& compiled, LookedAtBy by) {
  if (!compiled.blocks.contains(signal.output.block))
    return FloatingSignals::tr("%1 is newer than the last run: run again to see it.").arg(name);
  if (!signal.driven) return FloatingSignals::tr("Nothing drives %1.").arg(name);
  if (by == LookedAtBy::Repetition)
    return FloatingSignals::tr(
               "The model does not compile with what %1 needs: connect a Scope to it, and run, "
               "to read why.")
        .arg(name);
  if (by == LookedAtBy::RunThatIsOver)
    return FloatingSignals::tr("The last run did not compute %1, which drives nothing that is recorded.")
        .arg(name);
  const std::string path = sim::block_path(compiled, signal.output.block);
  const auto reduced = std::ranges::find_if(
      model.reductions(), [&](const std::string& text) { return text.starts_with(path + " "); });
  return reduced == model.reductions().end()
             ? FloatingSignals::tr("The run does not compute %1. It is recorded from the next run on.")
                   .arg(name)
             : FloatingSignals::tr("The run left this out: %1. It is recorded from the next run on.")
                   .arg(QString::fromStdString(*reduced));
}

QString whatIsMissing(const std::vector<TappedSignal>& found, const sim::ModelRun& model,
                      const sim::Diagram& compiled, const sim::Diagram& now, LookedAtBy by) {
  QStringList out;
  for (const TappedSignal& signal : found) {
    const bool there = isThere(now, signal.output);
    const QString name = signalText(there ? now : compiled, signal.output);
    if (!there)
      out << (compiled.blocks.contains(signal.output.block)
                  ? FloatingSignals::tr("%1 is gone: its block was deleted after the run began.").arg(name)
                  : FloatingSignals::tr("The block of a signal was deleted."));
    else if (signal.watched.empty())
      out << reasonFor(signal, name, model, compiled, by);
  }
  return out.join(u' ');
}

QString recordedSince(const std::vector<TappedSignal>& found, const std::map<int, RecordedPlace>& places,
                      const sim::Diagram& now, double start, double time) {
  QStringList late;
  double since = start;
  bool all = true;
  for (const TappedSignal& signal : found) {
    double from = start;
    for (const int index : signal.watched) {
      const auto place = places.find(index);
      if (place == places.end() || !place->second.tap) continue;
      const sim::SignalLog& log = *place->second.log;
      from = std::max(from, log.size() > 0 ? log.time(0) : time);
    }
    all = all && from > start;
    since = std::max(since, from);
    if (from > start) late << signalText(now, signal.output);
  }
  if (late.isEmpty()) return {};
  const QString from = shownNumber(since);
  return all ? FloatingSignals::tr("Recorded from t = %1 s on.").arg(from)
             : FloatingSignals::tr("%1: recorded from t = %2 s on.")
                   .arg(late.join(QStringLiteral(", ")), from);
}

}  // namespace fluxion
