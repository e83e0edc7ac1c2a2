#include "editor/window/document_safety.h"

#include <QFileInfo>

#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/document/file_watch.h"
#include "editor/window/document_guard.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/workbench.h"

namespace fluxion {

DocumentSafety::DocumentSafety(Workbench& bench, Questions& questions, DocumentGuard& guard,
                               ModelOpening& opening)
    : m_bench(bench),
      m_questions(questions),
      m_guard(guard),
      m_opening(opening),
      m_copies(new Autosave(bench.document(), Autosave::defaultFolder(), 15, this)),
      m_watch(new FileWatch(bench.document(), this)) {
  connect(m_copies, &Autosave::written, this, [this](bool well) {
    if (!well && m_bench.document().isModified())
      m_bench.say(tr("No copy of the unsaved changes could be written to %1: save the diagram")
                      .arg(Autosave::defaultFolder()));
  });
  connect(m_watch, &FileWatch::changedOnDisk, this, &DocumentSafety::onChangedOnDisk, Qt::QueuedConnection);
}

void DocumentSafety::onChangedOnDisk() {
  DiagramDocument& document = m_bench.document();
  const QString name = QFileInfo(document.path()).fileName();
  const QString text =
      document.isModified()
          ? tr("%1 was changed by another program, and has changes here that are not saved.").arg(name)
          : tr("%1 was changed by another program.").arg(name);
  if (m_questions.ask(Questions::Question::ChangedOnDisk, text) != Questions::Answer::Reload) return;
  if (!m_guard.mayEndRun()) return;
  std::optional<ModelRead> there = m_opening.read(document.path());
  if (!there) return;
  const sim::Diagnostics found = document.take(*std::move(there));
  if (sim::has_errors(found))
    m_questions.tell(tr("%1 cannot be opened").arg(name),
                     QString::fromStdString(sim::to_text(found.front())));
}

// The copy goes only once there is another, so that a second crash loses nothing.
bool DocumentSafety::openRecovered(const Recoverable& copy) {
  if (!recover(m_bench.document(), copy)) {
    m_questions.tell(tr("%1 cannot be recovered").arg(copy.title),
                     tr("The copy is damaged: %1").arg(copy.file));
    return false;
  }
  connect(
      m_copies, &Autosave::written, m_copies,
      [copy](bool well) {
        if (well) discard(copy);
      },
      Qt::SingleShotConnection);
  m_copies->write();
  if (!copy.base.isEmpty()) m_watch->look();
  m_opening.show();
  return true;
}

}  // namespace fluxion
