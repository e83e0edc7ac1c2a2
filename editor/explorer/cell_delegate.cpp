#include "editor/explorer/cell_delegate.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPersistentModelIndex>

#include "editor/dialogs/name_completer.h"
#include "editor/explorer/editable_table.h"
#include "editor/explorer/table_filter.h"
#include "editor/theme.h"

namespace fluxion {

namespace {

struct Place {
  EditableTable* table = nullptr;
  QModelIndex source;
};

Place placeOf(const QModelIndex& index) {
  const auto* filter = qobject_cast<const TableFilter*>(index.model());
  return filter ? Place{filter->table(), filter->mapToSource(index)} : Place{};
}

QString textOf(const QWidget* editor) {
  if (const auto* combo = qobject_cast<const QComboBox*>(editor)) return combo->currentText();
  const auto* line = qobject_cast<const QLineEdit*>(editor);
  return line ? line->text() : QString();
}

constexpr char placeProperty[] = "editedCell";

}  // namespace

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
  const Place place = placeOf(index);
  if (!place.table) return nullptr;
  const int row = place.source.row(), column = place.source.column();
  QWidget* editor = nullptr;
  auto* self = const_cast<CellDelegate*>(this);
  if (const QStringList choices = place.table->choices(row, column); !choices.isEmpty()) {
    auto* combo = new QComboBox(parent);
    combo->addItems(choices);
    connect(combo, &QComboBox::activated, this, [self, combo] {
      emit self->commitData(combo);
      emit self->closeEditor(combo);
    });
    editor = combo;
  } else {
    auto* line = new QLineEdit(parent);
    line->setFrame(false);
    line->setAutoFillBackground(true);
    if (const sim::expr::Scope* variables = place.table->variables(row, column))
      (new NameCompleter(line))->setVariables(*variables);
    connect(line, &QLineEdit::textChanged, this, [this, line] { review(line); });
    editor = line;
  }
  editor->setAccessibleName(place.table->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
  editor->setProperty(placeProperty, QVariant::fromValue(QPersistentModelIndex(index)));
  connect(editor, &QObject::destroyed, this, [this] { emit problemFound({}, {}); });
  return editor;
}

void CellDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const Place place = placeOf(index);
  if (!place.table) return;
  const QString text = place.table->editedText(place.source.row(), place.source.column());
  if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setText(text);
  if (auto* combo = qobject_cast<QComboBox*>(editor)) {
    if (combo->findText(text) < 0) combo->addItem(text);  // of another version
    combo->setCurrentText(text);
  }
}

QString CellDelegate::problemOf(const QWidget* editor) const {
  const auto index = editor->property(placeProperty).value<QPersistentModelIndex>();
  const Place place = placeOf(index);
  return place.table ? place.table->problem(place.source.row(), place.source.column(), textOf(editor))
                     : QString();
}

void CellDelegate::review(QWidget* editor) const {
  const QString problem = problemOf(editor);
  QPalette palette = editor->parentWidget()->palette();
  if (!problem.isEmpty()) palette.setColor(QPalette::Text, Theme::current(palette).error);
  editor->setPalette(palette);
  editor->setToolTip(problem.toHtmlEscaped());
  emit problemFound(problem, problem.isEmpty() ? QString() : unknownNameOf(editor));
}

QString CellDelegate::unknownNameOf(const QWidget* editor) const {
  const Place place = placeOf(editor->property(placeProperty).value<QPersistentModelIndex>());
  if (!place.table) return {};
  const auto names = place.table->unknownNames(place.source.row(), place.source.column(), textOf(editor));
  return names.empty() ? QString() : QString::fromStdString(names.front());
}

void CellDelegate::reviewAgain(QWidget* editor, const QString& text) const {
  auto* line = qobject_cast<QLineEdit*>(editor);
  if (!line) return;
  line->setText(text);  // the view has given it the model's
  review(line);
}

void CellDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  if (problemOf(editor).isEmpty()) model->setData(index, textOf(editor), Qt::EditRole);
}

bool CellDelegate::eventFilter(QObject* watched, QEvent* event) {
  auto* editor = qobject_cast<QWidget*>(watched);
  if (editor && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool takes =
        key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab || key == Qt::Key_Backtab;
    if (takes && !problemOf(editor).isEmpty()) {
      review(editor);
      return true;
    }
  }
  return QStyledItemDelegate::eventFilter(watched, event);
}

}  // namespace fluxion
