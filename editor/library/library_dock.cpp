#include "editor/library/library_dock.h"

#include <QFileDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/document/block_memory.h"
#include "editor/library/library_tree.h"
#include "editor/library/user_libraries.h"
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
  auto* add = new QToolButton(body);
  add->setObjectName(QStringLiteral("addLibrary"));
  add->setAccessibleName(tr("Add a library"));
  add->setToolTip(tr("Add a library: a model file whose subsystems are inserted as links to it"));
  add->setIcon(lineIcon(QStringLiteral("open")));
  add->setAutoRaise(true);
  connect(add, &QToolButton::clicked, this, &LibraryDock::chooseLibrary);
  auto* fold = new QToolButton(body);
  fold->setObjectName(QStringLiteral("foldLibrary"));
  fold->setAccessibleName(tr("Fold the library"));
  fold->setToolTip(tr("Fold the library to a strip of icons"));
  fold->setIcon(lineIcon(QStringLiteral("fold")));
  fold->setAutoRaise(true);
  connect(fold, &QToolButton::clicked, this, [this] {
    setFolded(true);
    emit foldedByUser(true);
  });
  m_top = new QWidget(body);
  auto* top = new QHBoxLayout(m_top);
  top->setContentsMargins({});
  top->setSpacing(2);
  top->addWidget(m_search);
  top->addWidget(add);
  top->addWidget(fold);
  layout->addWidget(m_top);
  layout->addWidget(m_tree);
  setWidget(body);
  connect(m_search, &QLineEdit::textChanged, m_tree, &LibraryTree::filter);
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item, int column) {
    if (column == 0) insert(item);
  });
  connect(m_search, &QLineEdit::returnPressed, this, [this] { insert(m_tree->currentItem()); });
  m_tree->installEventFilter(this);
  m_search->installEventFilter(this);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &LibraryDock::showMenu);
}

void LibraryDock::insert(const QTreeWidgetItem* item) {
  if (const sim::BlockType* type = m_tree->typeOf(item))
    emit insertRequested(QString::fromStdString(type->id));
  else if (const QString path = LibraryTree::pathOf(item); !path.isEmpty())
    emit insertLinkedRequested(LibraryTree::fileOf(item), path);
}

void LibraryDock::showMenu(const QPoint& at) {
  const QTreeWidgetItem* item = m_tree->itemAt(at);
  if (const QString file = LibraryTree::fileOf(item); !file.isEmpty())
    return showLibraryMenu(file, LibraryTree::pathOf(item), at);
  const sim::BlockType* found = m_tree->typeOf(item);
  if (!found) return;
  const QString type = QString::fromStdString(found->id);
  QMenu menu(this);
  menu.addAction(tr("Insert"), this, [this, type] { emit insertRequested(type); });
  QAction* favorite = menu.addAction(tr("Favorite"));
  favorite->setCheckable(true);
  favorite->setChecked(BlockMemory::instance().isFavorite(type));
  connect(favorite, &QAction::triggered, this,
          [type](bool on) { BlockMemory::instance().setFavorite(type, on); });
  menu.addAction(tr("Help"), this, [this, type] { emit helpRequested(type); });
  menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void LibraryDock::showLibraryMenu(const QString& file, const QString& block, const QPoint& at) {
  QMenu menu(this);
  if (!block.isEmpty())
    menu.addAction(tr("Insert"), this, [this, file, block] { emit insertLinkedRequested(file, block); });
  menu.addAction(tr("Open Library"), this, [this, file] { emit openRequested(file); });
  menu.addAction(tr("Remove from This List"), this, [file] { UserLibraries::instance().remove(file); });
  menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void LibraryDock::chooseLibrary() {
  const QString file =
      QFileDialog::getOpenFileName(window(), tr("Add a Library"), {}, tr("Fluxion models (*.flx)"));
  if (!file.isEmpty()) UserLibraries::instance().add(file);
}

// F1 here is about the block in the tree, not about one in the diagram. Enter inserts what the tree has
// chosen; the menu key opens its menu.
bool LibraryDock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    auto* pressed = static_cast<QKeyEvent*>(event);
    const sim::BlockType* type = m_tree->typeOf(m_tree->currentItem());
    if (pressed->matches(QKeySequence::HelpContents) && type) {
      event->accept();
      if (event->type() == QEvent::KeyPress) emit helpRequested(QString::fromStdString(type->id));
      return true;
    }
  }
  if (watched != m_tree || event->type() != QEvent::KeyPress) return QDockWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool menu =
      key->key() == Qt::Key_Menu || (key->key() == Qt::Key_F10 && key->modifiers() & Qt::ShiftModifier);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  const QTreeWidgetItem* item = m_tree->currentItem();
  if (!item || (!menu && !enter)) return QDockWidget::eventFilter(watched, event);
  if (enter)
    insert(item);
  else
    showMenu(m_tree->visualItemRect(item).center());
  return true;
}

void LibraryDock::setFolded(bool folded) {
  if (folded == m_folded || (folded && isFloating())) return;
  constexpr int strip = 92;  // an icon and the bar to scroll
  if (folded) m_widthBefore = width();
  m_folded = folded;
  m_top->setVisible(!folded);
  m_tree->setIconsOnly(folded);
  widget()->layout()->setContentsMargins(folded ? 0 : 6, 6, folded ? 0 : 6, 0);
  if (folded) {
    auto* unfold = new QToolButton(this);
    unfold->setObjectName(QStringLiteral("unfoldLibrary"));
    unfold->setAccessibleName(tr("Unfold the library"));
    unfold->setToolTip(tr("Show the names of the blocks and the search"));
    unfold->setIcon(lineIcon(QStringLiteral("unfold")));
    unfold->setAutoRaise(true);
    connect(unfold, &QToolButton::clicked, this, [this] {
      setFolded(false);
      emit foldedByUser(false);
    });
    setTitleBarWidget(unfold);
    setFixedWidth(strip);
    return;
  }
  titleBarWidget()->deleteLater();
  setTitleBarWidget(nullptr);
  setMinimumWidth(0);
  setMaximumWidth(QWIDGETSIZE_MAX);
  if (auto* main = qobject_cast<QMainWindow*>(parentWidget()))
    main->resizeDocks({this}, {m_widthBefore}, Qt::Horizontal);
}

void LibraryDock::focusSearch() {
  setFolded(false);
  show();
  raise();
  m_search->setFocus();
  m_search->selectAll();
}

}  // namespace fluxion
