#include "editor/library/library_tree.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <map>
#include <set>

#include "editor/canvas/icon_painter.h"
#include "editor/document/block_memory.h"
#include "editor/document/block_search.h"
#include "editor/library/block_drag.h"
#include "editor/library/user_libraries.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"

namespace fluxion {

static constexpr QSize blockIconSize(44, 28);

namespace {

// The synonym stands behind the label, in gray.
class LibraryDelegate : public QStyledItemDelegate {
 public:
  explicit LibraryDelegate(LibraryTree& tree) : QStyledItemDelegate(&tree), m_tree(tree) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QString synonym = index.data(LibraryTree::synonymRole).toString();
    if (synonym.isEmpty() || m_tree.hasIconsOnly()) return;
    const int label = option.fontMetrics.horizontalAdvance(index.data().toString());
    const QRect room = option.rect.adjusted(option.decorationSize.width() + label + 18, 0, -4, 0);
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                             : Theme::current(option.palette).hint);
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(synonym, Qt::ElideRight, room.width()));
    painter->restore();
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_tree.hasIconsOnly() && !option->icon.isNull()) option->text.clear();
    fit(*option);
  }

 private:
  // A name that is too long for a narrow dock is written in two lines, where it has two words, and narrower,
  // rather than cut.
  static void fit(QStyleOptionViewItem& option) {
    constexpr double narrowest = 0.72, ofTwo = 0.86;
    const int icon = option.icon.isNull() ? 0 : option.decorationSize.width() + 6;
    const double room = option.rect.width() - icon - 8;
    const auto width = [&](const QString& text) { return option.fontMetrics.horizontalAdvance(text); };
    const QString name = option.text;
    double wanted = width(name), largest = 1;
    if (room <= 0 || wanted <= room) return;
    for (qsizetype at = name.indexOf(u' '); at > 0; at = name.indexOf(u' ', at + 1)) {
      const double longer = std::max(width(name.left(at)), width(name.mid(at + 1)));
      if (longer >= wanted) continue;
      wanted = longer, largest = ofTwo;
      option.text = name.left(at) + QChar(QChar::LineSeparator) + name.mid(at + 1);
    }
    option.font.setPointSizeF(option.font.pointSizeF() * std::clamp(room / wanted, narrowest, largest));
    option.fontMetrics = QFontMetrics(option.font);
  }

  LibraryTree& m_tree;
};

// A small star, where the icons of blocks are wide.
class StarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    empty.icon = {};
    empty.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
    QRect place(0, 0, 16, 16);
    place.moveCenter(option.rect.center());
    const bool selected = option.state & QStyle::State_Selected;
    index.data(Qt::DecorationRole)
        .value<QIcon>()
        .paint(painter, place, Qt::AlignCenter, selected ? QIcon::Selected : QIcon::Normal);
  }
};

}  // namespace

LibraryTree::LibraryTree(const sim::BlockLibrary& library, QWidget* parent)
    : QTreeWidget(parent), m_library(library) {
  setObjectName(QStringLiteral("libraryTree"));
  setAccessibleName(tr("Block library"));
  setColumnCount(2);
  setHeaderHidden(true);
  header()->setStretchLastSection(false);
  header()->setMinimumSectionSize(24);
  header()->setSectionResizeMode(0, QHeaderView::Stretch);
  header()->setSectionResizeMode(1, QHeaderView::Fixed);
  header()->resizeSection(1, 24);
  setItemDelegateForColumn(0, new LibraryDelegate(*this));
  setItemDelegateForColumn(1, new StarDelegate(this));
  setIconSize(blockIconSize);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setIndentation(14);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setDragEnabled(true);
  setDragDropMode(QAbstractItemView::DragOnly);

  m_favorites = addSection(tr("Favorites"));
  m_recent = addSection(tr("Recently Used"));
  std::map<std::string, QTreeWidgetItem*> categories;
  for (const sim::BlockType* type : m_library.all()) {
    QTreeWidgetItem*& category = categories[type->category];
    if (!category) category = addSection(QString::fromStdString(type->category));
    addBlock(category, *type);
  }
  fillShelves();
  fillLibraries();
  expandAll();
  connect(this, &QTreeWidget::itemEntered, this, &LibraryTree::showStars);
  connect(this, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item, int column) {
    const QString type = item->data(0, typeRole).toString();
    if (column == 1 && !type.isEmpty())
      BlockMemory::instance().setFavorite(type, !BlockMemory::instance().isFavorite(type));
  });
  // Not while the row that was clicked is being worked on.
  connect(
      &BlockMemory::instance(), &BlockMemory::changed, this, [this] { fillShelves(); }, Qt::QueuedConnection);
  connect(
      &UserLibraries::instance(), &UserLibraries::changed, this, [this] { fillLibraries(); },
      Qt::QueuedConnection);
}

