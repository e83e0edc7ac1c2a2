#pragma once
// The model's variables: what they are worth, and where they are used. A new name is given wherever the old
// one is meant.
#include <optional>

#include "editor/explorer/editable_table.h"
#include "sim_core/diagram/variable_uses.h"
#include "sim_core/expr/workspace.h"

namespace fluxion {

class VariableTable : public EditableTable {
  Q_OBJECT
 public:
  enum Column { Name, Expression, Value, Unit, Description, Uses, ColumnCount };

  explicit VariableTable(DiagramDocument& document, QObject* parent = nullptr);

  const sim::Variable& variable(int row) const;
  const std::vector<sim::VariableUse>& usesOf(int row) const;
  // A new one under a free name, worth 0; the key of its row.
  QString add();
  // In one undo step, whether used or not.
  void remove(const std::vector<int>& rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString filterKey(int column) const override;
  const sim::expr::Scope* variables(int row, int column) const override;
  QString problem(int row, int column, const QString& text) const override;
  sim::Edit edit(const std::vector<int>& rows, int column, const QString& text) const override;
  int columnToSet(int column) const override {
    return column == Name ? -1 : EditableTable::columnToSet(column);
  }
  QString key(int row) const override;
  void update(const sim::Edit& edit) override;
  void rebuild() override;

 private:
  sim::Id idOf(int row) const { return m_ids[static_cast<std::size_t>(row)]; }
  void forget();
  const sim::expr::Scope& scope() const;
  QString usesText(int row) const;

  std::vector<sim::Id> m_ids;
  sim::IsVariableName m_isName;
  mutable std::optional<sim::VariableUses> m_uses;
  mutable std::optional<sim::expr::Workspace> m_workspace;
  mutable std::optional<sim::expr::WorkspaceScope> m_scope;
};

}  // namespace fluxion
