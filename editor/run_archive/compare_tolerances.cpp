// The tolerances of a comparison of runs, as they are typed.
#include "editor/run_archive/compare_window.h"

#include <QLabel>
#include <QLineEdit>

#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/quantity.h"

namespace fluxion {

// "0.01", "0,01", "5 ms", "2*1e-3": not negative.
static sim::Result<double> toleranceOf(QString text, const char* unit) {
  text = text.trimmed();
  if (text.count(u',') == 1 && !text.contains(u'.')) text.replace(u',', u'.');
  const auto value = sim::expr::evaluate_in(unit, text.toStdString(), sim::expr::ValueScope());
  if (!value) return value.error();
  if (!value->is_scalar() || !(value->real()[0] >= 0))
    return sim::error({}, "a tolerance is one number, 0 or more", "correct it");
  return value->real()[0];
}

void CompareWindow::showError(QLineEdit* field, const sim::Diagnostic* error) {
  QPalette colors = palette();
  if (error) colors.setColor(QPalette::Text, Theme::current(palette()).error);
  field->setPalette(colors);
  const QString why = error ? QString::fromStdString(sim::to_text(*error)) : QString();
  field->setToolTip(plainTip(error ? why : field->accessibleName()));
  if (error) m_conclusion->setText(why);
}

void CompareWindow::readTolerances() {
  sim::Tolerance wanted = m_options.tolerance;
  const std::pair<QLineEdit*, double sim::Tolerance::*> fields[] = {{m_absolute, &sim::Tolerance::absolute},
                                                                    {m_relative, &sim::Tolerance::relative},
                                                                    {m_time, &sim::Tolerance::time}};
  for (const auto& [field, member] : fields) {
    const auto value = toleranceOf(field->text(), field == m_time ? "s" : "");
    showError(field, value ? nullptr : &value.error());
    if (!value) return;
    wanted.*member = *value;
  }
  if (wanted == m_options.tolerance) return;
  m_options.tolerance = wanted;
  start();
}

}  // namespace fluxion
