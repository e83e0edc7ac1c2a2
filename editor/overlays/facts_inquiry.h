#pragma once
// Keeps facts about a document: while somebody wants them, the model is recompiled in the background after
// each pause in the editing. Between a change and the next answer the old ones are stale.
#include <QObject>
#include <QTimer>
#include <memory>

#include "editor/compiled/inquiry.h"
#include "editor/overlays/diagram_facts.h"

namespace fluxion {

class DiagramDocument;

class FactsInquiry : public QObject {
  Q_OBJECT
 public:
  FactsInquiry(DiagramDocument& document, std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);

  void setWanted(bool wanted);
  // An answer for now, if there is none that is not stale.
  void askOnce();
  // Null: none yet, or the model does not compile.
  std::shared_ptr<const DiagramFacts> facts() const { return m_facts; }
  bool isStale() const { return m_stale; }
  // Why there are none.
  const sim::Diagnostics& problems() const { return m_problems; }

 signals:
  void changed();

 private:
  struct Answer : InquiryAnswer {
    std::shared_ptr<const DiagramFacts> facts;
  };
  void outdate();
  void ask();
  void take(const Answer& answer);

  DiagramDocument& m_document;
  QTimer m_pause;
  bool m_wanted = false, m_stale = true;
  int m_changes = 0, m_asked = 0;  // how many changes there were, also before the last question
  std::shared_ptr<const DiagramFacts> m_facts;
  sim::Diagnostics m_problems;
  Inquiry<std::shared_ptr<const sim::Diagram>, Answer> m_inquiry;
};

}  // namespace fluxion
