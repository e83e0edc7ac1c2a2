#pragma once
// The Model Explorer's page of signals.
#include <QWidget>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/edit.h"

namespace fluxion {

class DiagramDocument;
class SignalPropertiesTable;
class TablePage;

class SignalsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SignalsPanel(DiagramDocument& document, QWidget* parent = nullptr);

  TablePage& table() { return *m_page; }
  void update(const sim::Edit& edit);
  void rebuild();

 signals:
  void elementRequested(sim::Id block);

 private:
  SignalPropertiesTable* m_signals;
  TablePage* m_page;
};

}  // namespace fluxion
