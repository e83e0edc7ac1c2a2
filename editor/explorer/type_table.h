#pragma once
// The blocks of one type, one row each, one column a parameter.
#include "editor/explorer/editable_table.h"
#include "editor/explorer/parameter_cells.h"

namespace fluxion {

class TypeTable : public EditableTable {
  Q_OBJECT
 public:
  explicit TypeTable(DiagramDocument& document, QObject* parent = nullptr);

  void setLevel(sim::Id subsystem, bool nested);
  void setType(const std::string& type);  // empty: no rows

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
  sim::Id blockOf(int row) const override { return m_blocks[static_cast<std::size_t>(row)].first; }
  void update(const sim::Edit& edit) override;
  void rebuild() override;

 private:
  ParameterCell cell(int row, int column) const;

  ParameterCells m_cells;
  sim::Id m_level = sim::no_id;
  bool m_nested = true;
  const sim::BlockType* m_type = nullptr;
  std::vector<std::pair<sim::Id, QString>> m_blocks;  // with their paths
};

}  // namespace fluxion
