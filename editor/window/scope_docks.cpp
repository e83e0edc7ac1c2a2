#include "editor/window/scope_docks.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <algorithm>
#include <utility>

#include "editor/document/diagram_document.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/window/dock_room.h"

namespace fluxion {

ScopeDocks::ScopeDocks(QMainWindow& window, DiagramDocument& document)
    : QObject(&window),
      m_window(window),
      m_document(document),
      m_residualsAction(new QAction(tr("&Residuals of Invariants"), this)) {
  m_residualsAction->setObjectName(QStringLiteral("showResiduals"));
  m_residualsAction->setToolTip(tr("How far each invariant is from what it should be, over time"));
  m_residualsAction->setEnabled(false);
  connect(m_residualsAction, &QAction::triggered, this, &ScopeDocks::showResiduals);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    for (ScopePanel* panel : panels())
      if (now && panel->isAncestorOf(now)) m_last = panel;
  });
  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    for (const sim::Change& change : edit.changes)
      if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change);
          block && m_docks.contains(block->id))
        follow(block->id, block->value.has_value());
    for (const auto& [id, dock] : m_docks)
      if (!dock.panel->source()) dock.panel->setHint(hintFor(id));
  });
}

// A dock that goes moves the others and the focus: who asks then finds none that is gone.
ScopeDocks::~ScopeDocks() {
  for (const auto& [id, dock] : std::exchange(m_docks, {})) delete dock.dock;
}

// The dock of a block that is deleted goes with it, and comes back with it. (Behind another tab a dock is
// hidden, but not closed.)
void ScopeDocks::follow(sim::Id block, bool exists) {
  Dock& dock = m_docks.at(block);
  if (exists) readSettings(block);
  if (exists == !dock.gone) return;
  dock.gone = !exists;
  if (exists)
    dock.dock->setVisible(dock.shownWithBlock);
  else
    dock.shownWithBlock = dock.dock->toggleViewAction()->isChecked(), dock.dock->close();
  dock.dock->toggleViewAction()->setVisible(exists);
}

// How a block's scope looks is in its parameters; undo and the dialog change it there.
void ScopeDocks::readSettings(sim::Id block) {
  const sim::Block* b = m_document.block(block);
  if (b != nullptr)
    m_docks.at(block).panel->setSettings(toSettings({b->parameters.begin(), b->parameters.end()}));
}

void ScopeDocks::writeSettings(sim::Id block) {
  const sim::Block* b = m_document.block(block);
  if (b == nullptr) return;
  sim::Block changed = *b;
  const ScopeSettings& wanted = m_docks.at(block).panel->settings();
  const bool phase = m_docks.at(block).panel->isPhase();
  for (const std::string& name : scopeParameterNames(phase)) changed.parameters.erase(name);
  for (const auto& [name, text] : toParameters(wanted, phase)) changed.parameters[name] = text;
  sim::Edit edit{tr("Set Up %1").arg(QString::fromStdString(b->name)).toStdString(), {}};
  edit.set(block, std::move(changed));
  m_document.apply(std::move(edit));
}

// What somebody does to see something in it.
QString ScopeDocks::hintFor(sim::Id block) const {
  const auto leadsThere = [block](const auto& line) {
    return line.second.target && line.second.target->block == block;
  };
  if (m_document.block(block) != nullptr && !std::ranges::any_of(m_document.diagram().lines, leadsThere))
    return tr("Nothing is connected to this scope. Draw a line from a block to it, then run the model (F5).");
  return tr("Run the model (F5) to see the signals.");
}

// Where it stood when the model was open last; else the first stands alone, and the second below it where
// there is room for two. From then on they share these places as tabs.
void ScopeDocks::place(QDockWidget* dock) {
  if (m_placesKnown && m_window.restoreDockWidget(dock)) return;
  std::vector<QDockWidget*> others, stacks;
  for (const auto& [id, d] : m_docks)
    if (m_window.dockWidgetArea(d.dock) == Qt::RightDockWidgetArea && !d.dock->isFloating() &&
        !d.dock->isHidden())
      others.push_back(d.dock);
  for (QDockWidget* other : others) {
    const QList<QDockWidget*> tabs = m_window.tabifiedDockWidgets(other);
    if (std::ranges::none_of(stacks, [&](QDockWidget* first) { return tabs.contains(first); }))
      stacks.push_back(other);
  }
  m_window.addDockWidget(Qt::RightDockWidgetArea, dock);
  dock->show();
  const int room = m_window.centralWidget() ? m_window.centralWidget()->height() : m_window.height();
  if (stacks.empty()) {
    m_window.resizeDocks({dock}, {m_window.width() * 2 / 5}, Qt::Horizontal);
  } else if (stacks.size() == 1 && room / 2 >= usefulSize(*dock).height()) {
    m_window.splitDockWidget(stacks.front(), dock, Qt::Vertical);
    m_window.resizeDocks({stacks.front(), dock}, {room / 2, room / 2}, Qt::Vertical);
  } else {
    QDockWidget* first = stacks[others.size() % stacks.size()];
    m_window.tabifyDockWidget(first, dock);
    first->raise();
  }
}

