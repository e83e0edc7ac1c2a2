#pragma once
// A button for each layout of the docks, at the right end of the menu bar, and the same as a menu.
#include <QWidget>

class QActionGroup;
class QHBoxLayout;
class QMenu;

namespace fluxion {

class DockLayouts;

class LayoutBar : public QWidget {
  Q_OBJECT
 public:
  // Fills the menu too. The layouts must outlive the bar.
  LayoutBar(DockLayouts& layouts, QMenu& menu, QWidget* parent = nullptr);

 private:
  void fill();
  void mark();
  void askForName();

  DockLayouts& m_layouts;
  QMenu& m_menu;
  QHBoxLayout* m_row;
  QActionGroup* m_group = nullptr;
};

}  // namespace fluxion
