#pragma once
// A parameter of a mask as a row of its dialog: the widgets are those of a block's parameter, for a
// declaration made from the mask's.
#include <QObject>
#include <memory>

#include "editor/dialogs/parameter_row.h"
#include "sim_core/diagram/diagram.h"

class QLabel;

namespace fluxion {

// What the mask declares, as a block type would.
sim::ParameterSpec specOf(const sim::MaskParameter& parameter);

class MaskRow : public QObject {
  Q_OBJECT
 public:
  MaskRow(sim::MaskParameter parameter, QWidget* parent);

  // As it was declared, with the expression as it stands in the row.
  sim::MaskParameter parameter() const;
  const std::string& name() const { return m_parameter.name; }
  void setExpression(const std::string& expression);
  // Shows the value or the message; true if there is a value. `outside` is known where the subsystem stands.
  bool check(const sim::expr::Scope& outside);
  void setShown(bool visible, bool enabled);

  ParameterRow* row() const { return m_row; }
  // Null where the row names itself.
  QLabel* label() const { return m_label; }

 signals:
  void edited();

 private:
  sim::MaskParameter m_parameter;
  std::unique_ptr<sim::ParameterSpec> m_spec;
  ParameterRow* m_row;
  QLabel* m_label = nullptr;
};

}  // namespace fluxion
