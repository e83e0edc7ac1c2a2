#pragma once
// Trims a model in the background: where the search begins, and what it finds. Where at most parameters have
// changed since the last question, nothing is compiled.
#include <memory>
#include <string>

#include "editor/compiled/inquiry.h"
#include "editor/trim/trim_wishes.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

// Where the search begins. Neither a model nor a file: where runs of the model begin.
struct TrimStart {
  std::shared_ptr<const sim::ModelRun> model;  // of this point
  sim::OperatingPoint point;
  std::string file;  // the text of a saved operating point; empty: none
};

struct TrimAsked {
  std::shared_ptr<const sim::Diagram> diagram;
  TrimStart start;
  TrimWishes wishes;
  bool solve = false;  // else only where the search begins
};

struct TrimAnswer : InquiryAnswer {
  std::shared_ptr<const sim::LinearModel> start;  // names and values where the search begins
  std::shared_ptr<const sim::TrimReport> report;  // null: not solved
  std::shared_ptr<const sim::ModelRun> model;     // null: nothing was found
  sim::OperatingPoint point;                      // what was found, of `model`
};

using TrimInquiry = Inquiry<TrimAsked, TrimAnswer>;
TrimInquiry::Work trimWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
