#include "editor/window/model_tab_bar.h"

#include <QMouseEvent>

namespace fluxion {

ModelTabBar::ModelTabBar(QWidget* parent) : QTabBar(parent) {
  setObjectName(QStringLiteral("modelTabs"));
  setAccessibleName(tr("Models"));
  setDocumentMode(true);
  setDrawBase(false);
  setExpanding(false);
  setMovable(true);
  setTabsClosable(true);
  setElideMode(Qt::ElideMiddle);
  setFocusPolicy(Qt::TabFocus);
}

void ModelTabBar::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->button() == Qt::LeftButton && tabAt(event->position().toPoint()) >= 0;
  QTabBar::mousePressEvent(event);
}

void ModelTabBar::mouseReleaseEvent(QMouseEvent* event) {
  constexpr int away = 40;
  const QPoint at = event->position().toPoint(), screen = event->globalPosition().toPoint();
  const bool torn = m_pressed && !rect().adjusted(-away, -away, away, away).contains(at);
  m_pressed = false;
  QTabBar::mouseReleaseEvent(event);
  if (torn) emit tornOff(currentIndex(), screen);
}

}  // namespace fluxion
