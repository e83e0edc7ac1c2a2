#include "editor/window/docks.h"

#include <QDockWidget>
#include <QMenu>
#include <QScreen>
#include <algorithm>

#include "editor/shortcuts.h"
#include "editor/window/dock_layouts.h"
#include "editor/window/dock_room.h"
#include "editor/window/floating_dock.h"
#include "editor/window/workbench.h"

namespace fluxion {

// Each in a file of its own in editor/window/docks/.
#define DOCK(dock, create, ...) MadeDock create(Workbench& bench);
#include "editor/docks.def"
#undef DOCK

namespace {

struct Place {
  Qt::DockWidgetArea area;
  QSize window;  // where it stands by itself at first
};

enum class Making { AtOnce, WhenAsked };
enum class InLayouts { NoLayout, EditAndRun, Analyze };

struct Row {
  DockId id;
  MadeDock (*create)(Workbench&);
  Place place;
  Making making;
  InLayouts layouts;
  DockMenu menu;
  CommandId command;  // Count: none
};

const std::vector<Row>& rows() {
  using enum Making;
  using enum InLayouts;
  using enum DockMenu;
  constexpr Place Left{Qt::LeftDockWidgetArea, {}}, Right{Qt::RightDockWidgetArea, {}},
      Bottom{Qt::BottomDockWidgetArea, {}};
  const auto Window = [](int width, int height) { return Place{Qt::BottomDockWidgetArea, {width, height}}; };
  static const std::vector<Row> table = {
#define COMMAND(id, ...) CommandId::id
#define NO_COMMAND CommandId::Count
#define DOCK(dock, create, place, made, layouts, menu, ...) \
  {DockId::dock, create, place, made, layouts, menu, __VA_ARGS__},
#include "editor/docks.def"
#undef COMMAND
#undef NO_COMMAND
#undef DOCK
  };
  return table;
}

const Row& rowOf(DockId id) { return rows()[static_cast<std::size_t>(id)]; }

}  // namespace

Docks::Docks(Workbench& bench) : m_bench(bench) {
  for (const Row& row : rows())
    if (row.command != CommandId::Count)
      connect(bench.command(row.command), &QAction::triggered, this, [this, id = row.id] { show(id); });
  connect(&bench, &Workbench::modelShown, this, &Docks::enableCommands);
}

// Those that were made last go first: they may know the others.
Docks::~Docks() {
  while (!m_made.empty()) m_made.pop_back();
}

void Docks::enableCommands(bool enabled) {
  for (const Row& row : rows())
    if (row.command != CommandId::Count) m_bench.command(row.command)->setEnabled(enabled);
}

void Docks::makeAll() {
  for (const Row& row : rows())
    if (row.making == Making::AtOnce) dock(row.id);
}

const Docks::Made* Docks::made(DockId id) const {
  const auto it = std::ranges::find(m_made, id, &Made::id);
  return it == m_made.end() ? nullptr : &*it;
}

QDockWidget* Docks::find(DockId id) const {
  const Made* there = made(id);
  return there ? there->dock.get() : nullptr;
}

const Docks::Made& Docks::make(DockId id) {
  if (const Made* there = made(id)) return *there;
  const Row& row = rowOf(id);
  MadeDock fresh = row.create(m_bench);
  QDockWidget& dock = *fresh.dock;
  m_bench.window().addDockWidget(row.place.area, &dock);
  if (row.place.window.isValid()) {
    dock.setFloating(true);  // it is wide; who likes it beside the diagram docks it
    dock.resize(row.place.window.boundedTo(m_bench.window().screen()->availableSize() * 0.9));
  }
  dock.hide();
  m_made.push_back({id, std::unique_ptr<QDockWidget>(&dock), fresh.focus, std::move(fresh.show)});
  return m_made.back();
}

QDockWidget& Docks::dock(DockId id) { return *make(id).dock; }

void Docks::show(DockId id) {
  const Made& there = make(id);
  if (there.show) return there.show();
  QMainWindow& window = m_bench.window();
  const Place& place = rowOf(id).place;
  if (place.window.isValid()) return toggleFloating(*there.dock, window);
  if (place.area == Qt::BottomDockWidgetArea) {
    showAtBottom(*there.dock, window);
  } else {
    there.dock->show();
    there.dock->raise();
  }
  if (there.focus) there.focus->setFocus();
}

void Docks::arrange(const QString& layout) {
  for (const Row& row : rows())
    if (row.layouts != InLayouts::NoLayout) {
      const bool shown = (row.layouts == InLayouts::Analyze) == (layout == DockLayouts::analyze);
      if (shown || made(row.id)) dock(row.id).setVisible(shown);
    }
}

std::vector<QAction*> Docks::commandsOf(DockMenu menu) const {
  std::vector<QAction*> commands;
  for (const Row& row : rows())
    if (row.menu == menu && row.command != CommandId::Count) commands.push_back(m_bench.command(row.command));
  return commands;
}

static QString stateOf(const QDockWidget& dock, const QMainWindow& window) {
  if (dock.isHidden()) return {};
  if (dock.isFloating()) return Docks::tr(" (a window of its own)");
  return isInFront(dock, window) ? QString() : Docks::tr(" (behind a tab)");
}

void Docks::fillMenu(QMenu& menu) {
  QMainWindow& window = m_bench.window();
  menu.setProperty(fleetingMenu, true);
  menu.clear();
  std::vector<QDockWidget*> docks = docksOf(window);
  std::ranges::sort(docks, {}, [](const QDockWidget* dock) { return dock->windowTitle().toLower(); });
  for (QDockWidget* dock : docks) {
    if (!dock->toggleViewAction()->isVisible()) continue;  // of a block that is deleted
    QString title = dock->windowTitle();
    QAction* action = menu.addAction(title.replace(u'&', QStringLiteral("&&")) + stateOf(*dock, window));
    action->setObjectName(QStringLiteral("dock-") + dock->objectName());
    action->setCheckable(true);
    action->setChecked(!dock->isHidden());
    connect(action, &QAction::triggered, dock, [&window, dock] {
      if (isInFront(*dock, window) || (dock->isFloating() && dock->isVisible())) return void(dock->close());
      if (dock->isFloating()) return showFloating(*dock, window);
      dock->show();
      dock->raise();
    });
  }
  for (const Row& row : rows())
    if (row.command != CommandId::Count && !made(row.id)) {
      QAction* command = m_bench.command(row.command);
      menu.addAction(command->text().remove(u'&'), command, &QAction::trigger)->setCheckable(true);
    }
}

}  // namespace fluxion
