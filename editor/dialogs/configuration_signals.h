#pragma once
// The Logged signals page of the Configuration dialog: which signals are recorded without a scope.
#include <QWidget>

#include "editor/document/diagram_document.h"

class QTableWidget;

namespace fluxion {

class LoggedSignalsPage : public QWidget {
  Q_OBJECT
 public:
  enum Column { Signal, From, ColumnCount };

  explicit LoggedSignalsPage(DiagramDocument& document, QWidget* parent = nullptr);

  // The table shows the document's signals again: those that are logged or have a name.
  void load();
  int rowCount() const;
  void setLogged(int row, bool logged);
  bool isLogged(int row) const;
  // What logs the signals of `model` as the table says; applied to it.
  void addChanges(sim::Diagram& model, sim::Edit& edit) const;

 signals:
  void changed();

 private:
  DiagramDocument& m_document;
  QTableWidget* m_table;
  std::vector<sim::PortRef> m_outputs;  // by row
};

}  // namespace fluxion
