#include "editor/overlays/facts_inquiry.h"

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

static constexpr int pauseMilliseconds = 350;

// Settings of runs that are wrong are no reason to say nothing of the diagram.
static sim::Result<std::shared_ptr<const DiagramFacts>> factsOf(
    const std::shared_ptr<const sim::Diagram>& diagram, CompiledModels& models) {
  if (const auto prepared = models.prepare(diagram))
    return std::make_shared<const DiagramFacts>(*diagram, (*prepared)->program());
  const auto compiled = sim::compile(*diagram, *models.library());
  if (!compiled) return compiled.errors();
  return std::make_shared<const DiagramFacts>(*diagram, *compiled->program);
}

FactsInquiry::FactsInquiry(DiagramDocument& document, std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_inquiry(this,
                {"compile the model",
                 [models = std::move(models)](const std::shared_ptr<const sim::Diagram>& diagram,
                                              Answer& answer, const auto&) -> sim::Diagnostics {
                   const auto facts = factsOf(diagram, *models);
                   if (!facts) return facts.errors();
                   answer.facts = *facts;
                   return {};
                 }},
                [this](const Answer& answer) { take(answer); }) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &FactsInquiry::ask);
  connect(&document, &DiagramDocument::changed, this, &FactsInquiry::outdate);
  connect(&document, &DiagramDocument::replaced, this, [this] {
    m_facts = nullptr;
    m_problems.clear();
    outdate();
  });
}

void FactsInquiry::setWanted(bool wanted) {
  if (m_wanted == wanted) return;
  m_wanted = wanted;
  if (!wanted) return m_pause.stop();
  if (m_stale) ask();
}

void FactsInquiry::askOnce() {
  if (m_stale && !m_inquiry.isBusy() && !m_pause.isActive()) ask();
}

void FactsInquiry::outdate() {
  m_stale = true;
  ++m_changes;
  if (m_wanted) m_pause.start();
  emit changed();
}

void FactsInquiry::ask() {
  m_asked = m_changes;
  m_inquiry.ask(std::make_shared<const sim::Diagram>(m_document.diagram()));
}

void FactsInquiry::take(const Answer& answer) {
  if (m_asked != m_changes) return;  // the diagram is another by now
  m_facts = answer.facts;
  m_problems = answer.problems;
  m_stale = false;
  emit changed();
}

}  // namespace fluxion
