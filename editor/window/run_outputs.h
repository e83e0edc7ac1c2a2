#pragma once
// What a model's To File and To Variable blocks hand on when one of its runs in the window has ended: files
// beside the model, and variables of the session. Files are written in the background.
#include <QObject>

#include "editor/background.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

class DiagramDocument;
class ProblemsDock;
class SimulationRun;

class RunOutputs : public QObject {
  Q_OBJECT
 public:
  RunOutputs(const DiagramDocument& document, ProblemsDock& problems, QObject* parent = nullptr);

  // A run that is over; one that failed hands nothing on.
  void take(const SimulationRun& run);
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void filesWritten(QStringList names);      // without problems
  void variablesChanged(QStringList names);  // of the session

 private:
  struct Question {
    std::shared_ptr<const sim::ModelRun> run;
    std::string folder;
  };
  struct Answer {
    QStringList files;
    sim::Diagnostics problems;
  };

  const DiagramDocument& m_document;
  Background<Question, Answer> m_background;
  ProblemsDock& m_problems;
};

}  // namespace fluxion
