#pragma once
// Offers the names that an expression may use while one is typed: variables with their values, functions and
// constants with what they are. Opens by itself from the second letter on, and on Ctrl+Space.
#include <QCompleter>
#include <QStandardItemModel>
#include <vector>

#include "sim_core/expr/evaluate.h"

class QLineEdit;

namespace fluxion {

class NameCompleter : public QObject {
  Q_OBJECT
 public:
  explicit NameCompleter(QLineEdit* line);

  // Beside the functions, which are always there.
  void setVariables(const sim::expr::Scope& variables);

  QCompleter& completer() { return m_completer; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString prefix() const;
  void offer(int fewestLetters);
  void take(const QModelIndex& index);
  void addRow(const QString& name, const QString& hint, const QString& inserted);

  QLineEdit* m_line;
  QCompleter m_completer;
  QStandardItemModel m_names;
  std::vector<std::string> m_variables;  // those in the list
};

}  // namespace fluxion
