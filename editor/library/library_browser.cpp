#include "editor/library/library_browser.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSplitter>
#include <algorithm>

#include "editor/document/block_memory.h"
#include "editor/document/block_search.h"
#include "editor/library/block_grid.h"
#include "editor/line_icon.h"
#include "editor/secondary_window.h"
#include "editor/window_settings.h"

namespace fluxion {

// What a row of the list of categories stands for; a category otherwise.
static constexpr int shelfRole = Qt::UserRole;
static const char* const geometryKey = "library/geometry";
enum class Shelf { All, Favorites, Category };

LibraryBrowser::LibraryBrowser(const sim::BlockLibrary& library, QWidget* parent)
    : QWidget(parent, Qt::Dialog),  // window managers keep a plain window in front of no other
      m_library(library),
      m_search(new QLineEdit(this)),
      m_categories(new QListWidget(this)),
      m_grid(new BlockGrid(library, this)),
      m_title(new QLabel(this)),
      m_about(new QLabel(this)),
      m_others(new QLabel(this)),
      m_nothing(new QLabel(tr("No block is called that, here or in another tool."), this)),
      m_insert(new QPushButton(tr("&Insert"), this)),
      m_help(new QPushButton(tr("&Help"), this)) {
  setObjectName(QStringLiteral("libraryBrowser"));
  setWindowTitle(tr("Library Browser"));
  resize(940, 640);
  closeByKeys(*this);
  m_search->setObjectName(QStringLiteral("browserSearch"));
  m_search->setAccessibleName(tr("Search blocks"));
  m_search->setPlaceholderText(tr("A name, a name in another tool, or what it does"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_search->installEventFilter(this);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->hide();
  auto* right = new QWidget(this);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(m_nothing, 1);
  column->addWidget(m_grid, 1);
  column->addWidget(details());
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(categories());
  splitter->addWidget(right);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({210, 730});
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_search);
  layout->addWidget(splitter, 1);
  setTabOrder(m_search, m_categories);
  setTabOrder(m_categories, m_grid);
  setTabOrder(m_grid, m_insert);
  setTabOrder(m_insert, m_help);
  connect(m_search, &QLineEdit::textChanged, this, &LibraryBrowser::fill);
  connect(m_search, &QLineEdit::returnPressed, this, &LibraryBrowser::insert);
  connect(m_categories, &QListWidget::currentRowChanged, this, [this] {
    m_search->clear();
    fill();
  });
  connect(m_grid, &BlockGrid::currentItemChanged, this, &LibraryBrowser::describe);
  connect(m_grid, &BlockGrid::insertRequested, this, &LibraryBrowser::insertRequested);
  connect(m_insert, &QPushButton::clicked, this, &LibraryBrowser::insert);
  connect(m_help, &QPushButton::clicked, this, [this] {
    if (const sim::BlockType* type = m_grid->current()) emit helpRequested(QString::fromStdString(type->id));
  });
  // What was inserted last is no matter of this window, which shows what one has scrolled to.
  connect(
      &BlockMemory::instance(), &BlockMemory::changed, this,
      [this] {
        const QListWidgetItem* chosen = m_categories->currentItem();
        if (chosen && static_cast<Shelf>(chosen->data(shelfRole).toInt()) == Shelf::Favorites) fill();
      },
      Qt::QueuedConnection);
  m_categories->setCurrentRow(0);
}

QWidget* LibraryBrowser::categories() {
  m_categories->setObjectName(QStringLiteral("browserCategories"));
  m_categories->setAccessibleName(tr("Categories"));
  const auto add = [this](const QString& text, Shelf shelf) {
    (new QListWidgetItem(text, m_categories))->setData(shelfRole, static_cast<int>(shelf));
  };
  add(tr("All Blocks"), Shelf::All);
  add(tr("Favorites"), Shelf::Favorites);
  QStringList names;
  for (const sim::BlockType* type : m_library.all())
    if (const QString name = QString::fromStdString(type->category); !names.contains(name)) names << name;
  names.sort(Qt::CaseInsensitive);
  for (const QString& name : names) add(name, Shelf::Category);
  return m_categories;
}

// What the chosen block does, and what one can do with it.
QWidget* LibraryBrowser::details() {
  auto* box = new QWidget(this);
  QFont bold = font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_title->setObjectName(QStringLiteral("browserTitle"));
  m_about->setObjectName(QStringLiteral("browserAbout"));
  for (QLabel* label : {m_title, m_about, m_others}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
  }
  m_others->setForegroundRole(QPalette::PlaceholderText);
  m_insert->setObjectName(QStringLiteral("browserInsert"));
  m_help->setObjectName(QStringLiteral("browserHelp"));
  m_insert->setIcon(lineIcon(QStringLiteral("import")));
  m_insert->setToolTip(tr("Put the block into the diagram (Enter); or drag it there"));
  m_help->setIcon(lineIcon(QStringLiteral("help")));
  m_help->setToolTip(tr("The page of the block: equation, ports, parameters (F1)"));
  m_help->setShortcut(QKeySequence::HelpContents);
  auto* words = new QVBoxLayout;
  words->addWidget(m_title);
  words->addWidget(m_about);
  words->addWidget(m_others);
  words->addStretch(1);
  auto* buttons = new QVBoxLayout;
  buttons->addWidget(m_insert);
  buttons->addWidget(m_help);
  buttons->addStretch(1);
  auto* line = new QHBoxLayout(box);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(16);
  line->addLayout(words, 1);
  line->addLayout(buttons);
  box->setMinimumHeight(fontMetrics().lineSpacing() * 6);
  return box;
}

// A search looks everywhere, whatever category is chosen.
void LibraryBrowser::fill() {
  const QString words = m_search->text().trimmed();
  const QListWidgetItem* chosen = m_categories->currentItem();
  const Shelf shelf = chosen ? static_cast<Shelf>(chosen->data(shelfRole).toInt()) : Shelf::All;
  std::vector<const sim::BlockType*> shown = searchBlocks(m_library, words);
  if (words.isEmpty())
    std::erase_if(shown, [&](const sim::BlockType* type) {
      const bool favorite = BlockMemory::instance().isFavorite(QString::fromStdString(type->id));
      return (shelf == Shelf::Favorites && !favorite) ||
             (shelf == Shelf::Category && QString::fromStdString(type->category) != chosen->text());
    });
  m_nothing->setText(!words.isEmpty() ? tr("No block is called that, here or in another tool.")
                                      : tr("A star beside a block in the Library dock makes it a favorite."));
  m_nothing->setVisible(shown.empty());
  m_grid->setVisible(!shown.empty());
  m_grid->show(shown, words);
  describe();
}

void LibraryBrowser::describe() {
  const sim::BlockType* type = m_grid->current();
  m_insert->setEnabled(type);
  m_help->setEnabled(type);
  m_title->setText(type ? QStringLiteral("%1 · %2").arg(QString::fromStdString(type->label),
                                                        QString::fromStdString(type->category))
                        : QString());
  m_about->setText(type ? QString::fromStdString(type->doc).section(QStringLiteral("\n\n"), 0, 0)
                        : QString());
  QStringList others;
  if (type)
    for (const std::string& keyword : type->keywords) others << QString::fromStdString(keyword);
  m_others->setText(others.isEmpty() ? QString()
                                     : tr("Also known as %1").arg(others.join(QStringLiteral(", "))));
}

void LibraryBrowser::insert() {
  if (const sim::BlockType* type = m_grid->current()) emit insertRequested(QString::fromStdString(type->id));
}

// The arrows move among the blocks that were found, while one types.
bool LibraryBrowser::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
      const int row = m_grid->currentRow() + (key == Qt::Key_Down ? 1 : -1);
      if (row >= 0 && row < m_grid->count()) m_grid->setCurrentRow(row);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

// As it was left; at first beside the window with the diagram, as far as there is room.
void LibraryBrowser::place() {
  if (restoreGeometry(WindowSettings().value(QLatin1String(geometryKey)).toByteArray()) || !parentWidget())
    return;
  const QRect diagram = parentWidget()->window()->frameGeometry();
  const QRect screen = parentWidget()->screen()->availableGeometry();
  move(std::max(screen.left(), diagram.left() - width()),
       std::max(screen.top(), std::min(diagram.top(), screen.bottom() - height())));
}

void LibraryBrowser::closeEvent(QCloseEvent* event) {
  WindowSettings().setValue(QLatin1String(geometryKey), saveGeometry());
  QWidget::closeEvent(event);
}

void LibraryBrowser::start() {
  if (!isVisible()) place();
  show();
  raise();
  activateWindow();
  m_search->setFocus();
  m_search->selectAll();
}

}  // namespace fluxion
