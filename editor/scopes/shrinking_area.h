#pragma once
// Widgets one below the other that are as high as they need to be where there is room, and give way where
// there is not: they scroll then. With none of them shown, nothing is left of it.
#include <QScrollArea>

namespace fluxion {

class ShrinkingArea : public QScrollArea {
  Q_OBJECT
 public:
  explicit ShrinkingArea(const QList<QWidget*>& widgets, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isEmpty() const;
  QList<QWidget*> m_widgets;
};

}  // namespace fluxion
