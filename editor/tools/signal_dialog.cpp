#include "editor/tools/signal_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/base/element_type.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/diagram/wiring_edits.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

SignalDialog::SignalDialog(DiagramDocument& document, sim::PortRef output, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_output(output),
      m_initialValue(InitialValues(document).of(output)),
      m_type(new QComboBox(this)),
      m_logged(new QCheckBox(tr("&Log this signal: record it without a scope"), this)),
      m_problem(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("signalDialog"));
  const sim::Block& block = *document.block(output.block);
  setWindowTitle(
      tr("Signal of %1").arg(QString::fromStdString(sim::block_path(document.diagram(), output.block))));
  const sim::SignalProperties now = sim::signal_properties(block, output.port);
  auto* form = new QFormLayout;
  const auto field = [&](const char* name, const QString& label, const std::string& text,
                         const QString& empty) {
    auto* edit = new QLineEdit(QString::fromStdString(text), this);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(empty);
    form->addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, &SignalDialog::check);
    return edit;
  };
  const auto named = block.signal_names.find(output.port);
  m_name =
      field("signalName", tr("&Name"), named == block.signal_names.end() ? "" : named->second, tr("none"));
  m_logged->setObjectName(QStringLiteral("signalLogged"));
  m_logged->setChecked(now.logged);
  form->addRow(QString(), m_logged);
  m_unit = field("signalUnit", tr("&Unit"), now.unit, tr("as the equations say"));
  m_type->setObjectName(QStringLiteral("signalType"));
  m_type->setAccessibleName(tr("Type"));
  m_type->addItem(tr("as the equations say"), QString());
  for (const sim::ElementType type : sim::all_element_types) {
    const std::string_view name = sim::name_of(type);
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    m_type->addItem(text, text);
  }
  m_type->setCurrentIndex(std::max(0, m_type->findData(QString::fromStdString(now.type))));
  form->addRow(tr("&Type"), m_type);
  m_minimum = field("signalMinimum", tr("Mi&nimum"), now.minimum, tr("none"));
  m_maximum = field("signalMaximum", tr("Ma&ximum"), now.maximum, tr("none"));
  m_initial = field("signalInitial", tr("&Initial value"), m_initialValue.text(document), m_initialValue.why);
  m_initial->setEnabled(m_initialValue.spec);
  m_initial->setToolTip(plainTip(m_initialValue.why));
  if (const sim::Block* holder = m_initialValue.spec ? document.block(m_initialValue.block) : nullptr)
    m_initial->setToolTip(plainTip(
        tr("%1 of %2")
            .arg(QString::fromStdString(m_initialValue.spec->label), QString::fromStdString(holder->name))));
  m_description = field("signalDescription", tr("&Description"), now.description, QString());
  auto* hint = new QLabel(tr("A signal in another unit of the same kind is converted, one of another type is "
                             "refused; the range is watched as the setting Simulation range checking says."),
                          this);
  hint->setWordWrap(true);
  QPalette faint = hint->palette();
  faint.setColor(QPalette::WindowText, Theme::current(palette()).hint);
  hint->setPalette(faint);
  form->addRow(hint);
  m_problem->setObjectName(QStringLiteral("problem"));
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  form->addRow(m_problem);
  form->addRow(m_buttons);
  setLayout(form);
  setMinimumWidth(fontMetrics().averageCharWidth() * 60);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &SignalDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &SignalDialog::reject);
  connect(&document, &DiagramDocument::changed, this, [this] {
    if (!m_document.block(m_output.block)) reject();
  });
  connect(&document, &DiagramDocument::replaced, this, &QDialog::reject);
  QWidget* before = m_name;
  for (QWidget* next : std::initializer_list<QWidget*>{m_logged, m_unit, m_type, m_minimum, m_maximum,
                                                       m_initial, m_description, m_buttons}) {
    setTabOrder(before, next);
    before = next;
  }
  m_name->setFocus();
  check();
}

sim::SignalProperties SignalDialog::properties() const {
  const auto text = [](const QLineEdit* field) { return field->text().trimmed().toStdString(); };
  return {m_logged->isChecked(), text(m_unit),    m_type->currentData().toString().toStdString(),
          text(m_minimum),       text(m_maximum), text(m_description)};
}

QString SignalDialog::problem() const {
  const sim::SignalProperties wanted = properties();
  if (const std::string why = sim::problem_with_unit(wanted.unit); !why.empty())
    return QString::fromStdString(why);
  const sim::expr::Workspace workspace =
      sim::workspace_of(m_document.diagram(), m_document.block(m_output.block)->parent);
  const sim::expr::WorkspaceScope scope(workspace);
  for (const auto& [label, text] :
       {std::pair(tr("Minimum"), wanted.minimum), {tr("Maximum"), wanted.maximum}}) {
    if (text.empty()) continue;
    const auto value = sim::expr::evaluate(text, scope);
    if (!value) return label + QStringLiteral(": ") + QString::fromStdString(value.error().message);
    if (!value->as_scalar()) return tr("%1 is not a single number").arg(label);
  }
  if (!m_document.block(m_initialValue.block) || m_initial->text().trimmed().isEmpty()) return {};
  // In the level of the block that holds it, which may be inside of a subsystem.
  const sim::expr::Workspace inside =
      sim::workspace_of(m_document.diagram(), m_document.block(m_initialValue.block)->parent);
  const auto initial = sim::evaluate_parameter(
      *m_initialValue.spec, m_initial->text().trimmed().toStdString(), sim::expr::WorkspaceScope(inside));
  return initial ? QString() : QString::fromStdString(initial.error().message);
}

void SignalDialog::check() {
  const QString why = problem();
  QPalette wrong = m_problem->palette();
  wrong.setColor(QPalette::WindowText, Theme::current(palette()).error);
  m_problem->setPalette(wrong);
  m_problem->setText(why);
  m_problem->setVisible(!why.isEmpty());
  m_buttons->button(QDialogButtonBox::Ok)->setEnabled(why.isEmpty());
}

bool SignalDialog::apply() {
  if (!m_document.block(m_output.block) || !problem().isEmpty()) return false;
  const int gesture = m_document.beginGesture();
  auto named = sim::name_signal(m_document.diagram(), m_output, m_name->text().trimmed().toStdString());
  if (!named) {
    m_problem->setText(QString::fromStdString(named.error().message));
    m_problem->show();
    return false;
  }
  m_document.apply(std::move(*named), gesture);
  m_document.apply(sim::change_signal(m_document.diagram(), m_output, properties()), gesture);
  m_document.apply(
      changeInitialValue(m_document.diagram(), m_initialValue, m_initial->text().trimmed().toStdString()),
      gesture);
  return true;
}

void SignalDialog::accept() {
  if (apply()) QDialog::accept();
}

}  // namespace fluxion
