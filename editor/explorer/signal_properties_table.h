#pragma once
// The signals of the model, one row each: their names, whether they are logged, and what is said of them.
#include <memory>
#include <optional>

#include "editor/document/initial_value.h"
#include "editor/explorer/editable_table.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

class SignalPropertiesTable : public EditableTable {
  Q_OBJECT
 public:
  enum Column { From, Name, Logged, Unit, Type, Minimum, Maximum, Initial, Description, ColumnCount };

  explicit SignalPropertiesTable(DiagramDocument& document, QObject* parent = nullptr);

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
  QString key(int row) const override;
  sim::Id blockOf(int row) const override { return at(row).output.block; }
  void update(const sim::Edit& edit) override;
  void rebuild() override;

 private:
  struct Row {
    sim::PortRef output;
    QString from;
  };
  struct Level {
    explicit Level(sim::expr::Workspace all) : workspace(std::move(all)), scope(workspace) {}
    sim::expr::Workspace workspace;
    sim::expr::WorkspaceScope scope;
  };
  const Row& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  QString text(const Row& row, int column) const;
  InitialValue initialValue(const sim::PortRef& output) const;

  std::vector<Row> m_rows;
  mutable std::map<sim::Id, std::unique_ptr<Level>> m_levels;
  mutable std::optional<InitialValues> m_initial;
};

}  // namespace fluxion
