#include "editor/dialogs/define_variables_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <algorithm>

#include "editor/document/define_variable.h"
#include "editor/plain_text.h"
#include "sim_core/expr/parser.h"

namespace fluxion {

static std::vector<NameToDefine> withValueOne(const QStringList& names) {
  std::vector<NameToDefine> out;
  for (const QString& name : names) out.push_back({name, {}, QStringLiteral("1")});
  return out;
}

DefineVariablesDialog::DefineVariablesDialog(DiagramDocument& document, const QStringList& names,
                                             QWidget* parent)
    : DefineVariablesDialog(document, withValueOne(names), {}, parent) {}

DefineVariablesDialog::DefineVariablesDialog(DiagramDocument& document,
                                             const std::vector<NameToDefine>& names, const QString& text,
                                             QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_problem(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("defineVariables"));
  setWindowTitle(tr("Define Variables"));
  auto* intro = new QLabel(text, this);
  intro->setWordWrap(true);
  intro->setHidden(text.isEmpty());
  auto* area = new QScrollArea(this);
  auto* inside = new QWidget(area);
  auto* table = new QGridLayout(inside);
  table->setContentsMargins(0, 0, 6, 0);
  table->addWidget(new QLabel(tr("Name"), inside), 0, Name);
  table->addWidget(new QLabel(tr("Value"), inside), 0, Value);
  const bool said = std::ranges::any_of(names, [](const NameToDefine& n) { return !n.uses.isEmpty(); });
  if (said) table->addWidget(new QLabel(tr("Used by"), inside), 0, Uses);
  table->setColumnStretch(Value, 2);
  table->setColumnStretch(Uses, said ? 3 : 0);
  for (const NameToDefine& name : names) addRow(*table, name);
  table->setRowStretch(table->rowCount(), 1);
  area->setWidget(inside);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  m_problem->setWordWrap(true);
  m_problem->setObjectName(QStringLiteral("defineProblem"));
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(intro);
  layout->addWidget(area, 1);
  layout->addWidget(m_problem);
  layout->addWidget(m_buttons);
  // The buttons were made before the fields.
  for (std::size_t k = 1; k < m_rows.size(); ++k) setTabOrder(m_rows[k - 1].value, m_rows[k].value);
  if (!m_rows.empty()) {
    setTabOrder(m_rows.back().value, m_buttons);
    m_rows.front().value->setFocus();
    m_rows.front().value->selectAll();
  }
  const QSize wanted(fontMetrics().averageCharWidth() * (said ? 110 : 65),
                     sizeHint().height() - area->sizeHint().height() + inside->sizeHint().height() + 8);
  resize(wanted.boundedTo(screen()->availableSize() * 0.7));
  connect(m_buttons, &QDialogButtonBox::accepted, this, &DefineVariablesDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &DefineVariablesDialog::reject);
  check();
}

void DefineVariablesDialog::addRow(QGridLayout& table, const NameToDefine& name) {
  constexpr qsizetype shown = 3;
  QWidget* inside = table.parentWidget();
  auto* value = new QLineEdit(name.value, inside);
  value->setObjectName(QStringLiteral("value of ") + name.name);
  value->setPlaceholderText(tr("undefined"));
  auto* label = new QLabel(name.name, inside);
  label->setTextFormat(Qt::PlainText);
  label->setBuddy(value);
  const int row = table.rowCount();
  table.addWidget(label, row, Name);
  table.addWidget(value, row, Value);
  m_rows.push_back({name.name, value});
  connect(value, &QLineEdit::textChanged, this, &DefineVariablesDialog::check);
  if (name.uses.isEmpty()) return;
  QString text = name.uses.mid(0, shown).join(QStringLiteral(", "));
  if (name.uses.size() > shown) text = tr("%1 and %2 more").arg(text).arg(name.uses.size() - shown);
  auto* uses = new QLabel(text, inside);
  uses->setObjectName(QStringLiteral("uses of ") + name.name);
  uses->setWordWrap(true);
  uses->setToolTip(plainTip(name.uses.join(u'\n')));
  value->setAccessibleDescription(tr("Used by %1").arg(name.uses.join(QStringLiteral(", "))));
  table.addWidget(uses, row, Uses);
}

void DefineVariablesDialog::check() {
  QString problem;
  for (const Row& row : m_rows) {
    const QString value = row.value->text().trimmed();
    if (value.isEmpty() || !problem.isEmpty()) continue;
    if (const auto parsed = sim::expr::parse(value.toStdString()); !parsed)
      problem = row.name + QStringLiteral(": ") + QString::fromStdString(parsed.error().message);
  }
  m_problem->setText(problem);
  m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

void DefineVariablesDialog::accept() {
  const int gesture = m_document.beginGesture();
  for (const Row& row : m_rows)
    if (const QString value = row.value->text().trimmed(); !value.isEmpty())
      defineVariable(m_document, row.name, value, gesture);
  QDialog::accept();
}

}  // namespace fluxion
