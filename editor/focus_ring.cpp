#include "editor/focus_ring.h"

#include <QEvent>
#include <QPainter>

#include "editor/theme.h"

namespace fluxion {

FocusRing::FocusRing(QWidget& around) : QWidget(&around), m_around(around) {
  setObjectName(QStringLiteral("focusRing"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  around.installEventFilter(this);
  setVisible(around.hasFocus());
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Resize:
    case QEvent::Show:
      setGeometry(m_around.rect());
      setVisible(m_around.hasFocus());
      raise();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(QPen(Theme::current(palette()).selection, 2));
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace fluxion
