#pragma once
// A table of the Model Explorer: rows of the document, some columns of which are texts that can be edited one
// by one or for many rows at once.
#include <QAbstractTableModel>
#include <vector>

#include "editor/document/diagram_document.h"
#include "editor/parameter_text.h"
#include "sim_core/expr/evaluate.h"

namespace fluxion {

class EditableTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  EditableTable(DiagramDocument& document, QObject* parent)
      : QAbstractTableModel(parent), m_document(document) {}

  DiagramDocument& document() const { return m_document; }

  // The word that narrows a filter to this column: "type" in "type:gain".
  virtual QString filterKey(int column) const = 0;
  // What a filter looks at.
  virtual QString filterText(int row, int column) const { return index(row, column).data().toString(); }
  // What a combo box offers; empty: the text is free.
  virtual QStringList choices(int /*row*/, int /*column*/) const { return {}; }
  // The variables that the text may name; null: it is no expression.
  virtual const sim::expr::Scope* variables(int /*row*/, int /*column*/) const { return nullptr; }
  // The names in the text that nothing defines, where it is an expression; each can be defined on the spot.
  std::vector<std::string> unknownNames(int row, int column, const QString& text) const;
  // The text that an editor begins with.
  virtual QString editedText(int row, int column) const { return index(row, column).data().toString(); }
  // Why the cell cannot have this text, in words; empty: it can.
  virtual QString problem(int row, int column, const QString& text) const = 0;
  // What gives these cells of one column the text; the texts have no problem.
  virtual sim::Edit edit(const std::vector<int>& rows, int column, const QString& text) const = 0;
  // The column that is set for all selected rows, if the current one is `column`; -1: none.
  virtual int columnToSet(int column) const {
    return flags(index(0, column)) & Qt::ItemIsEditable ? column : -1;
  }
  // What the row shows beyond a rebuild; -1: it is not there.
  virtual QString key(int row) const = 0;
  virtual int rowOf(const QString& key) const;
  // The block of a row; no_id: it has none.
  virtual sim::Id blockOf(int /*row*/) const { return sim::no_id; }

  // The document has changed; called only while the table is looked at.
  virtual void update(const sim::Edit& edit) = 0;
  virtual void rebuild() = 0;

  // Sets all or nothing, in one undo step. What was wrong with the first row that refuses; empty: done.
  QString set(const std::vector<int>& rows, int column, const QString& text);
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 protected:
  DiagramDocument& m_document;
};

// "message; remedy"
QString inWords(const sim::Diagnostic& why);

}  // namespace fluxion
