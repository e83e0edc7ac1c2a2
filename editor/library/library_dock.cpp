#include "editor/library/library_dock.h"

#include <QDrag>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <map>
#include <set>

#include "editor/canvas/diagram_view.h"
#include "editor/canvas/icon_painter.h"
#include "editor/document/block_search.h"
#include "editor/line_icon.h"

namespace fluxion {

static constexpr QSize iconSize(44, 28);
static constexpr int typeRole = Qt::UserRole;

namespace {

// Drags carry the type of the block, and show the block under the pointer.
class LibraryTree : public QTreeWidget {
 public:
  LibraryTree(const sim::BlockLibrary& library, QWidget* parent) : QTreeWidget(parent), m_library(library) {}

 protected:
  void startDrag(Qt::DropActions) override {
    const QTreeWidgetItem* item = currentItem();
    const sim::BlockType* type =
        item ? m_library.find(item->data(0, typeRole).toString().toStdString()) : nullptr;
    if (!type) return;
    auto* data = new QMimeData;
    data->setData(QLatin1String(blockMimeType), QByteArray::fromStdString(type->id));
    const QSize size(type->default_width + 4, type->default_height + 4);
    const QPixmap picture =
        blockPixmap(*type, m_library, Theme::current(palette()), size, devicePixelRatioF());
    QDrag drag(this);
    drag.setMimeData(data);
    drag.setPixmap(picture);
    drag.setHotSpot(QPoint(size.width() / 2, size.height() / 2));
    drag.exec(Qt::CopyAction);
  }

 private:
  const sim::BlockLibrary& m_library;
};

}  // namespace

LibraryDock::LibraryDock(const sim::BlockLibrary& library, QWidget* parent)
    : QDockWidget(tr("Library"), parent), m_library(library) {
  setObjectName(QStringLiteral("libraryDock"));
  auto* body = new QWidget(this);
  m_search = new QLineEdit(body);
  m_search->setObjectName(QStringLiteral("librarySearch"));
  m_search->setAccessibleName(tr("Search blocks"));
  m_search->setPlaceholderText(tr("Search blocks"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_tree = new LibraryTree(library, body);
  m_tree->setObjectName(QStringLiteral("libraryTree"));
  m_tree->setAccessibleName(tr("Block library"));
  m_tree->setHeaderHidden(true);
  m_tree->setIconSize(iconSize);
  m_tree->setIndentation(14);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->setSpacing(6);
  layout->addWidget(m_search);
  layout->addWidget(m_tree);
  setWidget(body);
  connect(m_search, &QLineEdit::textChanged, this, &LibraryDock::filter);
  const auto insert = [this](QTreeWidgetItem* item) {
    if (const QString type = item->data(0, typeRole).toString(); !type.isEmpty()) emit insertRequested(type);
  };
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, insert);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &LibraryDock::showMenu);
  connect(m_search, &QLineEdit::returnPressed, this, [this, insert] {
    if (QTreeWidgetItem* item = m_tree->currentItem()) insert(item);
  });
  build();
}

void LibraryDock::build() {
  std::map<std::string, QTreeWidgetItem*> categories;
  for (const sim::BlockType* type : m_library.all()) {
    QTreeWidgetItem*& category = categories[type->category];
    if (!category) {
      category = new QTreeWidgetItem(m_tree, {QString::fromStdString(type->category)});
      category->setFlags(Qt::ItemIsEnabled);
      QFont font = m_tree->font();
      font.setBold(true);
      category->setFont(0, font);
    }
    auto* item = new QTreeWidgetItem(category, {QString::fromStdString(type->label)});
    item->setData(0, typeRole, QString::fromStdString(type->id));
    const QString line = QString::fromStdString(type->doc).section(QStringLiteral("\n\n"), 0, 0);
    item->setToolTip(0, line.toHtmlEscaped());
  }
  renewIcons();
  m_tree->expandAll();
}

void LibraryDock::renewIcons() {
  const Theme theme = Theme::current(palette());
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
    if (const sim::BlockType* type = m_library.find((*it)->data(0, typeRole).toString().toStdString()))
      (*it)->setIcon(0, blockIcon(*type, m_library, theme, iconSize, devicePixelRatioF()));
}

// Shows what matches, and makes the best match the current one, so that Enter inserts it.
void LibraryDock::showMenu(const QPoint& at) {
  const QTreeWidgetItem* item = m_tree->itemAt(at);
  const QString type = item ? item->data(0, typeRole).toString() : QString();
  if (type.isEmpty()) return;
  QMenu menu(this);
  menu.addAction(tr("Insert"), this, [this, type] { emit insertRequested(type); });
  menu.addAction(tr("Help"), this, [this, type] { emit helpRequested(type); });
  menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void LibraryDock::filter(const QString& text) {
  const auto matches = searchBlocks(m_library, text);
  const std::set<const sim::BlockType*> shown(matches.begin(), matches.end());
  for (int c = 0; c < m_tree->topLevelItemCount(); ++c) {
    QTreeWidgetItem* category = m_tree->topLevelItem(c);
    bool any = false;
    for (int k = 0; k < category->childCount(); ++k) {
      QTreeWidgetItem* item = category->child(k);
      const sim::BlockType* type = m_library.find(item->data(0, typeRole).toString().toStdString());
      const bool visible = shown.contains(type);
      item->setHidden(!visible);
      any |= visible;
      if (!text.isEmpty() && !matches.empty() && type == matches.front()) m_tree->setCurrentItem(item);
    }
    category->setHidden(!any);
    if (any) category->setExpanded(true);
  }
  if (text.isEmpty() || matches.empty()) m_tree->setCurrentItem(nullptr);
}

void LibraryDock::focusSearch() {
  show();
  raise();
  m_search->setFocus();
  m_search->selectAll();
}

void LibraryDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_tree) renewIcons();
}

}  // namespace fluxion
