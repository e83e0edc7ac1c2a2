// What the PID Tuning dock says of the loop as it is and as it is tuned.
#include <QTreeWidget>
#include <cmath>
#include <map>
#include <utility>

#include "editor/pid_tuning/pid_dock.h"
#include "editor/shown_number.h"

namespace fluxion {

namespace {

QString shown(double value, const QString& unit = {}) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::isinf(value)) return QStringLiteral("∞");
  return shownNumber(value, 5) + (unit.isEmpty() ? QString() : u' ' + unit);
}

}  // namespace

void PidDock::fillFacts() {
  m_facts->clear();
  if (!m_answer.pid) return;
  const sim::PidLoop *now = m_answer.before ? &*m_answer.before : nullptr,
                     *tuned = m_answer.tuning ? &m_answer.tuning->loop : nullptr;
  const auto row = [&](const QString& name, const QString& before, const QString& after) {
    new QTreeWidgetItem(m_facts, {name, before, after});
  };
  const auto both = [&](const QString& name, auto&& text) {
    row(name, now ? text(*now) : QString(), tuned ? text(*tuned) : QString());
  };
  std::map<QString, std::pair<QString, QString>> gains;
  for (const auto& [name, value] :
       sim::pid_parameters(*m_answer.pid, m_answer.pid->kind, m_answer.pid->gains))
    gains[QString::fromStdString(name)].first = shown(value);
  if (tuned)
    for (const auto& [name, value] :
         sim::pid_parameters(*m_answer.pid, m_answer.tuning->target.kind, m_answer.tuning->gains))
      gains[QString::fromStdString(name)].second = shown(value);
  for (const char* name : {"P", "I", "D", "N"})
    if (const auto found = gains.find(QLatin1String(name)); found != gains.end())
      row(found->first, found->second.first, found->second.second);
  both(tr("Closed loop"),
       [](const sim::PidLoop& loop) { return loop.stable ? tr("stable") : tr("not stable"); });
  both(tr("Crossover"),
       [](const sim::PidLoop& loop) { return shown(loop.crossover, QStringLiteral("rad/s")); });
  both(tr("Phase margin"),
       [](const sim::PidLoop& loop) { return shown(loop.phase_margin, QStringLiteral("°")); });
  both(tr("Gain margin"), [](const sim::PidLoop& loop) {
    return shown(20 * std::log10(loop.gain_margin), QStringLiteral("dB"));
  });
  both(tr("Largest sensitivity"),
       [](const sim::PidLoop& loop) { return shown(loop.margins.largest_sensitivity); });
  const auto step = [&](const QString& name, auto&& text) {
    both(name, [&](const sim::PidLoop& loop) {
      return loop.stable && loop.step.settles ? text(loop.step) : QStringLiteral("–");
    });
  };
  const QString s = QStringLiteral("s");
  step(tr("Rise time"), [&](const sim::StepCharacteristics& c) { return shown(c.rise_time, s); });
  step(tr("Settling time"), [&](const sim::StepCharacteristics& c) { return shown(c.settling_time, s); });
  step(tr("Overshoot"),
       [&](const sim::StepCharacteristics& c) { return shown(c.overshoot, QStringLiteral("%")); });
  step(tr("Final value"), [&](const sim::StepCharacteristics& c) { return shown(c.steady); });
}

void PidDock::tell() {
  if (!m_answer.problems.empty())
    return m_status->say(QString::fromStdString(to_text(m_answer.problems.back())), true);
  QStringList notes;
  if (!m_done.isEmpty()) notes << std::exchange(m_done, {});
  if (m_answer.before && !m_answer.before->stable) notes << tr("The loop is not stable as it is now.");
  if (m_answer.tuning)
    for (const sim::Diagnostic& note : m_answer.tuning->notes) {
      QString text = QString::fromStdString(note.message);
      text[0] = text[0].toUpper();
      notes << text + u'.';
    }
  m_status->say(notes.join(u' '));
}

}  // namespace fluxion
