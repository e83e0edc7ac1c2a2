#include "editor/library/library_dock.h"

#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include "editor/document/block_memory.h"
#include "editor/library/library_tree.h"
#include "editor/line_icon.h"

namespace fluxion {

LibraryDock::LibraryDock(const sim::BlockLibrary& library, QWidget* parent)
    : QDockWidget(tr("Library"), parent) {
  setObjectName(QStringLiteral("libraryDock"));
  auto* body = new QWidget(this);
  m_search = new QLineEdit(body);
  m_search->setObjectName(QStringLiteral("librarySearch"));
  m_search->setAccessibleName(tr("Search blocks"));
  m_search->setPlaceholderText(tr("Search blocks"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_tree = new LibraryTree(library, body);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->setSpacing(6);
  layout->addWidget(m_search);
  layout->addWidget(m_tree);
  setWidget(body);
  connect(m_search, &QLineEdit::textChanged, m_tree, &LibraryTree::filter);
  const auto insert = [this](const QTreeWidgetItem* item) {
    if (const sim::BlockType* type = m_tree->typeOf(item))
      emit insertRequested(QString::fromStdString(type->id));
  };
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [insert](const QTreeWidgetItem* item, int column) {
    if (column == 0) insert(item);
  });
  connect(m_search, &QLineEdit::returnPressed, this, [this, insert] { insert(m_tree->currentItem()); });
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &LibraryDock::showMenu);
}

void LibraryDock::showMenu(const QPoint& at) {
  const sim::BlockType* found = m_tree->typeOf(m_tree->itemAt(at));
  if (!found) return;
  const QString type = QString::fromStdString(found->id);
  QMenu menu(this);
  menu.addAction(tr("Insert"), this, [this, type] { emit insertRequested(type); });
  QAction* favourite = menu.addAction(tr("Favourite"));
  favourite->setCheckable(true);
  favourite->setChecked(BlockMemory::instance().isFavourite(type));
  connect(favourite, &QAction::triggered, this,
          [type](bool on) { BlockMemory::instance().setFavourite(type, on); });
  menu.addAction(tr("Help"), this, [this, type] { emit helpRequested(type); });
  menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void LibraryDock::focusSearch() {
  show();
  raise();
  m_search->setFocus();
  m_search->selectAll();
}

}  // namespace fluxion
