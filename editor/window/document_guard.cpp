#include "editor/window/document_guard.h"

#include <QFileInfo>

#include "editor/document/diagram_document.h"
#include "editor/window/model_saving.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

bool DocumentGuard::mustAsk() const {
  return !m_agreed && (m_bench.document().isModified() || m_bench.runs().isActive());
}

bool DocumentGuard::mayClose() {
  if (!m_agreed) m_agreed = mayDiscard() && agreesToEndRun();
  return m_agreed;
}

bool DocumentGuard::mayDiscard() {
  using enum Questions::Question;
  using enum Questions::Answer;
  while (m_saving.isActive() && !m_saving.waitForEnd() && m_saving.isActive())
    switch (m_questions.ask(
        SaveHangs, tr("%1 is still being saved: its disk, or its folder on a network, does not answer.")
                       .arg(QFileInfo(m_saving.path()).fileName()))) {
      case Save:
        break;
      case Discard:
        return true;
      default:
        return false;
    }
  const DiagramDocument& document = m_bench.document();
  if (!document.isModified()) return true;
  switch (m_questions.ask(UnsavedChanges, tr("%1 has changes that are not saved.").arg(document.title()))) {
    case Save:
      return m_saving.save();
    case Discard:
      return true;
    default:
      return false;
  }
}

bool DocumentGuard::agreesToEndRun() {
  if (!m_bench.runs().isActive()) return true;
  const QString text = tr("%1 is still running.").arg(m_bench.document().title());
  return m_questions.ask(Questions::Question::RunIsActive, text) == Questions::Answer::Stop;
}

bool DocumentGuard::mayEndRun() {
  if (!agreesToEndRun()) return false;
  endRun();
  return true;
}

void DocumentGuard::endRun() {
  if (!m_bench.runs().isActive()) return;
  m_bench.runs().stopAndWait();
  m_bench.runs().abandon();
}

}  // namespace fluxion
