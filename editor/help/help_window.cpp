#include "editor/help/help_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSplitter>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "editor/document/block_search.h"
#include "editor/help/help_browser.h"
#include "editor/line_icon.h"
#include "editor/secondary_window.h"
#include "editor/window_settings.h"

namespace fluxion {

static constexpr int typeRole = Qt::UserRole;
static const char* const geometryKey = "help/geometry";

HelpWindow::HelpWindow(const sim::BlockLibrary& library, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_library(library),
      m_search(new QLineEdit(this)),
      m_list(new QTreeWidget(this)),
      m_browser(new HelpBrowser(library, this)),
      m_splitter(new QSplitter(this)) {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("Block Reference"));
  closeByKeys(*this);
  auto* bar = new QToolBar(this);
  bar->setIconSize({20, 20});
  const auto add = [&](const char* icon, const QString& text, const QKeySequence& keys, auto slot) {
    QAction* action = bar->addAction(lineIcon(QLatin1String(icon)), text);
    action->setShortcut(keys);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  QAction* back =
      add("back", tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left), [this] { m_browser->backward(); });
  QAction* forward =
      add("forward", tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), [this] { m_browser->forward(); });
  add("library", tr("All Blocks"), QKeySequence(Qt::ALT | Qt::Key_Home), [this] { m_browser->showIndex(); });
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
  connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);

  m_search->setObjectName(QStringLiteral("helpSearch"));
  m_search->setAccessibleName(tr("Search blocks"));
  m_search->setPlaceholderText(tr("Search blocks"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_search->installEventFilter(this);
  m_list->setObjectName(QStringLiteral("helpList"));
  m_list->setAccessibleName(tr("Blocks"));
  m_list->setHeaderHidden(true);
  m_list->setFrameShape(QFrame::NoFrame);
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(6, 6, 0, 0);
  column->setSpacing(6);
  column->addWidget(m_search);
  column->addWidget(m_list);
  m_splitter->addWidget(side);
  m_splitter->addWidget(m_browser);
  m_splitter->setSizes({230, 650});
  m_splitter->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addWidget(m_splitter, 1);

  fillList();
  connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::filter);
  connect(m_list, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    const QString type = item ? item->data(0, typeRole).toString() : QString();
    if (!type.isEmpty() && type != m_browser->block()) m_browser->showBlock(type);
  });
  connect(m_browser, &QTextBrowser::sourceChanged, this, &HelpWindow::followPage);
  connect(m_browser, &HelpBrowser::exampleRequested, this, &HelpWindow::exampleRequested);
  connect(m_browser, &HelpBrowser::insertRequested, this, &HelpWindow::insertRequested);
  resize(900, 660);
  restoreGeometry(WindowSettings().value(QLatin1String(geometryKey)).toByteArray());
}

void HelpWindow::showPage(const QString& type) {
  if (type.isEmpty())
    m_browser->showIndex();
  else
    m_browser->showBlock(type);
  show();
  raise();
  activateWindow();
}

void HelpWindow::fillList() {
  std::map<std::string, QTreeWidgetItem*> sections;
  for (const sim::BlockType* type : m_library.all()) {
    QTreeWidgetItem*& section = sections[type->category];
    if (!section) {
      section = new QTreeWidgetItem(m_list, {QString::fromStdString(type->category)});
      QFont bold = font();
      bold.setBold(true);
      section->setFont(0, bold);
      section->setFlags(Qt::ItemIsEnabled);
    }
    auto* item = new QTreeWidgetItem(section, {QString::fromStdString(type->label)});
    item->setData(0, typeRole, QString::fromStdString(type->id));
  }
  m_list->expandAll();
}

// The best match is shown at once.
void HelpWindow::filter(const QString& words) {
  const auto found = searchBlocks(m_library, words);
  const auto matches = [&](const QString& id) {
    return std::any_of(found.begin(), found.end(),
                       [&](const sim::BlockType* type) { return QString::fromStdString(type->id) == id; });
  };
  QTreeWidgetItem* best = nullptr;
  for (int s = 0; s < m_list->topLevelItemCount(); ++s) {
    QTreeWidgetItem* section = m_list->topLevelItem(s);
    bool any = false;
    for (int k = 0; k < section->childCount(); ++k) {
      QTreeWidgetItem* item = section->child(k);
      const QString id = item->data(0, typeRole).toString();
      const bool shown = words.trimmed().isEmpty() || matches(id);
      item->setHidden(!shown);
      any = any || shown;
      if (!found.empty() && QString::fromStdString(found.front()->id) == id) best = item;
    }
    section->setHidden(!any);
  }
  if (!words.trimmed().isEmpty() && best) m_list->setCurrentItem(best);
}

void HelpWindow::followPage(const QUrl& page) {
  const QString id = HelpBrowser::blockOf(page);
  const sim::BlockType* type = m_library.find(id.toStdString());
  setWindowTitle(type ? tr("%1: Block Reference").arg(QString::fromStdString(type->label))
                      : tr("Block Reference"));
  const QSignalBlocker quiet(m_list);
  m_list->setCurrentItem(nullptr);
  for (int s = 0; s < m_list->topLevelItemCount(); ++s)
    for (int k = 0; k < m_list->topLevelItem(s)->childCount(); ++k)
      if (QTreeWidgetItem* item = m_list->topLevelItem(s)->child(k);
          item->data(0, typeRole).toString() == id) {
        m_list->setCurrentItem(item);
        m_list->scrollToItem(item);
      }
}

// In the search field, up and down walk through the list.
bool HelpWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) {
      QCoreApplication::sendEvent(m_list, key);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void HelpWindow::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) {
    m_search->setFocus();
    m_search->selectAll();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void HelpWindow::closeEvent(QCloseEvent* event) {
  WindowSettings().setValue(QLatin1String(geometryKey), saveGeometry());
  QWidget::closeEvent(event);
}

}  // namespace fluxion
