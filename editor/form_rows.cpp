#include "editor/form_rows.h"

#include <QFormLayout>
#include <QWidget>
#include <memory>

namespace fluxion {

void setRowShown(QFormLayout& form, QWidget& field, bool shown) {
  int row = -1;
  QFormLayout::ItemRole role = QFormLayout::FieldRole;
  form.getWidgetPosition(&field, &row, &role);
  if (row < 0 || form.isRowVisible(row) == shown) return;
  if (!shown) {
    const QFormLayout::TakeRowResult taken = form.takeRow(row);
    const std::unique_ptr<QLayoutItem> label(taken.labelItem), content(taken.fieldItem);
    if (role == QFormLayout::SpanningRole)
      form.insertRow(row, &field);
    else
      form.insertRow(row, label ? label->widget() : nullptr, &field);
  }
  form.setRowVisible(row, shown);
}

}  // namespace fluxion
