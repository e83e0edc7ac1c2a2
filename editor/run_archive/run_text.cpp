#include "editor/run_archive/run_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>

#include "editor/duration_text.h"
#include "editor/run_archive/run_filter.h"
#include "editor/shown_number.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/reports/run_findings.h"
#include "sim_core/run_archive/model_difference.h"

namespace fluxion {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Runs", text); }
QString text(const std::string& s) { return QString::fromStdString(s).toHtmlEscaped(); }

struct Rows {
  QString html;
  void add(const QString& name, const QString& value) {
    html += QStringLiteral("<tr><td style=\"padding-right:12px\">%1</td><td>%2</td></tr>").arg(name, value);
  }
  void count(const QString& name, std::uint64_t value) {
    if (value > 0) add(name, QLocale().toString(static_cast<qulonglong>(value)));
  }
};

QString table(const Rows& rows) { return QStringLiteral("<table>%1</table>").arg(rows.html); }
QString heading(const QString& title) { return QStringLiteral("<h4>%1</h4>").arg(title); }

// Of physical networks.
void addEnergy(Rows& rows, const sim::EnergyRecord& energy) {
  const auto joules = [](double value) { return tr("%1 J").arg(numberText(value)); };
  for (const auto& [domain, stored] : energy.stored)
    rows.add(
        domain == sim::Domain::Thermal
            ? tr("Heat stored, at the start and the end")
            : tr("Energy stored (%1), at the start and the end").arg(QLatin1String(sim::name_of(domain))),
        tr("%1, %2").arg(joules(stored.at_start), joules(stored.now)));
  if (!energy.balanced) return;
  rows.add(tr("Energy supplied"), joules(energy.supplied));
  rows.add(tr("Energy dissipated"), joules(energy.dissipated));
  rows.add(tr("Energy lost in events"), joules(energy.lost_in_events));
  if (energy.stored.contains(sim::Domain::Thermal)) rows.add(tr("Heat supplied"), joules(energy.heat));
  rows.add(tr("Largest imbalance"), tr("%1 %").arg(numberText(100 * energy.largest_imbalance)));
}

QString statistics(const sim::RunSummary& summary, const sim::RunStatistics& s, const sim::TimeUnit& unit) {
  Rows rows;
  if (!summary.solver.empty()) rows.add(tr("Solver"), text(summary.solver));
  rows.add(
      tr("Simulated"),
      tr("%1 to %2").arg(numberText(unit.shown(summary.start_time)), timeInUnit(summary.end_time, unit)));
  if (s.steps > 0) rows.add(tr("Took"), durationText(s.run_seconds));
  if (!s.backend.empty()) rows.add(tr("Evaluated by"), text(s.backend));
  rows.count(tr("Steps"), s.steps);
  rows.count(tr("Rejected steps"), s.rejected);
  rows.count(tr("Evaluations"), s.rhs_evaluations);
  rows.count(tr("Jacobians"), s.jacobians);
  rows.count(tr("Factorizations"), s.factorizations);
  rows.count(tr("Newton iterations"), s.newton_iterations);
  rows.count(tr("Zero crossings"), s.zero_crossings);
  rows.count(tr("Projections"), s.projections);
  if (!s.invariants.empty()) rows.add(tr("Largest residual"), numberText(s.largest_residual));
  addEnergy(rows, s.energy);
  rows.count(tr("Rows"), summary.rows);
  rows.count(tr("Signals"), summary.recorded.size());
  return table(rows);
}

QString messages(const sim::Diagnostics& all) {
  if (all.empty()) return {};
  constexpr std::size_t most = 50;
  QString html = heading(tr("Messages")) + QStringLiteral("<ul>");
  for (std::size_t k = 0; k < std::min(all.size(), most); ++k)
    html += QStringLiteral("<li>%1</li>").arg(text(sim::to_text(all[k])));
  if (all.size() > most) html += QStringLiteral("<li>%1</li>").arg(tr("and more"));
  return html + QStringLiteral("</ul>");
}

// Values that were changed while the run went on.
QString changes(const std::vector<sim::ParameterChange>& all, const sim::TimeUnit& unit) {
  if (all.empty()) return {};
  constexpr std::size_t most = 100;
  QString html =
      heading(tr("Changed during the run")) +
      QStringLiteral(
          "<table><tr><th align=\"left\">%1</th><th align=\"left\" style=\"padding:0 12px\">%2</th>"
          "<th align=\"left\">%3</th><th align=\"left\" style=\"padding-left:12px\">%4</th></tr>")
          .arg(tr("At t"), tr("What"), tr("From"), tr("To"));
  for (std::size_t k = 0; k < std::min(all.size(), most); ++k)
    html += QStringLiteral(
                "<tr><td>%1</td><td style=\"padding:0 12px\">%2</td><td>%3</td>"
                "<td style=\"padding-left:12px\">%4</td></tr>")
                .arg(timeInUnit(all[k].time, unit), text(all[k].block + ": " + all[k].parameter),
                     text(all[k].before), text(all[k].after));
  html += QStringLiteral("</table>");
  if (all.size() > most) html += QStringLiteral("<p>%1</p>").arg(tr("and more"));
  return html;
}

// What the Profiler would say first.
QString findings(const sim::RunStatistics& statistics) {
  constexpr std::size_t most = 3;
  const auto found = sim::find_costs(statistics);
  if (found.empty()) return {};
  QString html = heading(tr("What it cost")) + QStringLiteral("<ul>");
  for (std::size_t k = 0; k < std::min(found.size(), most); ++k)
    html += QStringLiteral("<li>%1.</li>").arg(text(found[k].message));
  return html + QStringLiteral("</ul>");
}

QString differences(const sim::Diagram& then, const sim::Diagram& now) {
  const auto found = sim::model_differences(then, now);
  if (found.empty()) return QStringLiteral("<p>%1</p>").arg(tr("The model is as it was in this run."));
  constexpr std::size_t most = 100;
  const auto shown = [](const std::string& value) {
    return value.empty() ? QStringLiteral("–") : text(value);
  };
  QString html =
      heading(tr("The model has changed since")) +
      QStringLiteral(
          "<table><tr><th align=\"left\">%1</th><th align=\"left\" style=\"padding:0 12px\">%2</th>"
          "<th align=\"left\">%3</th></tr>")
          .arg(tr("What"), tr("In this run"), tr("Now"));
  for (std::size_t k = 0; k < std::min(found.size(), most); ++k)
    html += QStringLiteral("<tr><td>%1</td><td style=\"padding:0 12px\">%2</td><td>%3</td></tr>")
                .arg(text(found[k].place), shown(found[k].then), shown(found[k].now));
  html += QStringLiteral("</table>");
  if (found.size() > most) html += QStringLiteral("<p>%1</p>").arg(tr("and more"));
  return html;
}

}  // namespace

