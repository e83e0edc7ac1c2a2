#include "editor/window/models_menu.h"

#include "editor/document/diagram_document.h"
#include "editor/window/main_window.h"
#include "editor/window/model_tabs.h"
#include "editor/window/model_windows.h"
#include "editor/window/session.h"

namespace fluxion {

static QKeySequence keys(const char* text) { return QKeySequence(QLatin1String(text)); }

ModelsMenu::ModelsMenu(MainWindow& window) : QMenu(tr("W&indow"), &window), m_window(window) {
  add("newWindow", tr("New &Window"), [this] { m_window.models().createApart(); }, {keys("Ctrl+Shift+N")});
  m_detach = add("detachModel", tr("&Move to a Window of Its Own"), [this] {
    if (ModelTabs* here = m_window.tabs()) here->detach(m_window);
  });
  m_gather = add("gatherModels", tr("Bring &All Models Here as Tabs"), [this] {
    if (ModelTabs* here = m_window.tabs()) here->gather();
  });
  addSeparator();
  m_next = add("nextModel", tr("&Next Model"), [this] { step(1); }, {keys("Ctrl+PgDown"), keys("Ctrl+Tab")});
  m_previous = add("previousModel", tr("&Previous Model"), [this] { step(-1); },
                   {keys("Ctrl+PgUp"), keys("Ctrl+Shift+Tab")});
  m_restore = add("restoreSession", tr("&Reopen Models at Start"), {});
  connect(m_restore, &QAction::triggered, this, [](bool on) { setRestoresSession(on); });
  m_restore->setCheckable(true);
  m_restore->setToolTip(tr("Opens the models at the start that were open when the program was quit"));
  addSeparator();
  connect(this, &QMenu::aboutToShow, this, &ModelsMenu::update);
  // Their keys work whatever was shown last.
  connect(this, &QMenu::aboutToHide, this, [this] {
    m_next->setEnabled(true);
    m_previous->setEnabled(true);
  });
}

QAction* ModelsMenu::add(const char* name, const QString& text, const std::function<void()>& what,
                         const QList<QKeySequence>& keys) {
  QAction* action = addAction(text);
  action->setObjectName(QLatin1String(name));
  action->setShortcuts(keys);
  if (what) connect(action, &QAction::triggered, &m_window, what);
  return action;
}

void ModelsMenu::step(int by) {
  if (ModelTabs* here = m_window.tabs()) here->step(by);
}

void ModelsMenu::update() {
  const ModelTabs* here = m_window.tabs();
  const bool several = here && here->pages().size() > 1;
  for (QAction* action : {m_detach, m_next, m_previous}) action->setEnabled(several);
  m_gather->setEnabled(here && ModelTabs::all().size() > 1);
  m_restore->setChecked(restoresSession());
  listModels();
}

// Every model of every window, below what the menu always has.
void ModelsMenu::listModels() {
  for (QAction* action : actions())
    if (action->property("model").toBool()) delete action;
  for (MainWindow* window : ModelWindows::all()) {
    QString title = window->isStartPageShown() ? tr("Start") : window->document().title();
    QAction* action =
        addAction(title.replace(u'&', QStringLiteral("&&")), window, [window] { window->bringToFront(); });
    action->setProperty("model", true);
    action->setCheckable(true);
    action->setChecked(window == &m_window);
  }
}

}  // namespace fluxion
