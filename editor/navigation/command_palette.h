#pragma once
// Every command of the menus, found by typing pieces of its name; Enter runs it.
#include <QDialog>
#include <QPointer>
#include <vector>

class QAction;
class QLineEdit;
class QMenu;
class QMenuBar;
class QTreeWidget;

namespace fluxion {

class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  explicit CommandPalette(QMenuBar& menus, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Command {
    QPointer<QAction> action;
    QString name, menu;
  };
  void collect(const QList<QAction*>& actions, const QString& menu);
  void filter(const QString& words);
  void run();

  std::vector<Command> m_commands;
  QLineEdit* m_words;
  QTreeWidget* m_list;
};

}  // namespace fluxion