ScopeDocks::Dock& ScopeDocks::make(sim::Id block, const QString& title) {
  if (const auto it = m_docks.find(block); it != m_docks.end()) {
    it->second.dock->setWindowTitle(title);
    return it->second;
  }
  auto* dock = new QDockWidget(title, &m_window);
  dock->setObjectName(QStringLiteral("scope-%1").arg(sim::to_number(block)));
  setUsefulSize(*dock, {320, 320});
  auto* view = new ScopeView(m_cursors, dock);
  ScopePanel* panel = &view->panel();
  panel->setAccessibleName(title);
  dock->setWidget(view);
  emit opening(m_showingRun);
  place(dock);
  Dock& made = m_docks.emplace(block, Dock{dock, view, panel}).first->second;
  readSettings(block);
  connect(panel, &ScopePanel::settingsChanged, this, [this, block] { writeSettings(block); });
  connect(panel, &ScopePanel::runToRequested, this, &ScopeDocks::runToRequested);
  connect(panel, &ScopePanel::parametersRequested, this, [this, block] { emit parametersRequested(block); });
  panel->setHint(hintFor(block));
  connect(panel, &ScopePanel::measuredDataRequested, this, &ScopeDocks::measuredDataRequested);
  emit opened();
  return made;
}

void ScopeDocks::keepResiduals(ScopeSource residuals) {
  m_residualsAction->setEnabled(true);
  if (ScopePanel* open = panel(sim::no_id)) {
    open->setSource(std::move(residuals));
    emit sourcesChanged();
  } else {
    m_residuals = std::move(residuals);
  }
}

void ScopeDocks::showResiduals() {
  const bool fresh = panel(sim::no_id) == nullptr;
  open(sim::no_id, tr("Residuals of invariants"));
  if (!fresh) return;
  ScopePanel* scope = panel(sim::no_id);
  scope->edits().setMagnitude(true);
  if (m_residuals) scope->setSource(*std::exchange(m_residuals, std::nullopt));
  emit sourcesChanged();
  if (!m_running) scope->finish();
}

bool ScopeDocks::showRun(std::vector<ScopeSource> sources) {
  m_running = true;
  const std::size_t before = m_docks.size();
  m_showingRun = true;
  for (ScopeSource& source : sources) {
    const sim::Id block = source.block;
    make(block, source.title).panel->setSource(std::move(source));
  }
  m_showingRun = false;
  emit sourcesChanged();
  return m_docks.size() > before;
}

void ScopeDocks::refresh() {
  constexpr double enough = 4;  // ms: what else happens in a frame has its time too
  const std::vector<ScopePanel*> all = panels();
  double spent = 0;
  for (std::size_t k = 0; k < all.size() && spent < enough; ++k) {
    ScopePanel* panel = all[m_turn++ % all.size()];
    panel->refresh();
    if (panel->isVisible()) spent += panel->frameCost();
  }
}

void ScopeDocks::finish() {
  m_running = false;
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
  m_cursors.forget();
  m_residuals.reset();
  m_residualsAction->setEnabled(false);
}

void ScopeDocks::setShown(bool shown) {
  for (const auto& [id, dock] : m_docks)
    if (!dock.gone && !dock.dock->isFloating()) dock.dock->setVisible(shown);
}

void ScopeDocks::placeAnew() {
  for (const auto& [id, dock] : m_docks) m_window.removeDockWidget(dock.dock);
  for (const auto& [id, dock] : m_docks) {
    if (dock.gone) continue;
    dock.dock->setFloating(false);
    place(dock.dock);
    dock.dock->show();
  }
}

ScopePanel* ScopeDocks::panel(sim::Id block) const {
  const auto it = m_docks.find(block);
  return it == m_docks.end() ? nullptr : it->second.panel;
}

ScopeView* ScopeDocks::view(sim::Id block) const {
  const auto it = m_docks.find(block);
  return it == m_docks.end() ? nullptr : it->second.view;
}

std::vector<ScopePanel*> ScopeDocks::panels() const {
  std::vector<ScopePanel*> out;
  for (const auto& [id, dock] : m_docks) out.push_back(dock.panel);
  return out;
}

std::vector<ScopePanel*> ScopeDocks::seen() const {
  std::vector<ScopePanel*> out;
  for (const auto& [id, dock] : m_docks)
    if (dock.dock->isVisible()) out.push_back(dock.panel);
  if (const auto last = std::ranges::find(out, m_last.data()); last != out.end())
    std::rotate(out.begin(), last, last + 1);
  return out;
}

bool ScopeDocks::toggleCursors() {
  const auto all = seen();
  if (all.empty()) return false;
  ScopePanel* panel = all.front();
  const auto own = std::ranges::find_if(m_docks, [panel](const auto& d) { return d.second.panel == panel; });
  const bool off = m_cursors.isOn() && panel->canvas().hasFocus();
  own->second.view->cursors().setShown(!off);
  if (!off) {
    panel->window()->activateWindow();
    panel->canvas().setFocus(Qt::ShortcutFocusReason);
  }
  return !off;
}

std::vector<QAction*> ScopeDocks::toggleActions() const {
  std::vector<QAction*> out;
  for (const auto& [id, dock] : m_docks) out.push_back(dock.dock->toggleViewAction());
  return out;
}

}  // namespace fluxion