QTreeWidgetItem* LibraryTree::addSection(const QString& title) {
  auto* section = new QTreeWidgetItem(this, {title});
  section->setFlags(Qt::ItemIsEnabled);
  QFont bold = font();
  bold.setBold(true);
  section->setFont(0, bold);
  return section;
}

QTreeWidgetItem* LibraryTree::addBlock(QTreeWidgetItem* section, const sim::BlockType& type) {
  auto* item = new QTreeWidgetItem(section, {QString::fromStdString(type.label)});
  item->setData(0, typeRole, QString::fromStdString(type.id));
  QString tip =
      QStringLiteral("<b>%1</b><br>%2")
          .arg(QString::fromStdString(type.label).toHtmlEscaped(),
               QString::fromStdString(type.doc).section(QStringLiteral("\n\n"), 0, 0).toHtmlEscaped());
  QStringList names;
  for (const std::string& keyword : type.keywords) names << QString::fromStdString(keyword).toHtmlEscaped();
  if (!names.isEmpty())
    tip += QStringLiteral("<br><i>%1</i>").arg(tr("Also: %1").arg(names.join(QStringLiteral(", "))));
  item->setToolTip(0, tip);
  item->setToolTip(1, tr("Favorite"));
  item->setIcon(0, blockIcon(type, m_library, Theme::current(palette()), blockIconSize, devicePixelRatioF()));
  return item;
}

const sim::BlockType* LibraryTree::typeOf(const QTreeWidgetItem* item) const {
  return item ? m_library.find(item->data(0, typeRole).toString().toStdString()) : nullptr;
}

QString LibraryTree::fileOf(const QTreeWidgetItem* item) {
  return item ? item->data(0, fileRole).toString() : QString();
}

QString LibraryTree::pathOf(const QTreeWidgetItem* item) {
  return item ? item->data(0, pathRole).toString() : QString();
}

// Libraries that somebody added come first after the shelves: they are few, and wanted.
void LibraryTree::fillLibraries() {
  for (int c = topLevelItemCount() - 1; c >= 0; --c)
    if (!fileOf(topLevelItem(c)).isEmpty()) delete takeTopLevelItem(c);
  int place = indexOfTopLevelItem(m_recent) + 1;
  const Theme theme = Theme::current(palette());
  for (const QString& file : UserLibraries::instance().files()) {
    QTreeWidgetItem* section = addSection(QFileInfo(file).completeBaseName());
    insertTopLevelItem(place++, takeTopLevelItem(indexOfTopLevelItem(section)));
    section->setData(0, fileRole, file);
    section->setToolTip(0, plainTip(file));
    for (const LibraryBlock& block : UserLibraries::instance().blocks(file)) {
      auto* item = new QTreeWidgetItem(section, {block.path});
      item->setData(0, fileRole, file);
      item->setData(0, pathRole, block.path);
      item->setToolTip(0, plainTip(block.summary.isEmpty() ? file : block.summary));
      item->setIcon(0, QIcon(blockPixmap(*block.library, block.block, m_library, theme, blockIconSize,
                                         devicePixelRatioF())));
    }
    section->setExpanded(true);
  }
  filterLibraries();
}

void LibraryTree::filterLibraries() {
  const QStringList words = m_words.split(u' ', Qt::SkipEmptyParts);
  for (int c = 0; c < topLevelItemCount(); ++c) {
    QTreeWidgetItem* section = topLevelItem(c);
    if (fileOf(section).isEmpty()) continue;
    bool any = words.isEmpty();
    for (int k = 0; k < section->childCount(); ++k) {
      const QString text = section->text(0) + u' ' + pathOf(section->child(k));
      const bool visible = std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
      });
      section->child(k)->setHidden(!visible);
      any |= visible;
    }
    section->setHidden(!any);
  }
}

