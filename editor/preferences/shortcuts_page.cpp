#include "editor/preferences/shortcuts_page.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/theme.h"

namespace fluxion {

enum Column { Command, Current, Usual, ColumnCount };
static constexpr int nameRole = Qt::UserRole;

static QString shown(const Keys& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
  return texts.join(QStringLiteral(", "));
}

static QString plainText(const QAction& action) {
  QString text = action.text();
  text.replace(QStringLiteral("&&"), QStringLiteral("\x01")).remove(u'&').replace(QChar(1), u'&');
  return text.remove(QStringLiteral("…"));
}

ShortcutsPage::ShortcutsPage(const QObject& root, QWidget* parent)
    : QWidget(parent),
      m_filter(new QLineEdit(this)),
      m_list(new QTreeWidget(this)),
      m_edit(new QKeySequenceEdit(this)),
      m_assign(new QPushButton(tr("A&ssign"), this)),
      m_none(new QPushButton(tr("&No Key"), this)),
      m_usualButton(new QPushButton(tr("&Usual Key"), this)),
      m_conflicts(new QLabel(this)) {
  m_filter->setObjectName(QStringLiteral("shortcutFilter"));
  m_filter->setAccessibleName(tr("Filter commands"));
  m_filter->setPlaceholderText(tr("Filter by command or key"));
  m_filter->setClearButtonEnabled(true);
  m_list->setObjectName(QStringLiteral("shortcutList"));
  m_list->setAccessibleName(tr("Commands and their keys"));
  m_list->setColumnCount(ColumnCount);
  m_list->setHeaderLabels({tr("Command"), tr("Keys"), tr("Usually")});
  m_list->setRootIsDecorated(false);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(Command, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(Current, QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(Usual, QHeaderView::ResizeToContents);
  m_edit->setObjectName(QStringLiteral("shortcutEdit"));
  m_edit->setAccessibleName(tr("New key"));
  if (auto* field = m_edit->findChild<QLineEdit*>()) field->setAccessibleName(tr("New key"));
  m_conflicts->setObjectName(QStringLiteral("shortcutConflicts"));
  m_conflicts->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->addWidget(m_edit, 1);
  for (QPushButton* button : {m_assign, m_none, m_usualButton}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_filter);
  column->addWidget(m_list, 1);
  column->addLayout(row);
  column->addWidget(m_conflicts);

  const QMap<QString, Keys> known = changedKeys();
  for (QAction* action : commandsBelow(root)) {
    const QString name = action->objectName();
    if (m_rows.contains(name)) continue;
    m_usual[name] = usualKeys(*action);
    m_keys[name] = known.value(name, m_usual[name]);
    auto* item = new QTreeWidgetItem(m_list, {plainText(*action)});
    item->setData(Command, nameRole, name);
    item->setIcon(Command, action->icon());
    m_rows[name] = item;
  }
  m_list->sortItems(Command, Qt::AscendingOrder);
  connect(m_filter, &QLineEdit::textChanged, this, &ShortcutsPage::filter);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutsPage::showCurrent);
  connect(m_assign, &QPushButton::clicked, this, &ShortcutsPage::assign);
  connect(m_none, &QPushButton::clicked, this, [this] { setKeys(currentCommand(), {}); });
  connect(m_usualButton, &QPushButton::clicked, this,
          [this] { setKeys(currentCommand(), m_usual.value(currentCommand())); });
  connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsPage::renew);
  if (m_list->topLevelItemCount() > 0) m_list->setCurrentItem(m_list->topLevelItem(0));
  renew();
}

QString ShortcutsPage::currentCommand() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item ? item->data(Command, nameRole).toString() : QString();
}

void ShortcutsPage::showCurrent() {
  const Keys keys = m_keys.value(currentCommand());
  m_edit->setKeySequence(keys.isEmpty() ? QKeySequence() : keys.front());
  renew();
}

