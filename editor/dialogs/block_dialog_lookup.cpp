// The table of breakpoints and values of a look-up block, opened from its dialog.
#include "editor/dialogs/block_dialog.h"

#include "editor/dialogs/block_dialog_private.h"
#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/lookup_tables.h"
#include "editor/dialogs/parameter_row.h"
#include "editor/dialogs/point_table.h"

namespace fluxion {

// Breakpoints and values in one table; what it gives goes to the fields.
void BlockDialog::Private::editLookup() {
  const auto names = lookupParameters(*type);
  const auto workspace = sim::workspace_of(document.diagram(), document.block(block)->parent);
  const sim::expr::WorkspaceScope variables(workspace);
  const auto read = [&](const std::string& name, QString& text, sim::ParameterValue& value) {
    const ParameterRow* field = row(name);
    if (!field) return;
    text = field->text();
    if (const auto now = sim::evaluate_parameter(field->spec(), text.toStdString(), variables)) value = *now;
  };
  LookupEditor::Texts texts;
  LookupEditor::Values values;
  const bool points = !names->points.empty();
  if (points) {
    QString matrix;
    sim::ParameterValue value;
    read(names->points, matrix, value);
    const auto split = splitPoints(matrix, value, values);
    if (!split) return;
    texts = *split;
  } else {
    read(names->rows, texts.rows, values.rows);
    read(names->columns, texts.columns, values.columns);
    read(names->values, texts.values, values.values);
  }
  const auto breakpoints =
      names->instants ? LookupEditor::Breakpoints::Instants : LookupEditor::Breakpoints::OfInput;
  LookupEditor editor(QString::fromStdString(type->label), texts, values, variables, breakpoints, q);
  if (editor.exec() != QDialog::Accepted) return;
  const LookupEditor::Texts wanted = editor.texts();
  for (ParameterRow* field : rows) {
    if (points && field->spec().name == names->points) field->setText(joinedPoints(wanted));
    if (points) continue;
    if (field->spec().name == names->rows) field->setText(wanted.rows);
    if (field->spec().name == names->columns) field->setText(wanted.columns);
    if (field->spec().name == names->values) field->setText(wanted.values);
  }
  check();
}

}  // namespace fluxion
