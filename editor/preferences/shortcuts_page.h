#pragma once
// The page of the preferences with the keys of all commands: what each has, what it usually has, and which
// keys several commands would share.
#include <QWidget>

#include "editor/shortcuts.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class ShortcutsPage : public QWidget {
  Q_OBJECT
 public:
  // The commands below `root`, which must outlive the page.
  explicit ShortcutsPage(const QObject& root, QWidget* parent = nullptr);

  // By the commands' names, those that differ from the usual ones.
  QMap<QString, Keys> changed() const;
  void setKeys(const QString& command, const Keys& keys);
  Keys keysOf(const QString& command) const { return m_keys.value(command); }
  // What is said of keys that several commands would have; empty: there are none.
  QString conflictText() const;

 private:
  QString currentCommand() const;
  void showCurrent();
  void assign();
  void filter(const QString& words);
  void renew();

  QMap<QString, Keys> m_keys, m_usual;
  QMap<QString, QTreeWidgetItem*> m_rows;
  QLineEdit* m_filter;
  QTreeWidget* m_list;
  QKeySequenceEdit* m_edit;
  QPushButton *m_assign, *m_none, *m_usualButton;
  QLabel* m_conflicts;
};

}  // namespace fluxion
