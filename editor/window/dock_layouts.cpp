#include "editor/window/dock_layouts.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QResizeEvent>
#include <QTabBar>
#include <QVariantMap>

#include "editor/canvas/diagram_view.h"
#include "editor/library/library_dock.h"
#include "editor/window/dock_room.h"
#include "editor/window/docks.h"
#include "editor/window/scope_docks.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString ownKey = QStringLiteral("layouts/own");
static const QString foldedKey = QStringLiteral("library/folded");

DockLayouts::DockLayouts(QMainWindow& window, DiagramView& view, LibraryDock& library, ScopeDocks& scopes,
                         Docks& docks)
    : QObject(&window), m_window(window), m_view(view), m_library(library), m_scopes(scopes), m_docks(docks) {
  m_settling.setSingleShot(true);
  m_settling.setInterval(0);
  connect(&m_settling, &QTimer::timeout, this, &DockLayouts::settle);
  connect(&scopes, &ScopeDocks::opening, this, &DockLayouts::onScopeOpens);
  connect(&scopes, &ScopeDocks::opened, &m_settling, qOverload<>(&QTimer::start));
  connect(&library, &LibraryDock::foldedByUser, this, [this](bool folded) {
    m_foldedByItself = false;
    WindowSettings().setValue(foldedKey, folded);
  });
  window.installEventFilter(this);
}

// The first byte says whether the library is unfolded, folded, or folded by itself.
QByteArray DockLayouts::state() const {
  const char fold = !m_library.isFolded() ? 'u' : m_foldedByItself ? 'i' : 'f';
  return fold + m_window.saveState();
}

void DockLayouts::restore(const QByteArray& state) {
  m_library.setFolded(!state.startsWith('u'));
  m_foldedByItself = state.startsWith('i');
  m_scopes.setShown(false);  // those that the state does not know of
  m_window.restoreState(state.mid(1));
}

void DockLayouts::enter(const QString& path) {
  if (m_entered) return;
  m_entered = true;
  m_path = path;
  if (m_plain.isEmpty()) m_plain = m_window.saveState();
  // What other models' scopes have left behind is no place for those of this one.
  m_window.restoreState(m_plain);
  LayoutMemory memory = layoutMemory(path);
  m_states = std::move(memory.states);
  m_current = names().contains(memory.current) ? memory.current : edit;
  apply();
  emit changed();
}

void DockLayouts::leave() {
  if (!m_entered) return;
  m_states[m_current] = state();
  remember(m_path, {m_current, m_states});
  m_entered = false;
  emit changed();
}

void DockLayouts::rename(const QString& path) { m_path = path; }

QStringList DockLayouts::ownNames() const { return WindowSettings().value(ownKey).toMap().keys(); }

QStringList DockLayouts::names() const { return QStringList{edit, run, analyze} + ownNames(); }

void DockLayouts::use(const QString& name) {
  if (!m_entered || name == m_current || !names().contains(name)) return emit changed();
  m_states[m_current] = state();
  m_current = name;
  apply();
  emit changed();
}

void DockLayouts::reset() {
  if (!m_entered) return;
  m_states.erase(m_current);
  const QVariantMap own = WindowSettings().value(ownKey).toMap();
  if (!own.contains(m_current)) {
    m_window.restoreState(m_plain);
    m_scopes.setPlacesKnown(false);
    m_scopes.placeAnew();
  }
  apply();
}

void DockLayouts::saveAs(const QString& name) {
  const QString plain = name.trimmed();
  if (!m_entered || plain.isEmpty()) return;
  if (plain != edit && plain != run && plain != analyze) {
    QVariantMap own = WindowSettings().value(ownKey).toMap();
    own[plain] = state();
    WindowSettings().setValue(ownKey, own);
    emit namesChanged();
  }
  m_states[m_current] = state();
  m_current = plain;
  emit changed();
}

void DockLayouts::remove(const QString& name) {
  QVariantMap own = WindowSettings().value(ownKey).toMap();
  if (own.remove(name) == 0) return;
  WindowSettings().setValue(ownKey, own);
  m_states.erase(name);
  emit namesChanged();
  if (m_current != name) return;
  m_current = edit;
  if (m_entered) apply();
  emit changed();
}

void DockLayouts::apply() {
  const auto known = m_states.find(m_current);
  const QByteArray own = WindowSettings().value(ownKey).toMap().value(m_current).toByteArray();
  m_scopes.setPlacesKnown(known != m_states.end());
  if (known != m_states.end())
    restore(known->second);
  else if (!own.isEmpty())
    restore(own);
  else
    arrange();
  m_settling.start();
}

void DockLayouts::arrange() {
  for (QDockWidget* dock : docksOf(m_window))
    if (!dock->isFloating() && dock != &m_library) dock->hide();
  m_foldedByItself = false;
  m_library.setFolded(WindowSettings().value(foldedKey, false).toBool());
  m_docks.arrange(m_current);
  m_scopes.setShown(m_current != edit);
}

// The first run leads from Edit to Run, where its scopes stand as they stood last.
void DockLayouts::onScopeOpens(bool forRun) {
  m_view.holdStill();
  m_opening = true;
  if (!forRun || !m_entered || m_current != edit) return;
  m_states[edit] = state();
  m_current = run;
  const auto known = m_states.find(run);
  m_scopes.setPlacesKnown(known != m_states.end());
  if (known != m_states.end()) restore(known->second);
  emit changed();
}

void DockLayouts::settle() {
  if (!m_window.isVisible() || !m_entered) return;
  if (m_opening) m_view.holdStill();
  if (m_foldedByItself && hasRoomToUnfold(m_window, m_library)) {
    m_foldedByItself = false;
    m_library.setFolded(false);
    return m_settling.start();
  }
  const bool folded = m_library.isFolded();
  if (keepRoomForDiagram(m_window, m_library))
    m_settling.start();
  else
    m_opening = false;
  m_foldedByItself |= !folded && m_library.isFolded();
  tabSqueezedDocks(m_window);
}

// Who makes the window smaller wants to see the diagram still. Qt makes the bars with the tabs of docks.
bool DockLayouts::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ChildPolished)
    if (auto* bar = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
      bar->setAccessibleName(tr("Docks that share a place"));
  if (watched == &m_window && event->type() == QEvent::Show) m_settling.start();
  if (watched == &m_window && event->type() == QEvent::Resize) {
    const auto* resize = static_cast<QResizeEvent*>(event);
    const QSize by = resize->size() - resize->oldSize();
    const bool smaller = by.width() < 0 || by.height() < 0;
    if (resize->oldSize().isValid() && (smaller || m_foldedByItself)) m_settling.start();
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace fluxion
