#pragma once
// Makes the runs of studies in the background, as `fluxion-cli study` does: beside the study's file, or in
// memory where it has none. Reads finished tables, too.
#include <QObject>
#include <memory>
#include <string>
#include <vector>

#include "editor/background.h"
#include "editor/study/study_course.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class CompiledModels;

struct StudyQuestion {
  enum class Kind {
    Nothing,  // more is wanted
    Signals,  // of the model
    Table,    // the rows that are beside the study's file, finished or not
    Runs,
  };
  Kind kind = Kind::Nothing;
  std::shared_ptr<const sim::Diagram> diagram;
  sim::Study study;
  std::string path;                   // of the study's file; empty: it has none
  std::vector<sim::StudyRow> before;  // of a study without a file
  std::shared_ptr<StudyCourse> course;
};

struct StudyAnswer {
  StudyQuestion::Kind kind = StudyQuestion::Kind::Nothing;  // what was answered; Nothing: it was given up
  sim::Diagnostics problems;
  sim::StudyOutcome outcome;             // of Runs
  std::vector<sim::StudyRow> rows;       // of Table
  bool begun = false;                    // of Table: the study was stopped
  std::vector<std::string> signalNames;  // that results may name
};

class StudyInquiry : public QObject {
  Q_OBJECT
 public:
  explicit StudyInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  void ask(StudyQuestion question) { m_background.ask(std::move(question)); }
  // Gives up what is being computed; answered() says so.
  void drop() { m_background.ask({}); }
  bool isBusy() const { return m_background.isBusy(); }

 signals:
  void answered(const fluxion::StudyAnswer& answer);

 private:
  Background<StudyQuestion, StudyAnswer> m_background;
};

}  // namespace fluxion
