#include "editor/window/model_tabs.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/dock_room.h"
#include "editor/window/main_window.h"
#include "editor/window/model_tab_bar.h"
#include "editor/window/model_windows.h"
#include "editor/window/run_controller.h"
#include "editor/window/session.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString geometryKey = QStringLiteral("geometry");

static std::vector<ModelTabs*>& everyWindow() {
  static std::vector<ModelTabs*> windows;
  return windows;
}

const std::vector<ModelTabs*>& ModelTabs::all() { return everyWindow(); }

ModelTabs::ModelTabs(QWidget* parent)
    : QWidget(parent, Qt::Window), m_bar(new ModelTabBar(this)), m_stack(new QStackedWidget(this)) {
  setObjectName(QStringLiteral("modelWindow"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(m_bar);
  column->addWidget(m_stack);
  m_bar->hide();
  connect(m_bar, &QTabBar::currentChanged, this, &ModelTabs::onCurrentChanged);
  connect(m_bar, &QTabBar::tabCloseRequested, this, [this](int tab) {
    setCurrent(*page(tab));  // what is asked concerns what is seen
    page(tab)->close();
  });
  // Not while the bar still works on the release of the mouse.
  connect(m_bar, &ModelTabBar::tornOff, this, &ModelTabs::onTornOff, Qt::QueuedConnection);
  // With room for the frame that the desktop puts around it.
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - QSize(0, 40)));
  restoreGeometry(WindowSettings().value(geometryKey).toByteArray());
  if (!everyWindow().empty()) move(everyWindow().back()->pos() + QPoint(32, 32));
  everyWindow().push_back(this);
}

ModelTabs::~ModelTabs() {
  std::erase(everyWindow(), this);
  m_bar->disconnect(this);
  for (MainWindow* page : pages()) page->disconnect(this), page->removeEventFilter(this);
}

MainWindow* ModelTabs::page(int tab) const {
  return tab < 0 ? nullptr : m_bar->tabData(tab).value<MainWindow*>();
}

int ModelTabs::tabOf(const MainWindow& page) const {
  for (int tab = 0; tab < m_bar->count(); ++tab)
    if (this->page(tab) == &page) return tab;
  return -1;
}

std::vector<MainWindow*> ModelTabs::pages() const {
  std::vector<MainWindow*> all;
  for (int tab = 0; tab < m_bar->count(); ++tab) all.push_back(page(tab));
  return all;
}

MainWindow* ModelTabs::current() const { return page(m_bar->currentIndex()); }

void ModelTabs::setCurrent(const MainWindow& page) { m_bar->setCurrentIndex(tabOf(page)); }

void ModelTabs::add(MainWindow& page) {
  page.setAttribute(Qt::WA_DeleteOnClose);
  m_stack->addWidget(&page);
  page.installEventFilter(this);
  connect(&page, &MainWindow::closed, this, [this, &page] { onClosed(page); });
  connect(&page.runs(), &RunController::phaseChanged, this, [this, &page] { update(page); });
  const int tab = m_bar->insertTab(m_bar->count(), QString());
  m_bar->setTabData(tab, QVariant::fromValue(&page));
  m_bar->setVisible(m_bar->count() > 1);
  update(page);
  m_bar->setCurrentIndex(tab);
  onCurrentChanged();
  if (!page.isStartPageShown()) page.editor().view().setFocus();  // letters insert blocks
}

// Without closing it.
void ModelTabs::release(MainWindow& page) {
  page.removeEventFilter(this);
  page.disconnect(this);
  page.runs().disconnect(this);
  unstow(page);
  if (m_shown == &page) m_shown = nullptr;
  const int tab = tabOf(page);
  m_stack->removeWidget(&page);
  if (tab >= 0) m_bar->removeTab(tab);
  m_bar->setVisible(m_bar->count() > 1);
}

void ModelTabs::onClosed(MainWindow& page) {
  release(page);
  if (m_bar->count() == 0 && !m_closing) close();
}

