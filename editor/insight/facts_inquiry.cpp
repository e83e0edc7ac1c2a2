#include "editor/insight/facts_inquiry.h"

#include "editor/document/diagram_document.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/compile/compile.h"

namespace fluxion {

static constexpr int pauseMilliseconds = 350;

FactsInquiry::FactsInquiry(DiagramDocument& document, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_library(sharedCopy(document.library())),
      m_background(
          this,
          [library = m_library](const std::shared_ptr<const sim::Diagram>& diagram,
                                const auto& wanted) -> Answer {
            try {
              if (!wanted()) return {};
              const auto compiled = sim::compile(*diagram, *library);
              if (!compiled) return {nullptr, compiled.errors()};
              return {std::make_shared<DiagramFacts>(*diagram, *compiled->program), {}};
            } catch (...) {
              return {nullptr, {sim::failure_report("compile the model")}};
            }
          },
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
  if (m_stale && !m_background.isBusy() && !m_pause.isActive()) ask();
}

void FactsInquiry::outdate() {
  m_stale = true;
  ++m_changes;
  if (m_wanted) m_pause.start();
  emit changed();
}

void FactsInquiry::ask() {
  m_asked = m_changes;
  m_background.ask(std::make_shared<const sim::Diagram>(m_document.diagram()));
}

void FactsInquiry::take(const Answer& answer) {
  if (m_asked != m_changes) return;  // the diagram is another by now
  m_facts = answer.facts;
  m_problems = answer.problems;
  m_stale = false;
  emit changed();
}

}  // namespace fluxion
