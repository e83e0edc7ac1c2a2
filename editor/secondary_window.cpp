#include "editor/secondary_window.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace fluxion {

void closeByKeys(QWidget& window) {
  auto* close = new QAction(QCoreApplication::translate("SecondaryWindow", "Close"), &window);
  close->setObjectName(QStringLiteral("closeWindow"));
  close->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_W), QKeySequence(Qt::Key_Escape)});
  QObject::connect(close, &QAction::triggered, &window, &QWidget::close);
  window.addAction(close);
}

}  // namespace fluxion
