#include "editor/explorer/editable_table.h"

#include "sim_core/expr/name_places.h"

namespace fluxion {

int EditableTable::rowOf(const QString& wanted) const {
  for (int row = 0; row < rowCount(); ++row)
    if (key(row) == wanted) return row;
  return -1;
}

std::vector<std::string> EditableTable::unknownNames(int row, int column, const QString& text) const {
  const sim::expr::Scope* known = variables(row, column);
  return known ? sim::expr::unknown_names(text.toStdString(), *known) : std::vector<std::string>();
}

QString EditableTable::set(const std::vector<int>& rows, int column, const QString& text) {
  for (int row : rows)
    if (const QString why = problem(row, column, text); !why.isEmpty())
      return rows.size() > 1 ? QStringLiteral("%1: %2").arg(index(row, 0).data().toString(), why) : why;
  m_document.apply(edit(rows, column, text));
  return {};
}

bool EditableTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  return role == Qt::EditRole && set({index.row()}, index.column(), value.toString()).isEmpty();
}

QString inWords(const sim::Diagnostic& why) {
  return QString::fromStdString(why.remedy.empty() ? why.message : why.message + "; " + why.remedy);
}

}  // namespace fluxion
