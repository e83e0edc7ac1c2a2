#pragma once
// The settings of the model: all of them, or those that differ from their defaults.
#include "editor/explorer/editable_table.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/workspace.h"

namespace fluxion {

class SettingTable : public EditableTable {
  Q_OBJECT
 public:
  enum Column { Page, Label, Name, Text, Value, Default, ColumnCount };

  explicit SettingTable(DiagramDocument& document, QObject* parent = nullptr);

  void setOnlyChanged(bool only);
  // The default for these rows, in one undo step.
  void reset(const std::vector<int>& rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString filterKey(int column) const override;
  QStringList choices(int row, int column) const override;
  const sim::expr::Scope* variables(int row, int column) const override;
  QString problem(int row, int column, const QString& text) const override;
  sim::Edit edit(const std::vector<int>& rows, int column, const QString& text) const override;
  int columnToSet(int) const override { return Text; }
  QString key(int row) const override;
  void update(const sim::Edit& edit) override;
  void rebuild() override;

 private:
  const sim::SettingSpec& spec(int row) const { return *m_rows[static_cast<std::size_t>(row)]; }
  bool isChanged(const sim::SettingSpec& spec) const;
  const sim::expr::Scope& scope() const;
  // Why the chosen solver does not read it; empty: it does.
  QString idle(const sim::SettingSpec& spec) const;

  bool m_onlyChanged = false;
  std::vector<const sim::SettingSpec*> m_rows;
  mutable std::optional<sim::expr::Workspace> m_workspace;
  mutable std::optional<sim::expr::WorkspaceScope> m_scope;
};

}  // namespace fluxion
