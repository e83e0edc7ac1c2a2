#include "editor/dock_status.h"

#include <QDockWidget>
#include <QVBoxLayout>

#include "editor/theme.h"

namespace fluxion {

DockStatus::DockStatus(QDockWidget& dock, const QString& name, int delay)
    : QObject(&dock), m_dock(dock), m_line(new QLabel(&dock)) {
  m_line->setObjectName(name);
  m_line->setWordWrap(true);
  m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_line->setForegroundRole(QPalette::WindowText);
  m_delay.setSingleShot(true);
  m_delay.setInterval(delay);
  connect(&m_delay, &QTimer::timeout, this, &DockStatus::waited);
}

void DockStatus::say(const QString& text, bool wrong) {
  m_line->setText(text);
  m_line->setVisible(!text.isEmpty());
  QPalette colors = m_dock.palette();
  if (wrong) colors.setColor(QPalette::WindowText, Theme::current(m_dock.palette()).error);
  m_line->setPalette(colors);
}

QVBoxLayout* makeDockContent(QDockWidget& dock, std::initializer_list<QLayout*> tools,
                             const DockStatus& status) {
  auto* content = new QWidget(&dock);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 6, 8, 6);
  for (QLayout* row : tools) layout->addLayout(row);
  layout->addWidget(status.line());
  dock.setWidget(content);
  return layout;
}

}  // namespace fluxion
