#include "editor/window/run_outputs.h"

#include <QFileInfo>

#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/simulation/simulation_run.h"
#include "sim_core/interfaces/session_variables.h"

namespace fluxion {

RunOutputs::RunOutputs(const DiagramDocument& document, ProblemsDock& problems, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_background(
          this,
          [](const Question& question, const auto&) -> Answer {
            QStringList names;
            for (const sim::FileSink& sink : question.run->sinks().files)
              names << QString::fromStdString(sink.file);
            return {names, write_to_files(*question.run, question.folder)};
          },
          [this, &problems](const Answer& answer) {
            if (answer.problems.empty()) return emit filesWritten(answer.files);
            problems.add(answer.problems);
            problems.show();
          }),
      m_problems(problems) {}

void RunOutputs::take(const SimulationRun& run) {
  if (!run.model() || run.result().end == sim::RunEnd::Failed) return;
  // The log keeps alive what it belongs to.
  const std::shared_ptr<const sim::ModelRun> model(run.log(), run.model());
  QStringList names;
  sim::expr::NamedValues made = recorded_variables(*model);
  made.insert(made.end(), run.result().variables.begin(), run.result().variables.end());  // by StopFcn
  for (auto& [name, value] : made) {
    names << QString::fromStdString(name);
    sim::define_session_variable(name, std::move(value));
  }
  if (!names.isEmpty()) emit variablesChanged(names);
  if (model->sinks().files.empty()) return;
  const QString path = m_document.path();
  if (path.isEmpty()) {
    m_problems.add({sim::warning({}, "To File blocks write beside the model, which has no folder yet",
                                 "save the model, then run it again")});
    return m_problems.show();
  }
  m_background.ask({model, QFileInfo(path).absolutePath().toStdString()});
}

}  // namespace fluxion