QString endText(sim::RunEnd end) {
  switch (end) {
    case sim::RunEnd::Stopped:
      return tr("stopped");
    case sim::RunEnd::Failed:
      return tr("failed");
    case sim::RunEnd::Finished:
      break;
  }
  return tr("finished");
}

QString bytesText(quint64 bytes) {
  return QLocale().formattedDataSize(static_cast<qint64>(bytes), bytes < (1U << 20) ? 0 : 1,
                                     QLocale::DataSizeTraditionalFormat);
}

QString timeText(std::int64_t milliseconds) {
  const QDateTime when = QDateTime::fromMSecsSinceEpoch(milliseconds);
  QString clock = when.toString(QStringLiteral("HH:mm:ss"));
  if (when.date() == QDate::currentDate()) return clock;
  return when.date().toString(QStringLiteral("yyyy-MM-dd ")) + clock;
}

QString numberText(double value) { return shownNumber(value); }

QString timeInUnit(double seconds, const sim::TimeUnit& unit) {
  return QStringLiteral("%1 %2").arg(numberText(unit.shown(seconds)), QString::fromStdString(unit.name));
}

std::optional<sim::Diagram> snapshotOf(const sim::RunDetails& details) {
  if (details.model.empty()) return std::nullopt;
  auto loaded = sim::read_diagram(details.model, "snapshot");
  if (!loaded) return std::nullopt;
  return std::move(loaded->diagram);
}

QString detailsText(const sim::RunSummary& summary, const sim::RunDetails& details, const sim::Diagram& now) {
  QString html = QStringLiteral("<h3>%1</h3>").arg(text(summary.name));
  html += QStringLiteral("<p>%1</p>")
              .arg(tr("%1, %2").arg(
                  endText(summary.end),
                  QLocale().toString(QDateTime::fromMSecsSinceEpoch(summary.created), QLocale::ShortFormat)));
  if (!summary.tags.empty())
    html += QStringLiteral("<p>%1</p>").arg(tr("Tags: %1").arg(tagLine(summary).toHtmlEscaped()));
  const sim::TimeUnit unit = sim::time_unit(now);
  html += statistics(summary, details.statistics, unit) + findings(details.statistics) +
          changes(details.statistics.changes, unit) + messages(details.messages);
  if (const auto then = snapshotOf(details)) html += differences(*then, now);
  return html;
}

}  // namespace fluxion
