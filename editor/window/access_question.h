#pragma once
// Asks whether a model may do what it needs to and may not yet (model_access.h): before a run. What is
// allowed holds for the models of its folder from now on; what is not is asked about at the next run.
#include <QString>
#include <functional>

#include "sim_core/model_run/file_needs.h"

namespace fluxion {

class DiagramDocument;

class AccessQuestion {
 public:
  // Whether the user allows what the text says; a dialog unless a test says otherwise.
  using Ask = std::function<bool(const QString& text)>;

  AccessQuestion(DiagramDocument& document, Ask ask) : m_document(document), m_ask(std::move(ask)) {}
  void setAsk(Ask ask) { m_ask = std::move(ask); }
  // What is refused is left to the run, which says so at its place.
  void settle();

 private:
  QString sentence(const sim::FileNeed& need) const;

  DiagramDocument& m_document;
  Ask m_ask;
};

}  // namespace fluxion
