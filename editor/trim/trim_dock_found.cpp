// What the Trim dock says of what was found, and what becomes of it.
#include "editor/document/diagram_document.h"
#include "editor/trim/trim_dock.h"
#include "sim_core/base/text.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/operating_points/operating_point_entries.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace fluxion {

static QString joined(const std::vector<std::string>& texts, qsizetype most) {
  QStringList list;
  for (const std::string& text : texts) list << QString::fromStdString(text);
  if (list.size() > most) list = list.mid(0, most) << TrimDock::tr("%1 more").arg(list.size() - most);
  return list.join(QStringLiteral(", "));
}

// What was found, and which specification is to blame where it is not what was asked for.
void TrimDock::tell(const sim::TrimReport& report) {
  constexpr qsizetype most = 6;
  QString text = report.satisfied ? tr("Trimmed; iterations: %1.").arg(report.iterations)
                                  : tr("There is no such operating point near: %1.")
                                        .arg(QString::fromStdString(report.unmet.front()));
  if (report.unmet.size() > 1)
    text +=
        u' ' + tr("Not met either: %1.").arg(joined({report.unmet.begin() + 1, report.unmet.end()}, most));
  if (!report.blocked.empty())
    text += u' ' + tr("As far as it may go: %1.").arg(joined(report.blocked, most));
  if (!report.satisfied) text += u' ' + tr("Begin elsewhere, or ask for less.");
  if (!report.undetermined.empty())
    text += u' ' + tr("Not determined by what is asked: %1.").arg(joined(report.undetermined, most));
  if (!report.not_held.empty())
    text += u' ' + tr("Computed by the model, so that a run does not keep it there: %1.")
                       .arg(joined(report.not_held, most));
  say(text, !report.satisfied);
}

QString TrimDock::pointText() const {
  return m_answer.model
             ? QString::fromStdString(sim::write_operating_point(m_answer.point, m_answer.model->program()))
             : QString();
}

bool TrimDock::saveFile(const QString& path) {
  if (!m_answer.model || m_stale) {
    say(tr("Nothing was found yet that could be saved."), true);
    return false;
  }
  sim::OutputFile file(path.toStdString());
  file.write(pointText().toStdString());
  const sim::Diagnostics problems = file.commit();
  if (problems.empty())
    say(tr("Saved %1.").arg(path));
  else
    say(QString::fromStdString(to_text(problems.front())), true);
  return problems.empty();
}

int TrimDock::writeIntoBlocks() {
  if (!m_answer.model || m_stale) return 0;
  const auto entries = sim::operating_point_entries(m_answer.point, m_answer.model->program());
  std::vector<std::size_t> picked;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (entries[k].kind == sim::PointEntry::Kind::State || entries[k].kind == sim::PointEntry::Kind::Input)
      picked.push_back(k);
  sim::InitialValues values = sim::initial_values(m_document.diagram(), m_document.library(),
                                                  m_answer.model->program(), entries, picked);
  if (!values.edit.empty()) {
    m_document.apply(std::move(values.edit));
    // It begins elsewhere now, but what was found stays true.
    m_status->stopWaiting();
    m_asked = std::make_shared<const sim::Diagram>(m_document.diagram());
  }
  QString text = tr("Initial conditions and inputs of %n blocks written.", nullptr,
                    static_cast<int>(values.written.size()));
  if (!values.left_out.empty())
    text += u' ' + tr("These have none to write: %1.").arg(joined(values.left_out, 5));
  say(text);
  return static_cast<int>(values.written.size());
}

void TrimDock::startThere() {
  if (!m_answer.model || m_stale) return;
  say(tr("Runs begin there now, until Start From Here in the Operating Point is off."));
  emit startRequested(pointText());
}

void TrimDock::linearizeThere() {
  if (m_answer.model && !m_stale) emit linearizeRequested(pointText());
}

}  // namespace fluxion
