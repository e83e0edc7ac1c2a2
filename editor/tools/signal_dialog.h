#pragma once
// What a model says of a signal: its name, whether it is logged, unit, type, range, initial value,
// description.
#include <QDialog>

#include "editor/document/initial_value.h"
#include "sim_core/diagram/signal_properties.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace fluxion {

class SignalDialog : public QDialog {
  Q_OBJECT
 public:
  SignalDialog(DiagramDocument& document, sim::PortRef output, QWidget* parent = nullptr);

  // One undo step; false, with the message below the fields, where something is wrong.
  bool apply();
  void accept() override;

 private:
  void check();
  sim::SignalProperties properties() const;
  QString problem() const;

  DiagramDocument& m_document;
  sim::PortRef m_output;
  InitialValue m_initialValue;
  QLineEdit *m_name, *m_unit, *m_minimum, *m_maximum, *m_initial, *m_description;
  QComboBox* m_type;
  QCheckBox* m_logged;
  QLabel* m_problem;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
