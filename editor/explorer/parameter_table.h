#pragma once
// The parameters of all blocks of a level, one row each; nested subsystems come along if wanted. Values are
// worked out when they are first looked at.
#include <map>
#include <unordered_map>

#include "editor/explorer/editable_table.h"
#include "editor/explorer/parameter_cells.h"

namespace fluxion {

class ParameterTable : public EditableTable {
  Q_OBJECT
 public:
  enum Column { Path, Type, Parameter, Expression, Value, Unit, ColumnCount };

  explicit ParameterTable(DiagramDocument& document, QObject* parent = nullptr);

  void setLevel(sim::Id subsystem, bool nested);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString filterKey(int column) const override;
  QString filterText(int row, int column) const override;
  QStringList choices(int row, int column) const override;
  const sim::expr::Scope* variables(int row, int column) const override;
  QString problem(int row, int column, const QString& text) const override;
  sim::Edit edit(const std::vector<int>& rows, int column, const QString& text) const override;
  int columnToSet(int) const override { return Expression; }
  QString key(int row) const override;
  sim::Id blockOf(int row) const override { return m_rows[static_cast<std::size_t>(row)].cell.block; }
  void update(const sim::Edit& edit) override;
  void rebuild() override;

 private:
  struct Row {
    ParameterCell cell;
    QString path;
    const sim::BlockType* type = nullptr;
    mutable std::optional<CellValue> value = {};
  };
  // What of a block the rows depend on besides the parameters' texts.
  struct Outline {
    sim::Id parent;
    std::string name, type;
    std::vector<std::string> mask;
    bool operator==(const Outline&) const = default;
  };
  static Outline outlineOf(const sim::Block& block);
  const Row& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  const CellValue& valueAt(int row) const;
  QString typeName(const Row& row) const;
  bool rowsStay(const sim::Edit& edit) const;

  ParameterCells m_cells;
  sim::Id m_level = sim::no_id;
  bool m_nested = true;
  std::vector<Row> m_rows;
  std::unordered_map<sim::Id, std::pair<int, int>> m_rowsOf;  // first and behind the last
  std::map<sim::Id, Outline> m_outlines;
};

}  // namespace fluxion