// One chord, not four after another; further keys of the command stay.
void ShortcutsPage::assign() {
  const QKeySequence typed = m_edit->keySequence();
  if (typed.isEmpty()) return;
  Keys keys = m_keys.value(currentCommand());
  const QKeySequence key(typed[0]);
  if (keys.isEmpty())
    keys << key;
  else
    keys[0] = key;
  setKeys(currentCommand(), keys);
}

void ShortcutsPage::setKeys(const QString& command, const Keys& keys) {
  if (!m_keys.contains(command)) return;
  m_keys[command] = keys;
  showCurrent();
}

QMap<QString, Keys> ShortcutsPage::changed() const {
  QMap<QString, Keys> changed;
  for (auto it = m_keys.begin(); it != m_keys.end(); ++it)
    if (it.value() != m_usual.value(it.key())) changed[it.key()] = it.value();
  return changed;
}

QString ShortcutsPage::conflictText() const {
  QStringList lines;
  const auto shared = conflicts(m_keys);
  for (auto it = shared.begin(); it != shared.end(); ++it) {
    QStringList titles;
    for (const QString& command : it.value()) titles << m_rows.value(command)->text(Command);
    lines << tr("%1: %2").arg(it.key().toString(QKeySequence::NativeText), titles.join(QStringLiteral(", ")));
  }
  if (lines.isEmpty()) return {};
  return tr("Several commands have the same key, so that none of them answers to it. %1")
      .arg(lines.join(QStringLiteral("; ")));
}

void ShortcutsPage::renew() {
  const auto shared = conflicts(m_keys);
  const Theme theme = Theme::current(palette());
  for (auto it = m_rows.begin(); it != m_rows.end(); ++it) {
    QTreeWidgetItem& item = *it.value();
    const Keys keys = m_keys.value(it.key());
    const bool conflict =
        std::any_of(keys.begin(), keys.end(), [&](const QKeySequence& key) { return shared.contains(key); });
    item.setText(Current, shown(keys));
    item.setText(Usual, shown(m_usual.value(it.key())));
    QFont font = m_list->font();
    font.setBold(keys != m_usual.value(it.key()));
    item.setFont(Current, font);
    item.setForeground(Current, conflict ? QBrush(theme.error) : QBrush(palette().color(QPalette::Text)));
  }
  const QString command = currentCommand();
  m_assign->setEnabled(!m_edit->keySequence().isEmpty() && !command.isEmpty());
  m_none->setEnabled(!m_keys.value(command).isEmpty());
  m_usualButton->setEnabled(m_keys.value(command) != m_usual.value(command));
  // Who has it already, before it is assigned.
  QStringList others;
  if (const QKeySequence typed = m_edit->keySequence(); !typed.isEmpty())
    for (auto it = m_keys.begin(); it != m_keys.end(); ++it)
      if (it.key() != command && it.value().contains(QKeySequence(typed[0])))
        others << m_rows.value(it.key())->text(Command);
  const QString all = conflictText();
  m_conflicts->setText(!all.isEmpty()     ? all
                       : others.isEmpty() ? QString()
                                          : tr("%1 has this key.").arg(others.join(QStringLiteral(", "))));
  m_conflicts->setVisible(!m_conflicts->text().isEmpty());
}

void ShortcutsPage::filter(const QString& words) {
  for (QTreeWidgetItem* item : m_rows) {
    const QString text = item->text(Command) + u' ' + item->text(Current);
    bool all = true;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts))
      all = all && text.contains(word, Qt::CaseInsensitive);
    item->setHidden(!all);
  }
  if (!m_list->currentItem() || !m_list->currentItem()->isHidden()) return;
  for (int row = 0; row < m_list->topLevelItemCount(); ++row)
    if (!m_list->topLevelItem(row)->isHidden()) return m_list->setCurrentItem(m_list->topLevelItem(row));
}

}  // namespace fluxion
