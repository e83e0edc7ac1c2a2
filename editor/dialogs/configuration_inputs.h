#pragma once
// The Inputs page of the Configuration dialog: what each input of the model, a top-level Inport, is given.
#include <QWidget>

#include "editor/document/diagram_document.h"

class QTableWidget;

namespace fluxion {

class InputsPage : public QWidget {
  Q_OBJECT
 public:
  enum Column { Name, Given, ColumnCount };

  explicit InputsPage(DiagramDocument& document, QWidget* parent = nullptr);

  // The table shows the document's inputs again.
  void load();
  void setGiven(int row, const QString& text);
  QString given(int row) const;
  int rowCount() const;
  // A variable has another name: what is written here uses that.
  void rename(const QString& from, const QString& to);
  // What gives the Inports of `base` what stands in the table.
  void addChanges(const sim::Diagram& base, sim::Edit& edit) const;

 signals:
  void changed();

 private:
  void chooseTable();

  DiagramDocument& m_document;
  QTableWidget* m_table;
};

}  // namespace fluxion