void ModelTabs::onCurrentChanged() {
  MainWindow* now = current();
  if (!now || m_shown == now) return;
  if (m_shown) stow(*m_shown);
  m_shown = now;
  m_stack->setCurrentWidget(now);
  unstow(*now);
  (now->focusWidget() ? now->focusWidget() : now)->setFocus();
  update(*now);
}

void ModelTabs::step(int by) {
  const int count = m_bar->count();
  if (count > 0) m_bar->setCurrentIndex((m_bar->currentIndex() + by + count) % count);
}

ModelTabs* ModelTabs::detach(MainWindow& page) {
  if (m_bar->count() < 2) return this;
  auto* window = new ModelTabs;
  window->resize(size());
  release(page);
  window->add(page);
  window->show();
  return window;
}

void ModelTabs::gather() {
  for (ModelTabs* other : std::vector(all())) {
    if (other == this) continue;
    for (MainWindow* page : other->pages()) {
      other->release(*page);
      add(*page);
    }
    other->close();
  }
}

// To the window that it is dropped on; else it becomes one of its own there.
void ModelTabs::onTornOff(int tab, QPoint screen) {
  MainWindow* torn = page(tab);
  if (!torn) return;
  QWidget* under = QApplication::widgetAt(screen);
  auto* target = under ? qobject_cast<ModelTabs*>(under->window()) : nullptr;
  if (target && target != this) {
    release(*torn);
    target->add(*torn);
    target->activateWindow();
    if (m_bar->count() == 0) close();
  } else if (ModelTabs* window = detach(*torn); window != this) {
    window->move(screen - QPoint(60, 10));
  } else {
    move(screen - QPoint(60, 10));
  }
}

static QString titleOf(const MainWindow& page) {
  if (page.isStartPageShown()) return ModelTabs::tr("Start");
  QString title = const_cast<MainWindow&>(page).document().title();
  title.replace(u'&', QStringLiteral("&&"));
  return page.isWindowModified() ? title + u'*' : title;
}

void ModelTabs::update(const MainWindow& page) {
  const int tab = tabOf(page);
  if (tab < 0) return;
  MainWindow& window = const_cast<MainWindow&>(page);
  m_bar->setTabText(tab, titleOf(page));
  m_bar->setTabToolTip(tab, plainTip(window.document().path()));
  m_bar->setTabIcon(tab, window.runs().isPaused()   ? lineIcon(QStringLiteral("pause"))
                         : window.runs().isActive() ? lineIcon(QStringLiteral("run"))
                                                    : QIcon());
  if (&page != current()) return;
  setWindowTitle(page.windowTitle());
  setWindowModified(page.isWindowModified());
}

// Docks that float are windows, which do not go with the page.
void ModelTabs::stow(MainWindow& page) {
  for (QDockWidget* dock : docksOf(page))
    if (dock->isFloating() && dock->isVisible()) {
      dock->hide();
      m_stowed[&page].emplace_back(dock);
    }
}

void ModelTabs::unstow(const MainWindow& page) {
  for (const QPointer<QDockWidget>& dock : std::exchange(m_stowed[&page], {}))
    if (dock) dock->show();
  m_stowed.erase(&page);
}

bool ModelTabs::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::WindowTitleChange || event->type() == QEvent::ModifiedChange)
    if (auto* page = qobject_cast<MainWindow*>(watched)) {
      update(*page);
      if (event->type() == QEvent::WindowTitleChange) noteSession();
    }
  return QWidget::eventFilter(watched, event);
}

void ModelTabs::closeEvent(QCloseEvent* event) {
  if (all().size() == 1) noteSession();
  if (!ModelWindows::mayCloseAll(pages())) return event->ignore();
  m_closing = true;
  SessionPause pause;  // closing is no change of what is open
  for (MainWindow* page : pages()) {
    unstow(*page);
    page->close();
  }
  WindowSettings().setValue(geometryKey, saveGeometry());
  event->accept();
}

}  // namespace fluxion
