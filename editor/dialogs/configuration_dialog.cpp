#include "editor/dialogs/configuration_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <map>

#include "editor/dialogs/configuration_variables.h"
#include "editor/dialogs/conserved_list.h"
#include "editor/jacobian/jacobian_view.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/setting_value.h"
#include "sim_core/solvers/methods/settings_of_method.h"

namespace fluxion {

static QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

ConfigurationDialog::ConfigurationDialog(DiagramDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_list(new QListWidget(this)),
      m_pages(new QStackedWidget(this)),
      m_variables(new VariablesPage(document, this)),
      m_help(new QLabel(this)) {
  setObjectName(QStringLiteral("configurationDialog"));
  setWindowTitle(tr("Configuration – %1").arg(document.title()));
  m_list->setObjectName(QStringLiteral("configurationPages"));
  m_list->setAccessibleName(tr("Pages"));
  m_list->setSpacing(2);
  m_list->setFixedWidth(fontMetrics().averageCharWidth() * 26);
  m_help->setWordWrap(true);
  m_help->setMinimumHeight(2 * fontMetrics().lineSpacing());
  m_help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  buildPages();  // before the buttons: Tab goes in the order of making
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Apply |
                                           QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults,
                                       this);  // without it Tab would pass some of the buttons by
  buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Reset to Defaults"));
  auto* middle = new QHBoxLayout;
  middle->addWidget(m_list);
  middle->addWidget(m_pages, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(middle, 1);
  layout->addWidget(m_help);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &ConfigurationDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &ConfigurationDialog::reject);
  connect(buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &ConfigurationDialog::apply);
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
          &ConfigurationDialog::resetToDefaults);
  connect(m_list, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
  connect(m_list, &QListWidget::currentRowChanged, m_help, &QLabel::clear);
  connect(m_variables, &VariablesPage::changed, this, &ConfigurationDialog::review);
  load();
  m_list->setCurrentRow(0);
  resize(820, 660);
}

void ConfigurationDialog::buildPages() {
  std::map<std::string_view, std::pair<QFormLayout*, QWidget*>> pages;
  for (const sim::SettingSpec& spec : sim::all_settings()) {
    auto [page, fresh] = pages.try_emplace(spec.page);
    if (fresh) {
      m_list->addItem(toQString(spec.page));
      auto* widget = new QWidget;
      auto* form = new QFormLayout(widget);
      form->setContentsMargins(16, 4, 8, 4);
      form->setVerticalSpacing(10);
      form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
      auto* scroll = new QScrollArea;
      scroll->setWidget(widget);
      scroll->setWidgetResizable(true);
      scroll->setFrameShape(QFrame::NoFrame);
      scroll->setFocusPolicy(Qt::NoFocus);  // it follows what has it
      m_pages->addWidget(scroll);
      page->second = {form, scroll};
    }
    addField(page->second.first, spec, page->second.second);
  }
  m_jacobian = new JacobianView(m_document.library(), [this] { return draft(); });
  pages.at("Jacobian").first->addRow(m_jacobian);
  m_conserved = new ConservedList(m_document.library(), [this] { return draft(); });
  pages.at("Projection").first->addRow(QString(), m_conserved);
  for (QWidget* widget : m_jacobian->findChildren<QWidget*>())
    if (!widget->whatsThis().isEmpty()) widget->installEventFilter(this);
  m_list->addItem(tr("Variables"));
  m_pages->addWidget(m_variables);
}

static QString helpOf(const sim::SettingSpec& spec) {
  return QStringLiteral("%1: %2").arg(toQString(spec.name), toQString(spec.help));
}

QWidget* ConfigurationDialog::makeEditor(const sim::SettingSpec& spec) {
  if (sim::is_expression(spec.kind)) {
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(toQString(spec.default_value));
    edit->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    connect(edit, &QLineEdit::textChanged, this, &ConfigurationDialog::review);
    return edit;
  }
  if (spec.kind == sim::SettingKind::Flag) {
    auto* box = new QCheckBox;
    connect(box, &QCheckBox::toggled, this, &ConfigurationDialog::review);
    return box;
  }
  auto* box = new QComboBox;
  for (std::string_view choice : spec.choices) {
    const sim::Method* method = spec.name == "Solver" ? sim::find_method(choice) : nullptr;
    if (spec.name == "Solver" && method == nullptr) continue;  // of a library that this build is without
    const QString shown = method ? QStringLiteral("%1 (%2)").arg(toQString(choice), toQString(method->title))
                                 : toQString(choice);
    box->addItem(shown, toQString(choice));
  }
  connect(box, &QComboBox::currentIndexChanged, this, &ConfigurationDialog::review);
  return box;
}

void ConfigurationDialog::addField(QFormLayout* form, const sim::SettingSpec& spec, QWidget* page) {
  const QString name = toQString(spec.name);
  Field field{&spec, makeEditor(spec), new QLabel(toQString(spec.label)), new QLabel, {}, page};
  field.editor->setObjectName(name);
  field.editor->setAccessibleName(toQString(spec.label));
  field.editor->setToolTip(helpOf(spec));
  field.editor->setWhatsThis(toQString(spec.help));
  field.editor->installEventFilter(this);
  field.label->setBuddy(field.editor);
  field.note->setObjectName(name + QStringLiteral("Note"));
  field.note->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  row->addWidget(field.editor, sim::is_expression(spec.kind) ? 2 : 0);
  if (spec.name == "Solver") {  // its note is a sentence
    row->addStretch(1);
    form->addRow(field.label, row);
    field.note->setMinimumHeight(2 * fontMetrics().lineSpacing());
    field.note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    form->addRow(QString(), field.note);
  } else {
    row->addWidget(field.note, 3);
    form->addRow(field.label, row);
  }
  m_fields.insert(name, field);
}

void ConfigurationDialog::load() {
  for (const Field& field : m_fields) {
    const auto it = m_document.diagram().settings.find(std::string(field.spec->name));
    setText(field.editor->objectName(),
            it == m_document.diagram().settings.end() ? QString() : QString::fromStdString(it->second));
  }
  review();
}

QString ConfigurationDialog::text(const QString& setting) const {
  const Field field = m_fields.value(setting);
  QString text;
  if (auto* edit = qobject_cast<QLineEdit*>(field.editor))
    text = edit->text().trimmed();
  else if (auto* combo = qobject_cast<QComboBox*>(field.editor))
    text = combo->currentData().toString();
  else if (auto* check = qobject_cast<QCheckBox*>(field.editor))
    text = check->isChecked() ? QStringLiteral("on") : QStringLiteral("off");
  return field.spec && text == toQString(field.spec->default_value) ? QString() : text;
}

void ConfigurationDialog::setText(const QString& setting, const QString& text) {
  const Field field = m_fields.value(setting);
  if (field.spec == nullptr) return;
  const QString value = text.isEmpty() ? toQString(field.spec->default_value) : text;
  if (auto* edit = qobject_cast<QLineEdit*>(field.editor)) {
    edit->setText(text);
  } else if (auto* check = qobject_cast<QCheckBox*>(field.editor)) {
    check->setChecked(value == QLatin1String("on"));
  } else if (auto* combo = qobject_cast<QComboBox*>(field.editor)) {
    // A value of another version stays as it is until another is chosen.
    if (combo->findData(value) < 0) combo->addItem(value, value);
    combo->setCurrentIndex(combo->findData(value));
  }
}

QString ConfigurationDialog::problem(const QString& setting) const { return m_fields.value(setting).problem; }

bool ConfigurationDialog::isApplicable(const QString& setting) const {
  const Field field = m_fields.value(setting);
  return field.editor != nullptr && field.editor->isEnabledTo(this);
}

// A number says what it is; an expression is followed by its value, a wrong one by what is wrong.
void ConfigurationDialog::reviewField(Field& field, const sim::expr::Scope& variables) {
  const Theme theme = Theme::current(palette());
  const QString given = text(field.editor->objectName());
  QString note;
  field.problem.clear();
  if (!given.isEmpty()) {
    const auto value = sim::setting_value(*field.spec, given.toStdString(), variables);
    if (!value)
      field.problem = QString::fromStdString(value.error().message);
    else if (*value && (*value)->as_scalar() && !sim::parse_number(given.toStdString()))
      note = QStringLiteral("= %1").arg(QString::fromStdString(sim::to_text(*(*value)->as_scalar())));
  }
  if (field.spec->name == "Solver")
    if (const sim::Method* method = chosenMethod()) note = toQString(method->advice);
  field.note->setText(field.problem.isEmpty() ? note : field.problem);
  field.note->setStyleSheet(
      QStringLiteral("color: %1").arg((field.problem.isEmpty() ? theme.hint : theme.error).name()));
}

void ConfigurationDialog::review() {
  const sim::expr::Workspace workspace = m_variables->workspace();
  const sim::expr::WorkspaceScope variables(workspace);
  for (Field& field : m_fields) reviewField(field, variables);
  showWhatApplies();
  m_jacobian->modelChanged();
  m_conserved->modelChanged();
}

const sim::Method* ConfigurationDialog::chosenMethod() const {
  const QString name = text(QStringLiteral("Solver"));
  return sim::find_method(name.isEmpty() ? sim::setting({}, "Solver") : name.toStdString());
}

void ConfigurationDialog::showWhatApplies() {
  const sim::Method* method = chosenMethod();
  if (method == nullptr) return;
  const QString chosen = text(QStringLiteral("ODENIntegrationMethod"));
  const std::string formula =
      chosen.isEmpty() ? sim::setting({}, "ODENIntegrationMethod") : chosen.toStdString();
  for (const Field& field : m_fields) {
    const auto idle = sim::why_idle(field.spec->name, *method, formula);
    for (QWidget* widget :
         {field.editor, static_cast<QWidget*>(field.label), static_cast<QWidget*>(field.note)})
      widget->setEnabled(!idle);
    field.editor->setToolTip(idle ? QString::fromStdString(idle->reason) : helpOf(*field.spec));
    if (idle) field.note->clear();
  }
}

sim::Edit ConfigurationDialog::edit(const std::function<sim::Id()>& newId) const {
  sim::Edit edit{tr("Change Configuration").toStdString(), {}};
  const auto& settings = m_document.diagram().settings;
  for (auto it = m_fields.begin(); it != m_fields.end(); ++it) {
    const std::string name = it.key().toStdString(), wanted = text(it.key()).toStdString();
    const auto now = settings.find(name);
    if (wanted.empty() && now != settings.end())
      edit.set_setting(name, std::nullopt);
    else if (!wanted.empty() && (now == settings.end() || now->second != wanted))
      edit.set_setting(name, wanted);
  }
  m_variables->addChanges(edit, newId);
  return edit;
}

sim::Diagram ConfigurationDialog::draft() const {
  sim::Diagram model = m_document.diagram();
  sim::apply(model, edit([&model] { return model.new_id(); }));
  return model;
}

void ConfigurationDialog::showPage(const QString& title) {
  for (QListWidgetItem* item : m_list->findItems(title, Qt::MatchExactly)) m_list->setCurrentItem(item);
}

bool ConfigurationDialog::apply() {
  review();
  for (const Field& field : m_fields)
    if (!field.problem.isEmpty() && field.editor->isEnabledTo(this)) {
      m_list->setCurrentRow(m_pages->indexOf(field.page));
      field.editor->setFocus();
      return false;
    }
  if (!m_variables->isValid()) {
    m_list->setCurrentRow(m_pages->indexOf(m_variables));
    return false;
  }
  sim::Edit changes = edit([this] { return m_document.newId(); });
  if (!changes.empty()) m_document.apply(std::move(changes));
  m_variables->load();
  return true;
}

void ConfigurationDialog::resetToDefaults() {
  for (auto it = m_fields.begin(); it != m_fields.end(); ++it) setText(it.key(), {});
}

void ConfigurationDialog::accept() {
  if (apply()) QDialog::accept();
}

bool ConfigurationDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn)
    if (auto* editor = qobject_cast<QWidget*>(watched)) m_help->setText(editor->whatsThis());
  return QDialog::eventFilter(watched, event);
}

}  // namespace fluxion
