// The fields of the configuration dialog, one for each setting.
#include "editor/dialogs/configuration_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QToolButton>

#include "editor/background.h"
#include "editor/dialogs/configuration_variables.h"
#include "editor/dialogs/idle_settings.h"
#include "editor/dialogs/script_editor.h"
#include "editor/document/define_variable.h"
#include "editor/form_rows.h"
#include "editor/jacobian/jacobian_view.h"
#include "editor/line_icon.h"
#include "editor/parameter_text.h"
#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/interfaces/call_backs.h"

namespace fluxion {

// Where a value has a unit, one may write it in another.
static QString explained(const sim::SettingSpec& spec) {
  const QString help = toQString(spec.help);
  return spec.unit.empty() ? help : ConfigurationDialog::tr("%1 Or with a unit: 5 ms, 2 min.").arg(help);
}

static QString helpOf(const sim::SettingSpec& spec) {
  return QStringLiteral("%1: %2").arg(toQString(spec.name), explained(spec));
}

// Under a heading that cannot be chosen.
static void addSolvers(QComboBox& box, const QString& heading, sim::StepKind kind) {
  box.addItem(heading);
  auto* items = qobject_cast<QStandardItemModel*>(box.model());
  QStandardItem* item = items->item(box.count() - 1);
  item->setFlags(Qt::NoItemFlags);
  QFont bold = box.font();
  bold.setBold(true);
  item->setFont(bold);
  for (std::string_view choice : sim::find_setting("Solver")->choices)
    if (const sim::Method* method = sim::find_method(choice); method && method->kind == kind)
      box.addItem(QStringLiteral("%1 (%2)").arg(toQString(choice), toQString(method->title)),
                  toQString(choice));
}

// Chosen files are added to those that are there.
void ConfigurationDialog::addFileChoice(QLineEdit& edit) {
  edit.setClearButtonEnabled(true);
  QAction* choose = edit.addAction(lineIcon(QStringLiteral("open")), QLineEdit::TrailingPosition);
  choose->setToolTip(tr("Choose files"));
  connect(choose, &QAction::triggered, this, [this, &edit] {
    QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Data Files"), QFileInfo(m_document.home()).path(),
                                      tr("Variables (*.json *.flxdata *.mat *.csv)"));
    if (!edit.text().trimmed().isEmpty()) files.prepend(edit.text().trimmed());
    edit.setText(files.join(QStringLiteral("; ")));
  });
}

QWidget* ConfigurationDialog::makeEditor(const sim::SettingSpec& spec) {
  if (spec.kind == sim::SettingKind::Statements) {
    auto* edit = new ScriptEditor(this);
    edit->setFixedHeight(5 * fontMetrics().lineSpacing());
    connect(edit, &QPlainTextEdit::textChanged, this, &ConfigurationDialog::review);
    return edit;
  }
  if (sim::is_text(spec.kind)) {
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(toQString(spec.default_value));
    if (sim::is_expression(spec.kind))
      edit->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    else
      addFileChoice(*edit);
    connect(edit, &QLineEdit::textChanged, this, &ConfigurationDialog::review);
    return edit;
  }
  if (spec.kind == sim::SettingKind::Flag) {
    auto* box = new QCheckBox;
    connect(box, &QCheckBox::toggled, this, &ConfigurationDialog::review);
    return box;
  }
  auto* box = new QComboBox;
  if (spec.name == "Solver") {
    addSolvers(*box, tr("Variable steps"), sim::StepKind::Variable);
    addSolvers(*box, tr("Fixed steps"), sim::StepKind::Fixed);
    box->setMaxVisibleItems(box->count());
  }
  for (std::string_view choice : spec.name == "Solver" ? std::vector<std::string_view>() : spec.choices)
    box->addItem(choiceText(spec.name, choice), toQString(choice));
  connect(box, &QComboBox::currentIndexChanged, this, &ConfigurationDialog::review);
  return box;
}

void ConfigurationDialog::addField(QFormLayout* form, const sim::SettingSpec& spec, QWidget* page) {
  const QString name = toQString(spec.name);
  Field field{&spec, makeEditor(spec), new QLabel(toQString(spec.label)), new QLabel, {}, page};
  field.editor->setObjectName(name);
  field.editor->setAccessibleName(toQString(spec.label));
  field.editor->setToolTip(plainTip(helpOf(spec)));
  field.editor->setWhatsThis(explained(spec));
  field.editor->installEventFilter(this);
  field.label->setBuddy(field.editor);
  field.note->setObjectName(name + QStringLiteral("Note"));
  field.note->setWordWrap(true);
  auto* holder = field.row = new QWidget;
  field.form = form;
  auto* row = new QHBoxLayout(holder);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  row->addWidget(field.editor, sim::is_text(spec.kind) ? 2 : 0);
  if (spec.kind == sim::SettingKind::Statements) {
    field.label->setText(QStringLiteral("%1 (%2)").arg(toQString(spec.label), name));
    form->addRow(field.label);
    form->addRow(holder);
    form->addRow(field.note);
  } else if (spec.name == "Solver") {  // its note is a sentence
    row->addStretch(1);
    form->addRow(field.label, holder);
    field.note->setMinimumHeight(2 * fontMetrics().lineSpacing());
    field.note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    form->addRow(QString(), field.note);
  } else {
    if (sim::is_expression(spec.kind)) {
      auto* define = field.define = new QToolButton;
      define->setObjectName(QStringLiteral("define_") + name);
      define->setToolTip(plainTip(defineTip()));
      define->hide();
      row->addWidget(define);
      connect(define, &QToolButton::clicked, this,
              [this, define] { m_variables->define(define->property("unknown").toString()); });
    }
    row->addWidget(field.note, 3);
    form->addRow(field.label, holder);
  }
  m_fields.insert(name, field);
}

QString ConfigurationDialog::inLine(const sim::Diagnostic& problem) {
  const QString place = QString::fromStdString(problem.path).section(QLatin1Char(' '), 1);
  QString words = QString::fromStdString(problem.message);
  if (!place.isEmpty()) words.prepend(place + QStringLiteral(": "));
  return problem.remedy.empty() ? words
                                : words + QStringLiteral("; ") + QString::fromStdString(problem.remedy);
}

// What the call-backs that make variables of the model are not worth.
void ConfigurationDialog::reviewCallBacks(const sim::Diagram& model) {
  const Theme theme = Theme::current(palette());
  for (const sim::Diagnostic& found : sim::call_back_problems(model)) {
    const std::string name = found.path.substr(0, found.path.find(' '));
    const auto field = m_fields.find(QString::fromStdString(name));
    if (field == m_fields.end() || !field->problem.isEmpty()) continue;
    const QString words = inLine(found);
    const bool wrong = found.severity == sim::Severity::Error;
    if (wrong) field->problem = words;
    field->note->setText(words);
    field->note->setStyleSheet(QStringLiteral("color: %1").arg((wrong ? theme.error : theme.hint).name()));
  }
}

}  // namespace fluxion
