#include "editor/masks/mask_row.h"

#include <QLabel>

#include "sim_core/expr/evaluate.h"

namespace fluxion {

using sim::ParameterKind;

sim::ParameterSpec specOf(const sim::MaskParameter& p) {
  sim::ParameterSpec spec;
  spec.name = p.name;
  spec.label = p.label.empty() ? p.name : p.label;
  spec.unit = p.unit;
  spec.doc = p.description;
  spec.choices = p.choices;
  spec.may_be_complex = true;
  if (p.minimum) spec.minimum = *p.minimum;
  if (p.maximum) spec.maximum = *p.maximum;
  spec.kind = p.editor == sim::MaskEditor::Choice ? ParameterKind::Choice
              : p.editor == sim::MaskEditor::Flag ? ParameterKind::Flag
              : p.evaluate                        ? ParameterKind::Real
                                                  : ParameterKind::Text;
  return spec;
}

// A flag of a block is "on" or "off", one of a mask an expression.
static std::string shownText(const sim::MaskParameter& p) {
  if (p.editor != sim::MaskEditor::Flag) return p.expression;
  const auto value = sim::expr::evaluate(p.expression, sim::expr::ValueScope());
  const auto number = value ? value->as_scalar() : std::nullopt;
  return number.value_or(0) != 0 ? "on" : "off";
}

MaskRow::MaskRow(sim::MaskParameter parameter, QWidget* parent)
    : QObject(parent),
      m_parameter(std::move(parameter)),
      m_spec(std::make_unique<sim::ParameterSpec>(specOf(m_parameter))),
      m_row(new ParameterRow(*m_spec, QString::fromStdString(shownText(m_parameter)), parent)) {
  connect(m_row, &ParameterRow::edited, this, &MaskRow::edited);
  if (m_parameter.editor == sim::MaskEditor::Flag) return;
  m_label = new QLabel(QString::fromStdString(m_spec->label), parent);
  m_label->setBuddy(m_row);
  m_label->setToolTip(m_row->toolTip());
}

sim::MaskParameter MaskRow::parameter() const {
  sim::MaskParameter now = m_parameter;
  const std::string text = m_row->text().toStdString();
  if (text == shownText(m_parameter)) return now;
  now.expression = m_parameter.editor == sim::MaskEditor::Flag ? (text == "on" ? "true" : "false") : text;
  return now;
}

void MaskRow::setExpression(const std::string& expression) {
  m_parameter.expression = expression;
  const QString text = QString::fromStdString(shownText(m_parameter));
  if (text != m_row->text()) m_row->setText(text);
}

bool MaskRow::check(const sim::expr::Scope& outside) {
  if (m_row->check(outside)) return true;
  if (m_spec->kind != ParameterKind::Real) return false;
  // A mask may hand on what no block takes for a number.
  const auto value = sim::expr::evaluate(m_row->text().toStdString(), outside);
  if (!value || (!value->is_string() && !value->is_empty())) return false;
  m_row->showError({});
  return true;
}

void MaskRow::setShown(bool visible, bool enabled) {
  m_row->setVisible(visible);
  m_row->setEnabled(enabled);
  if (!m_label) return;
  m_label->setVisible(visible);
  m_label->setEnabled(enabled);
}

}  // namespace fluxion
