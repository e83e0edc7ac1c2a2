#pragma once
// Edits a cell of an EditableTable behind a TableFilter: a field that completes names or a list of choices.
// While one types, the text's problem is said; a text with a problem is not taken by Enter or Tab.
#include <QStyledItemDelegate>

namespace fluxion {

class EditableTable;

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

 signals:
  // Empty: there is none (any more).
  void problemFound(const QString& words) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString problemOf(const QWidget* editor) const;
  void review(QWidget* editor) const;
};

}  // namespace fluxion
