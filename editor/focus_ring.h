#pragma once
// A frame around the widget that keys go to, where the widget itself shows nothing of it.
#include <QWidget>

namespace fluxion {

class FocusRing : public QWidget {
  Q_OBJECT
 public:
  // Lies over the widget, which owns it, and lets the mouse through.
  explicit FocusRing(QWidget& around);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget& m_around;
};

}  // namespace fluxion
