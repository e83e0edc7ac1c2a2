#pragma once
// Trims a model in the background: where the search begins, and what it finds. Where at most parameters have
// changed since the last question, nothing is compiled.
#include <QObject>
#include <memory>
#include <string>

#include "editor/background.h"
#include "editor/trim/trim_wishes.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

class CompiledModels;

// Where the search begins. Neither a model nor a file: where runs of the model begin.
struct TrimStart {
  std::shared_ptr<const sim::ModelRun> model;  // of this point
  sim::OperatingPoint point;
  std::string file;  // the text of a saved operating point; empty: none
};

struct TrimAsked {
  std::shared_ptr<const sim::Diagram> diagram;  // null: nothing more is wanted
  TrimStart start;
  TrimWishes wishes;
  bool solve = false;  // else only where the search begins
};

struct TrimAnswer {
  bool stopped = true;                            // nothing was computed
  sim::Diagnostics problems;                      // why there is not more of the following
  std::shared_ptr<const sim::LinearModel> start;  // names and values where the search begins
  std::shared_ptr<const sim::TrimReport> report;  // null: not solved
  std::shared_ptr<const sim::ModelRun> model;     // null: nothing was found
  sim::OperatingPoint point;                      // what was found, of `model`
};

class TrimInquiry : public QObject {
  Q_OBJECT
 public:
  explicit TrimInquiry(std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  void ask(TrimAsked question) { m_background.ask(std::move(question)); }
  // Gives up what is being computed; answered() says so.
  void stop() { m_background.ask({}); }
  bool isBusy() const { return m_background.isBusy(); }
  const std::shared_ptr<CompiledModels>& models() const { return m_models; }

 signals:
  void answered(const fluxion::TrimAnswer& answer);

 private:
  std::shared_ptr<CompiledModels> m_models;
  Background<TrimAsked, TrimAnswer> m_background;
};

}  // namespace fluxion
