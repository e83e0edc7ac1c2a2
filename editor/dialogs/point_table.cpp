#include "editor/dialogs/point_table.h"

#include "editor/dialogs/matrix_editor.h"
#include "editor/dialogs/parameter_row.h"

namespace fluxion {

std::optional<LookupEditor::Texts> splitPoints(const QString& matrix, const sim::ParameterValue& value,
                                               LookupEditor::Values& values) {
  const sim::Shape shape = value.shape;
  auto cells = matrixCells(matrix, shape);
  if (!cells) cells = matrixCells(exactText(value), shape);
  if (!cells || shape.cols < 2 || value.numbers.size() != static_cast<std::size_t>(shape.size())) return {};
  QStringList times, lines;
  for (const QStringList& row : *cells) {
    if (row.size() != shape.cols) return {};
    times += row.first();
    lines += row.mid(1).join(u' ');
  }
  const auto behind = value.numbers.begin() + shape.rows;
  values.rows = {sim::vector_shape(shape.rows), {value.numbers.begin(), behind}, {}, {}};
  values.values = {{shape.rows, shape.cols - 1}, {behind, value.numbers.end()}, {}, {}};
  return LookupEditor::Texts{u'[' + times.join(u' ') + u']', {}, u'[' + lines.join(u';') + u']'};
}

QString joinedPoints(const LookupEditor::Texts& texts) {
  const auto rows = matrixCells(texts.rows), values = matrixCells(texts.values);
  if (!rows || !values || rows->empty() || values->empty()) return {};
  const QStringList times = rows->front();
  // One column of values is written as a row.
  const bool one = values->size() == 1 && times.size() > 1;
  QStringList lines;
  for (qsizetype k = 0; k < times.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const QStringList line = one                   ? QStringList{values->front().value(k)}
                             : at < values->size() ? (*values)[at]
                                                   : QStringList();
    lines += times[k] + u' ' + line.join(u' ');
  }
  return u'[' + lines.join(QStringLiteral("; ")) + u']';
}

}  // namespace fluxion
