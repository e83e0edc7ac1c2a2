#include "editor/navigation/command_palette.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace fluxion {

// "&Open…" as it is read: "Open…".
static QString withoutMnemonic(QString text) {
  text.replace(QStringLiteral("&&"), QStringLiteral("\n"));
  text.remove(u'&');
  return text.replace(u'\n', u'&');
}

CommandPalette::CommandPalette(QMenuBar& menus, QWidget* parent)
    : QDialog(parent), m_words(new QLineEdit(this)), m_list(new QTreeWidget(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setWindowTitle(tr("Run a Command"));
  m_words->setObjectName(QStringLiteral("commandWords"));
  m_words->setAccessibleName(tr("Command"));
  m_words->setPlaceholderText(tr("Type a piece of the command's name"));
  m_words->installEventFilter(this);
  m_list->setObjectName(QStringLiteral("commandList"));
  m_list->setAccessibleName(tr("Commands"));
  m_list->setHeaderLabels({tr("Command"), tr("Menu"), tr("Shortcut")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_words);
  layout->addWidget(m_list, 1);
  collect(menus.actions(), {});
  connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_list, &QTreeWidget::itemActivated, this, &CommandPalette::run);
  connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::run);
  resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 24);
  filter({});
}

void CommandPalette::collect(const QList<QAction*>& actions, const QString& menu) {
  for (QAction* action : actions) {
    if (action->isSeparator() || !action->isVisible() || action->text().isEmpty()) continue;
    const QString name = withoutMnemonic(action->text());
    if (!action->menu()) {
      m_commands.push_back({action, name, menu});
      continue;
    }
    // Menus that are filled when they open.
    emit action->menu()->aboutToShow();
    collect(action->menu()->actions(), menu.isEmpty() ? name : menu + QStringLiteral(" › ") + name);
  }
}

void CommandPalette::filter(const QString& words) {
  const QStringList pieces = words.split(u' ', Qt::SkipEmptyParts);
  std::vector<std::pair<int, const Command*>> found;  // the lower the better
  for (const Command& command : m_commands) {
    if (!command.action) continue;
    int rank = command.action->isEnabled() ? 0 : 8;
    const bool all = std::all_of(pieces.begin(), pieces.end(), [&](const QString& piece) {
      const auto at = command.name.indexOf(piece, 0, Qt::CaseInsensitive);
      const bool word = at > 0 && !command.name[at - 1].isLetterOrNumber();
      rank += at == 0 ? 0 : word ? 1 : 2;
      return at >= 0 || command.menu.contains(piece, Qt::CaseInsensitive);
    });
    if (all) found.emplace_back(rank, &command);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  m_list->clear();
  for (const auto& [rank, command] : found) {
    auto* item = new QTreeWidgetItem(
        m_list,
        {command->name, command->menu, command->action->shortcut().toString(QKeySequence::NativeText)});
    item->setIcon(0, command->action->icon());
    item->setToolTip(0, command->action->statusTip().toHtmlEscaped());
    item->setData(0, Qt::UserRole, static_cast<int>(command - m_commands.data()));
    item->setDisabled(!command->action->isEnabled());
  }
  if (!found.empty()) m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::run() {
  const QTreeWidgetItem* item = m_list->currentItem();
  if (!item || item->isDisabled()) return;
  const QPointer<QAction> action =
      m_commands[static_cast<std::size_t>(item->data(0, Qt::UserRole).toInt())].action;
  accept();
  // Once the dialog is gone, so that the command finds the window as it was.
  if (action) QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

// Up and down choose a command while the cursor stays in the field.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_words || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key(), count = m_list->topLevelItemCount();
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    run();
    return true;
  }
  if ((key != Qt::Key_Down && key != Qt::Key_Up) || count == 0) return QDialog::eventFilter(watched, event);
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem()) + (key == Qt::Key_Down ? 1 : count - 1);
  m_list->setCurrentItem(m_list->topLevelItem(row % count));
  return true;
}

}  // namespace fluxion
