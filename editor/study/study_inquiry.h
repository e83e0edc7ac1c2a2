#pragma once
// Makes the runs of studies in the background, as `fluxion-cli study` does: beside the study's file, or in
// memory where it has none. Reads finished tables, too.
#include <memory>
#include <string>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "editor/study/study_course.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

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

struct StudyAnswer : InquiryAnswer {
  StudyQuestion::Kind kind = StudyQuestion::Kind::Nothing;  // what was answered; Nothing: it was given up
  sim::StudyOutcome outcome;                                // of Runs
  std::vector<sim::StudyRow> rows;                          // of Table
  bool begun = false;                                       // of Table: the study was stopped
  std::vector<std::string> signalNames;                     // that results may name
};

using StudyInquiry = Inquiry<StudyQuestion, StudyAnswer>;
StudyInquiry::Work studyWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
