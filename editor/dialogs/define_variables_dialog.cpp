#include "editor/dialogs/define_variables_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "editor/document/define_variable.h"
#include "sim_core/expr/parser.h"

namespace fluxion {

DefineVariablesDialog::DefineVariablesDialog(DiagramDocument& document, const QStringList& names,
                                             QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_names(names),
      m_problem(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("defineVariables"));
  setWindowTitle(tr("Define Variables"));
  auto* form = new QFormLayout(this);
  for (const QString& name : names) {
    auto* value = new QLineEdit(QStringLiteral("1"), this);
    value->setObjectName(QStringLiteral("value of ") + name);
    value->setMinimumWidth(fontMetrics().averageCharWidth() * 45);
    auto* label = new QLabel(name, this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(value);
    form->addRow(label, value);
    m_values.push_back(value);
    connect(value, &QLineEdit::textChanged, this, &DefineVariablesDialog::check);
  }
  // The buttons were made before the fields.
  for (std::size_t k = 1; k < m_values.size(); ++k) setTabOrder(m_values[k - 1], m_values[k]);
  if (!m_values.empty()) {
    setTabOrder(m_values.back(), m_buttons);
    m_values.front()->setFocus();
    m_values.front()->selectAll();
  }
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setWordWrap(true);
  m_problem->setObjectName(QStringLiteral("defineProblem"));
  form->addRow(m_problem);
  form->addRow(m_buttons);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &DefineVariablesDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &DefineVariablesDialog::reject);
  check();
}

void DefineVariablesDialog::check() {
  QString problem;
  for (std::size_t k = 0; k < m_values.size() && problem.isEmpty(); ++k)
    if (const auto parsed = sim::expr::parse(m_values[k]->text().toStdString()); !parsed)
      problem = m_names[static_cast<qsizetype>(k)] + QStringLiteral(": ") +
                QString::fromStdString(parsed.error().message);
  m_problem->setText(problem);
  m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

void DefineVariablesDialog::accept() {
  const int gesture = m_document.beginGesture();
  for (std::size_t k = 0; k < m_values.size(); ++k)
    defineVariable(m_document, m_names[static_cast<qsizetype>(k)], m_values[k]->text().trimmed(), gesture);
  QDialog::accept();
}

}  // namespace fluxion
