#pragma once
// The docks of one window, as the table editor/docks.def lists them: made, placed, shown by their commands,
// listed in the menu. A new dock is a file in editor/window/docks/ and a row of the table.
#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "editor/command_set.h"

class QDockWidget;
class QMenu;

namespace fluxion {

class Workbench;

enum class DockId {
#define DOCK(dock, ...) dock,
#include "editor/docks.def"
#undef DOCK
};

// What a row's function gives back.
struct MadeDock {
  QDockWidget* dock = nullptr;
  QWidget* focus = nullptr;  // what keys go to when the command shows it; null: they stay where they are
  std::function<void()> show = {};  // what the command does; empty: as the dock's place says
};

enum class DockMenu { Listed, InView, InSimulation };

class Docks : public QObject {
  Q_OBJECT
 public:
  // The workbench must outlive them.
  explicit Docks(Workbench& bench);
  ~Docks() override;

  // Those that are made with the window, in the order of the table.
  void makeAll();
  // Null: it was not asked for yet.
  QDockWidget* find(DockId id) const;
  // Makes it where it is not made yet.
  QDockWidget& dock(DockId id);
  // What its command does.
  void show(DockId id);
  // As the built-in layout of this name begins; the others stay as they are.
  void arrange(const QString& layout);

  // Their commands that belong into this menu.
  std::vector<QAction*> commandsOf(DockMenu menu) const;
  // All docks of the window with how they are shown: a click brings what is behind a tab to the front, and
  // closes what is seen.
  void fillMenu(QMenu& menu);

 private:
  struct Made {
    DockId id;
    std::unique_ptr<QDockWidget> dock;
    QWidget* focus;
    std::function<void()> show;
  };
  const Made* made(DockId id) const;
  const Made& make(DockId id);
  void enableCommands(bool enabled);

  Workbench& m_bench;
  std::deque<Made> m_made;  // they stay where they are while others come
};

}  // namespace fluxion
