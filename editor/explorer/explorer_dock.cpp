#include "editor/explorer/explorer_dock.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeWidget>
#include <algorithm>
#include <map>

#include "editor/document/diagram_document.h"
#include "editor/document/subsystem_tree.h"
#include "editor/explorer/blocks_page.h"
#include "editor/explorer/settings_panel.h"
#include "editor/explorer/signals_panel.h"
#include "editor/explorer/table_page.h"
#include "editor/explorer/variables_panel.h"

namespace fluxion {

ExplorerDock::ExplorerDock(DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Model Explorer"), parent),
      m_document(document),
      m_tree(new QTreeWidget(this)),
      m_pages(new QStackedWidget(this)),
      m_blocks(new BlocksPage(document, this)),
      m_variables(new VariablesPanel(document, this)),
      m_signals(new SignalsPanel(document, this)),
      m_settings(new SettingsPanel(document, this)) {
  setObjectName(QStringLiteral("explorerDock"));
  m_tree->setObjectName(QStringLiteral("explorerTree"));
  m_tree->setAccessibleName(tr("Parts of the model"));
  m_tree->setHeaderHidden(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setUniformRowHeights(true);
  m_tree->setIndentation(14);
  m_tree->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
  for (QWidget* page : {static_cast<QWidget*>(m_blocks), static_cast<QWidget*>(m_variables),
                        static_cast<QWidget*>(m_signals), static_cast<QWidget*>(m_settings)})
    m_pages->addWidget(page);
  auto* splitter = new QSplitter(this);
  splitter->addWidget(m_tree);
  splitter->addWidget(m_pages);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({fontMetrics().averageCharWidth() * 26, fontMetrics().averageCharWidth() * 120});
  splitter->setChildrenCollapsible(false);
  setWidget(splitter);
  rebuildTree();
  connect(&document, &DiagramDocument::changed, this, &ExplorerDock::onChanged);
  connect(&document, &DiagramDocument::replaced, this, [this] {
    rebuildTree();
    refresh();
  });
  connect(&document, &DiagramDocument::pathChanged, this, &ExplorerDock::rebuildTree);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, &ExplorerDock::choose);
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible && m_stale) refresh();
  });
  connect(m_blocks, &BlocksPage::elementRequested, this, &ExplorerDock::elementRequested);
  connect(m_variables, &VariablesPanel::elementRequested, this, &ExplorerDock::elementRequested);
  connect(m_signals, &SignalsPanel::elementRequested, this, &ExplorerDock::elementRequested);
  connect(m_variables, &VariablesPanel::settingRequested, this, &ExplorerDock::showSetting);
}

// A cell that is being edited is left as it was: the document may be about to go as well.
ExplorerDock::~ExplorerDock() {
  m_document.disconnect(this);
  for (TablePage* page :
       {&m_blocks->table(), &m_variables->table(), &m_signals->table(), &m_settings->table()}) {
    page->disconnect();
    page->view().selectionModel()->disconnect(page);
    page->view().setModel(nullptr);
  }
}

// Subsystems in the order of names, then the model's other parts.
void ExplorerDock::rebuildTree() {
  const QSignalBlocker quiet(m_tree);
  const bool variables = m_tree->currentItem() && m_tree->currentItem() == m_variablesItem;
  const bool signalsShown = m_tree->currentItem() && m_tree->currentItem() == m_signalsItem;
  const bool settings = m_tree->currentItem() && m_tree->currentItem() == m_settingsItem;
  m_tree->clear();
  m_items.clear();
  QTreeWidgetItem* top = addSubsystems(
      *m_tree, m_document, [this](QTreeWidgetItem& item, sim::Id level) { m_items[level] = &item; });
  top->setExpanded(true);
  m_variablesItem = new QTreeWidgetItem(m_tree, {tr("Variables")});
  m_signalsItem = new QTreeWidgetItem(m_tree, {tr("Signals")});
  m_settingsItem = new QTreeWidgetItem(m_tree, {tr("Configuration")});
  QTreeWidgetItem* shown = itemOf(m_blocks->level());
  m_tree->setCurrentItem(variables      ? m_variablesItem
                         : signalsShown ? m_signalsItem
                         : settings     ? m_settingsItem
                         : shown        ? shown
                                        : top);
  if (!shown) m_blocks->setLevel(sim::no_id);
}

QTreeWidgetItem* ExplorerDock::itemOf(sim::Id subsystem) const {
  const auto item = m_items.find(subsystem);
  return item == m_items.end() ? nullptr : item->second;
}

void ExplorerDock::choose() {
  const QTreeWidgetItem* item = m_tree->currentItem();
  if (!item) return;
  if (item == m_variablesItem)
    m_pages->setCurrentWidget(m_variables);
  else if (item == m_signalsItem)
    m_pages->setCurrentWidget(m_signals);
  else if (item == m_settingsItem)
    m_pages->setCurrentWidget(m_settings);
  else
    m_pages->setCurrentWidget(m_blocks);
  if (m_pages->currentWidget() == m_blocks) m_blocks->setLevel(subsystemOf(*item));
  if (m_pages->currentWidget() == m_variables) m_variables->rebuild();
  if (m_pages->currentWidget() == m_signals) m_signals->rebuild();
  if (m_pages->currentWidget() == m_settings) m_settings->rebuild();
}

void ExplorerDock::refresh() {
  m_stale = !isVisible();
  if (!m_stale) choose();
}

// Only the page that is looked at follows; the others are rebuilt when they are chosen.
void ExplorerDock::onChanged(const sim::Edit& edit) {
  const bool subsystems =
      std::any_of(edit.changes.begin(), edit.changes.end(), [this](const sim::Change& change) {
        const auto* block = std::get_if<sim::Set<sim::Block>>(&change);
        if (!block) return false;
        const QTreeWidgetItem* item = itemOf(block->id);
        if (!block->value) return item != nullptr;
        const sim::BlockType* type = m_document.library().find(block->value->type);
        const bool subsystem = type && type->role == sim::BlockRole::Subsystem;
        return subsystem && (!item || item->text(0).toStdString() != block->value->name);
      });
  if (subsystems) rebuildTree();
  if (!isVisible()) {
    m_stale = true;
    return;
  }
  if (m_pages->currentWidget() == m_blocks) m_blocks->update(edit);
  if (m_pages->currentWidget() == m_variables) m_variables->update(edit);
  if (m_pages->currentWidget() == m_signals) m_signals->update(edit);
  if (m_pages->currentWidget() == m_settings) m_settings->update(edit);
}

void ExplorerDock::start() {
  show();
  raise();
  activateWindow();
  QWidget* page = m_pages->currentWidget();
  (page == m_blocks      ? m_blocks->table()
   : page == m_variables ? m_variables->table()
   : page == m_signals   ? m_signals->table()
                         : m_settings->table())
      .filterField()
      .setFocus();
}

void ExplorerDock::showLevel(sim::Id subsystem) {
  if (QTreeWidgetItem* item = itemOf(subsystem)) m_tree->setCurrentItem(item);
}

void ExplorerDock::showVariables() { m_tree->setCurrentItem(m_variablesItem); }

void ExplorerDock::showSignals() { m_tree->setCurrentItem(m_signalsItem); }

void ExplorerDock::showSetting(const QString& name) {
  m_tree->setCurrentItem(m_settingsItem);
  m_settings->showSetting(name);
}

void ExplorerDock::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QDockWidget::keyPressEvent(event);
  hide();
  emit closed();
}

}  // namespace fluxion
