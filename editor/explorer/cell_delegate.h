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

  // The variables are others: what the editor says is looked at again; its text stays.
  void reviewAgain(QWidget* editor, const QString& text) const;

 signals:
  // Empty: there is none (any more). `unknown`: a name in the text that nothing defines; may be empty.
  void problemFound(const QString& words, const QString& unknown) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString problemOf(const QWidget* editor) const;
  QString unknownNameOf(const QWidget* editor) const;
  void review(QWidget* editor) const;
};

}  // namespace fluxion
