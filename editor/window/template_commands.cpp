#include "editor/window/template_commands.h"

#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QMenu>

#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/shortcuts.h"
#include "editor/start/templates.h"
#include "editor/window/main_window.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

bool TemplateCommands::save(const QString& title) {
  const auto refuse = [this](const QString& why) {
    m_window.questions().tell(tr("The template was not saved"), why);
    return false;
  };
  const QString path = ownTemplatePath(title);
  if (path.isEmpty()) return refuse(tr("“%1” cannot be the name of a file.").arg(title));
  if (!QDir().mkpath(ownTemplatesFolder())) return refuse(tr("%1 cannot be made.").arg(ownTemplatesFolder()));
  const sim::Diagnostics found = sim::save_file(path.toStdString(), m_window.document().diagram());
  if (sim::has_errors(found)) return refuse(QString::fromStdString(sim::to_text(found.front())));
  m_window.bench().say(tr("Saved as the template %1").arg(title.trimmed()), 6000);
  return true;
}

void TemplateCommands::askForName() {
  const DiagramDocument& document = m_window.document();
  auto* dialog = new QInputDialog(&m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("templateName"));
  dialog->setWindowTitle(tr("Save as Template"));
  dialog->setLabelText(tr("Name of the template; one of the same name is replaced"));
  dialog->setTextValue(document.path().isEmpty() ? QString() : document.title());
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog,
                   [this](const QString& title) { save(title); });
  dialog->open();
}

void TemplateCommands::askToDelete(const QString& path, const QString& title) {
  if (!askYesNo(&m_window, tr("Delete Template"), tr("Delete the template %1?").arg(title))) return;
  if (!QFile::moveToTrash(path)) QFile::remove(path);
}

void TemplateCommands::fillMenu(QMenu& menu) {
  menu.setProperty(fleetingMenu, true);
  menu.clear();
  menu.addAction(tr("Blank"), &m_window, [this] { m_window.models().create(); });
  bool own = false;
  const std::vector<Template> all = findTemplates();
  const auto escaped = [](QString title) { return title.replace(u'&', QStringLiteral("&&")); };
  for (const Template& each : all) {
    if (each.own && !std::exchange(own, true)) menu.addSeparator();
    QAction* action = menu.addAction(escaped(each.title), &m_window,
                                     [this, path = each.path] { m_window.models().createFrom(path); });
    action->setObjectName(QStringLiteral("template-") + each.title);
  }
  menu.addSeparator();
  QAction* save = menu.addAction(tr("Save as Template…"), &m_window, [this] { askForName(); });
  save->setEnabled(!m_window.isStartPageShown());
  if (!own) return;
  QMenu* removal = menu.addMenu(tr("Delete Template"));
  for (const Template& each : all)
    if (each.own)
      removal->addAction(escaped(each.title), &m_window,
                         [this, each] { askToDelete(each.path, each.title); });
}

}  // namespace fluxion
