#pragma once
// The Variables page of the Configuration dialog: names, expressions and what they are worth, units and
// descriptions, edited in a table.
#include <QWidget>
#include <functional>
#include <optional>

#include "editor/document/diagram_document.h"
#include "sim_core/expr/workspace.h"

class QPushButton;
class QTableWidget;

namespace fluxion {

class VariablesPage : public QWidget {
  Q_OBJECT
 public:
  enum Column { Name, Expression, Value, Unit, Description, ColumnCount };

  explicit VariablesPage(DiagramDocument& document, QWidget* parent = nullptr);

  // The table shows the document's variables again.
  void load();
  // The variables as they stand in the table.
  sim::expr::Workspace workspace() const;
  // Every name is a name, none is there twice. (A wrong expression is shown, but may wait.)
  bool isValid() const { return m_valid; }
  // What turns the variables of `model`, which are the document's, into those of the table, and takes every
  // use of those that have another name along; applied to `model`. `newId` gives ids for those added.
  void addChanges(sim::Diagram& model, sim::Edit& edit, const std::function<sim::Id()>& newId) const;

  int addVariable();                 // returns the row
  void define(const QString& name);  // as a variable with the value 1
  void removeRow(int row);
  void setCell(int row, Column column, const QString& text);
  QString cell(int row, Column column) const;
  int rowCount() const;

 signals:
  void changed();
  // In the table; what else stands in fields uses the new name from now on.
  void renamed(const QString& from, const QString& to);

 private:
  void appendRow(sim::Id id, const sim::Variable& variable);
  void review();
  void takeName(int row);
  std::optional<sim::Diagnostic> rename(sim::Diagram& model, sim::Edit& edit) const;
  void offerToDefine();
  sim::Id idOf(int row) const;

  DiagramDocument& m_document;
  QTableWidget* m_table;
  QPushButton* m_define;
  bool m_valid = true;
};

}  // namespace fluxion
