#include "editor/window/scope_docks.h"

#include <QAction>
#include <QDockWidget>

namespace fluxion {

ScopeDocks::ScopeDocks(QMainWindow& window) : QObject(&window), m_window(window) {}

// The first stands alone, the second below it; from then on they share these two places as tabs.
void ScopeDocks::place(QDockWidget* dock) {
  std::vector<QDockWidget*> others;
  for (const auto& [id, d] : m_docks)
    if (m_window.dockWidgetArea(d.dock) == Qt::RightDockWidgetArea && !d.dock->isFloating())
      others.push_back(d.dock);
  m_window.addDockWidget(Qt::RightDockWidgetArea, dock);
  if (others.empty()) {
    m_window.resizeDocks({dock}, {m_window.width() * 2 / 5}, Qt::Horizontal);
  } else if (others.size() == 1) {
    m_window.splitDockWidget(others.front(), dock, Qt::Vertical);
    const int half = m_window.height() / 2;
    m_window.resizeDocks({others.front(), dock}, {half, half}, Qt::Vertical);
  } else {
    m_window.tabifyDockWidget(others[others.size() % 2], dock);
    others[others.size() % 2]->raise();
  }
}

ScopeDocks::Dock& ScopeDocks::make(sim::Id block, const QString& title) {
  if (const auto it = m_docks.find(block); it != m_docks.end()) {
    it->second.dock->setWindowTitle(title);
    return it->second;
  }
  auto* dock = new QDockWidget(title, &m_window);
  dock->setObjectName(QStringLiteral("scope-%1").arg(sim::to_number(block)));
  auto* panel = new ScopePanel(dock);
  panel->setAccessibleName(title);
  dock->setWidget(panel);
  place(dock);
  return m_docks.emplace(block, Dock{dock, panel}).first->second;
}

bool ScopeDocks::showRun(std::vector<ScopeSource> sources) {
  const std::size_t before = m_docks.size();
  for (ScopeSource& source : sources) {
    const sim::Id block = source.block;
    make(block, source.title).panel->setSource(std::move(source));
  }
  return m_docks.size() > before;
}

void ScopeDocks::refresh() {
  for (const auto& [id, dock] : m_docks) dock.panel->refresh();
}

void ScopeDocks::finish() {
  for (const auto& [id, dock] : m_docks) dock.panel->finish();
}

void ScopeDocks::open(sim::Id block, const QString& title) {
  QDockWidget* dock = make(block, title).dock;
  dock->show();
  dock->raise();
}

void ScopeDocks::closeAll() {
  for (const auto& [id, dock] : m_docks) {
    m_window.removeDockWidget(dock.dock);
    dock.dock->deleteLater();
  }
  m_docks.clear();
}

ScopePanel* ScopeDocks::panel(sim::Id block) const {
  const auto it = m_docks.find(block);
  return it == m_docks.end() ? nullptr : it->second.panel;
}

std::vector<ScopePanel*> ScopeDocks::panels() const {
  std::vector<ScopePanel*> out;
  for (const auto& [id, dock] : m_docks) out.push_back(dock.panel);
  return out;
}

std::vector<QAction*> ScopeDocks::toggleActions() const {
  std::vector<QAction*> out;
  for (const auto& [id, dock] : m_docks) out.push_back(dock.dock->toggleViewAction());
  return out;
}

}  // namespace fluxion
