#pragma once
// A form that scrolls where the screen is too small for it.
#include <QEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>
#include <functional>

namespace fluxion {

// As tall as its content wants to be, as far as the screen allows.
class FormArea : public QScrollArea {
 public:
  explicit FormArea(QWidget* parent) : QScrollArea(parent) {
    setFocusPolicy(Qt::NoFocus);  // it follows what has it
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
  }
  QSize sizeHint() const override {
    if (!widget()) return QScrollArea::sizeHint();
    const QSize wanted = widget()->sizeHint().expandedTo(widget()->minimumSizeHint());
    const int most = screen() ? screen()->availableSize().height() * 55 / 100 : 400;
    const bool scrolls = wanted.height() > most;
    return {wanted.width() + (scrolls ? verticalScrollBar()->sizeHint().width() + 4 : 0),
            std::min(wanted.height(), most)};
  }
  std::function<void()> changed;  // its content wants another size
  QSize minimumSizeHint() const override { return {sizeHint().width(), std::min(sizeHint().height(), 120)}; }

 protected:
  // What appears inside changes what this wants.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
      updateGeometry();
      if (changed) changed();
    }
    return QScrollArea::eventFilter(watched, event);
  }
};

}  // namespace fluxion
