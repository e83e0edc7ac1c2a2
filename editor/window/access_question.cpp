#include "editor/window/access_question.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <vector>

#include "editor/document/diagram_document.h"
#include "editor/document/model_access.h"

namespace fluxion {

using Kind = sim::AccessKind;

static QString tr(const char* text) { return QCoreApplication::translate("AccessQuestion", text); }

QString AccessQuestion::sentence(const sim::FileNeed& need) const {
  const sim::Block* block = m_document.block(need.block);
  const QString what = need.kind == Kind::Read      ? tr("read %1")
                       : need.kind == Kind::Write   ? tr("write %1")
                       : need.kind == Kind::Replace ? tr("replace %1, which no run has written")
                                                    : tr("exchange signals with %1");
  return QStringLiteral("• %1 (%2)")
      .arg(what.arg(QString::fromStdString(need.file)),
           block ? QString::fromStdString(block->name) : tr("Data files"));
}

void AccessQuestion::settle() {
  const QString path = m_document.home();
  if (path.isEmpty()) return;
  const QFileInfo model(path);
  std::vector<sim::FileNeed> asked;
  QStringList sentences;
  for (const sim::FileNeed& need :
       missing_access(m_document.diagram(), m_document.library(), model.absolutePath().toStdString())) {
    const QString line = sentence(need);
    if (sentences.contains(line)) continue;
    asked.push_back(need);
    sentences.append(line);
  }
  if (asked.empty()) return;
  const bool allowed = m_ask(tr("“%1” wants to\n\n%2\n\nA model may read and write below its own folder; "
                                "this is beyond it. Allow it to the "
                                "models in %3 from now on?")
                                 .arg(model.fileName(), sentences.join(u'\n'), model.absolutePath()));
  if (!allowed) return;
  for (const sim::FileNeed& need : asked) allow(path, need.kind, QString::fromStdString(need.file));
  m_document.renewAccess();
  m_document.updateLinks();
}

}  // namespace fluxion
