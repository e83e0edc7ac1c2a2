// New diagrams from templates, and templates from diagrams.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QStatusBar>

#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/preferences.h"
#include "editor/shortcuts.h"
#include "editor/start/templates.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

// An empty one, with the solver that is preferred.
sim::Diagram MainWindow::emptyDiagram() const {
  sim::Diagram diagram;
  const std::string solver = storedPreferences().solver.toStdString();
  if (!solver.empty() && sim::check_setting("Solver", solver)) diagram.settings["Solver"] = solver;
  return diagram;
}

// As a new diagram that has neither a file nor changes.
bool MainWindow::startFrom(const QString& path) {
  auto loaded = sim::load_file(path.toStdString());
  if (!loaded) {
    m_tell(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()),
           QString::fromStdString(sim::to_text(loaded.error())));
    return false;
  }
  m_document->setDiagram(std::move(loaded->diagram));
  showEditor();
  m_editor->zoomToFit();
  return true;
}

MainWindow* MainWindow::newFromTemplate(const QString& path) {
  if (isUntouched()) return startFrom(path) ? this : nullptr;
  auto other = std::make_unique<MainWindow>(m_library);
  const auto tell = std::exchange(other->m_tell, m_tell);  // while it is not seen
  if (!other->startFrom(path)) return nullptr;
  other->m_tell = tell;
  present(*other);
  return other.release();
}

bool MainWindow::saveAsTemplate(const QString& title) {
  const QString path = ownTemplatePath(title);
  if (path.isEmpty()) {
    m_tell(tr("The template was not saved"), tr("“%1” cannot be the name of a file.").arg(title));
    return false;
  }
  if (!QDir().mkpath(ownTemplatesFolder())) {
    m_tell(tr("The template was not saved"), tr("%1 cannot be made.").arg(ownTemplatesFolder()));
    return false;
  }
  const sim::Diagnostics found = sim::save_file(path.toStdString(), m_document->diagram());
  if (sim::has_errors(found)) {
    m_tell(tr("The template was not saved"), QString::fromStdString(sim::to_text(found.front())));
    return false;
  }
  statusBar()->showMessage(tr("Saved as the template %1").arg(title.trimmed()), 6000);
  return true;
}

void MainWindow::askForTemplateName() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("templateName"));
  dialog->setWindowTitle(tr("Save as Template"));
  dialog->setLabelText(tr("Name of the template; one of the same name is replaced"));
  dialog->setTextValue(m_document->path().isEmpty() ? QString() : m_document->title());
  connect(dialog, &QInputDialog::textValueSelected, this, &MainWindow::saveAsTemplate);
  dialog->open();
}

void MainWindow::fillTemplateMenu(QMenu* menu) {
  menu->setProperty(fleetingMenu, true);
  menu->clear();
  menu->addAction(tr("Blank"), this, [this] { newModel(); });
  bool own = false;
  const std::vector<Template> all = findTemplates();
  const auto escaped = [](QString title) { return title.replace(u'&', QStringLiteral("&&")); };
  for (const Template& each : all) {
    if (each.own && !std::exchange(own, true)) menu->addSeparator();
    QAction* action =
        menu->addAction(escaped(each.title), this, [this, path = each.path] { newFromTemplate(path); });
    action->setObjectName(QStringLiteral("template-") + each.title);
  }
  menu->addSeparator();
  QAction* save = menu->addAction(tr("Save as Template…"), this, &MainWindow::askForTemplateName);
  save->setEnabled(!isStartPageShown());
  if (!own) return;
  QMenu* removal = menu->addMenu(tr("Delete Template"));
  for (const Template& each : all)
    if (each.own)
      removal->addAction(escaped(each.title), this, [this, each] {
        if (askYesNo(this, tr("Delete Template"), tr("Delete the template %1?").arg(each.title))) {
          if (!QFile::moveToTrash(each.path)) QFile::remove(each.path);
        }
      });
}

}  // namespace fluxion