void LibraryTree::fillShelves() {
  const auto fill = [this](QTreeWidgetItem* shelf, const QStringList& types) {
    qDeleteAll(shelf->takeChildren());
    for (const QString& id : types)
      if (const sim::BlockType* type = m_library.find(id.toStdString())) addBlock(shelf, *type);
    shelf->setHidden(shelf->childCount() == 0 || !m_words.isEmpty());
    shelf->setExpanded(true);
  };
  // What stands below stays under the pointer.
  const QTreeWidgetItem* below = topLevelItem(indexOfTopLevelItem(m_recent) + 1);
  const int before = below ? visualItemRect(below).top() : 0;
  fill(m_favorites, BlockMemory::instance().favorites());
  fill(m_recent, BlockMemory::instance().recent());
  if (below && isVisible()) {
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(verticalScrollBar()->value() + visualItemRect(below).top() - before);
  }
  showStars(nullptr);
}

// Full on favorites, empty on the row under the pointer.
void LibraryTree::showStars(QTreeWidgetItem* hovered) {
  for (QTreeWidgetItemIterator it(this); *it; ++it) {
    const QString type = (*it)->data(0, typeRole).toString();
    if (type.isEmpty()) continue;
    const bool favorite = BlockMemory::instance().isFavorite(type);
    (*it)->setIcon(1, favorite         ? lineIcon(QStringLiteral("star-full"))
                      : *it == hovered ? lineIcon(QStringLiteral("star"))
                                       : QIcon());
  }
}

void LibraryTree::leaveEvent(QEvent* event) {
  showStars(nullptr);
  QTreeWidget::leaveEvent(event);
}

void LibraryTree::setIconsOnly(bool on) {
  m_iconsOnly = on;
  setColumnHidden(1, on);
  setIndentation(on ? 0 : 14);
  setRootIsDecorated(!on);
  doItemsLayout();
}

void LibraryTree::renewIcons() {
  const Theme theme = Theme::current(palette());
  for (QTreeWidgetItemIterator it(this); *it; ++it)
    if (const sim::BlockType* type = typeOf(*it))
      (*it)->setIcon(0, blockIcon(*type, m_library, theme, blockIconSize, devicePixelRatioF()));
  fillLibraries();
}

void LibraryTree::filter(const QString& words) {
  m_words = words.trimmed();
  const auto matches = searchBlocks(m_library, words);
  const std::set<const sim::BlockType*> shown(matches.begin(), matches.end());
  for (QTreeWidgetItem* shelf : {m_favorites, m_recent})
    shelf->setHidden(shelf->childCount() == 0 || !m_words.isEmpty());
  for (int c = 0; c < topLevelItemCount(); ++c) {
    QTreeWidgetItem* category = topLevelItem(c);
    if (category == m_favorites || category == m_recent || !fileOf(category).isEmpty()) continue;
    bool any = false;
    for (int k = 0; k < category->childCount(); ++k) {
      QTreeWidgetItem* item = category->child(k);
      const sim::BlockType* type = typeOf(item);
      const bool visible = shown.contains(type);
      item->setHidden(!visible);
      item->setData(0, synonymRole, visible ? matchedKeyword(*type, words) : QString());
      any |= visible;
      if (!words.isEmpty() && !matches.empty() && type == matches.front()) setCurrentItem(item);
    }
    category->setHidden(!any);
    if (any) category->setExpanded(true);
  }
  filterLibraries();
  if (words.isEmpty() || matches.empty()) setCurrentItem(nullptr);
}

// Drags carry the type of the block, or the library and the path of it, and show a block under the pointer.
void LibraryTree::startDrag(Qt::DropActions) {
  const QString path = pathOf(currentItem());
  const sim::BlockType* type = path.isEmpty() ? typeOf(currentItem()) : m_library.find("ports/subsystem");
  if (!type) return;
  QMimeData* data = path.isEmpty() ? blockMimeData(*type) : linkMimeData(fileOf(currentItem()), path);
  dragBlock(this, data, *type, m_library);
}

void LibraryTree::changeEvent(QEvent* event) {
  QTreeWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) renewIcons();
}

}  // namespace fluxion
