#pragma once
// Tabs that can be torn off.
#include <QTabBar>

namespace fluxion {

class ModelTabBar : public QTabBar {
  Q_OBJECT
 public:
  explicit ModelTabBar(QWidget* parent);

 signals:
  void tornOff(int tab, QPoint screen);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  bool m_pressed = false;
};

}  // namespace fluxion
