#include "editor/dialogs/configuration_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <map>

#include "editor/background.h"
#include "editor/compiled/compiled_models.h"
#include "editor/dialogs/configuration_inputs.h"
#include "editor/dialogs/configuration_signals.h"
#include "editor/dialogs/configuration_variables.h"
#include "editor/dialogs/conserved_list.h"
#include "editor/dialogs/idle_settings.h"
#include "editor/dialogs/preset_menu.h"
#include "editor/document/define_variable.h"
#include "editor/form_rows.h"
#include "editor/jacobian/jacobian_view.h"
#include "editor/parameter_text.h"
#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/setting_value.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/solvers/methods/settings_of_method.h"

namespace fluxion {

ConfigurationDialog::ConfigurationDialog(DiagramDocument& document, QWidget* parent,
                                         std::shared_ptr<CompiledModels> models)
    : QDialog(parent),
      m_document(document),
      m_list(new QListWidget(this)),
      m_pages(new QStackedWidget(this)),
      m_variables(new VariablesPage(document, this)),
      m_inputs(new InputsPage(document, this)),
      m_logged(new LoggedSignalsPage(document, this)),
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
  m_presets = new PresetMenu([this] { return settings(); }, this);
  if (!models) models = std::make_shared<CompiledModels>(sharedCopy(document.library()));
  buildPages(models);  // before the buttons: Tab goes in the order of making
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Apply |
                                           QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults,
                                       this);  // without it Tab would pass some of the buttons by
  buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Reset to Defaults"));
  connect(m_presets, &PresetMenu::comparisonRequested, this, &ConfigurationDialog::compare);
  connect(m_presets, &PresetMenu::said, m_help, &QLabel::setText);
  auto* middle = new QHBoxLayout;
  auto* left = new QVBoxLayout;
  left->addWidget(m_list, 1);
  left->addWidget(m_presets);
  middle->addLayout(left);
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
  connect(m_variables, &VariablesPage::renamed, this, &ConfigurationDialog::renameInFields);
  connect(m_variables, &VariablesPage::renamed, m_inputs, &InputsPage::rename);
  connect(m_inputs, &InputsPage::changed, this, &ConfigurationDialog::review);
  load();
  m_list->setCurrentRow(0);
  resize(820, 660);
}

void ConfigurationDialog::buildPages(const std::shared_ptr<CompiledModels>& models) {
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
  for (const auto& [title, page] : pages) page.first->addRow(m_idle[page.second] = new IdleSettings);
  m_jacobian = new JacobianView(models, [this] { return draft(); });
  pages.at("Jacobian").first->addRow(m_jacobian);
  m_conserved = new ConservedList(models, [this] { return draft(); });
  pages.at("Projection").first->addRow(QString(), m_conserved);
  for (QWidget* widget : m_jacobian->findChildren<QWidget*>())
    if (!widget->whatsThis().isEmpty()) widget->installEventFilter(this);
  m_list->addItem(tr("Variables"));
  m_pages->addWidget(m_variables);
  m_list->addItem(tr("Inputs"));
  m_pages->addWidget(m_inputs);
  m_list->addItem(tr("Logged signals"));
  m_pages->addWidget(m_logged);
}

void ConfigurationDialog::load() {
  for (const Field& field : m_fields) {
    const auto it = m_document.diagram().settings.find(std::string(field.spec->name));
    setText(field.editor->objectName(),
            it == m_document.diagram().settings.end() ? QString() : QString::fromStdString(it->second));
  }
  review();
}

static QString withoutBlankEnd(QString text) {
  while (!text.isEmpty() && text.back().isSpace()) text.chop(1);
  return text;
}

QString ConfigurationDialog::text(const QString& setting) const {
  const Field field = m_fields.value(setting);
  QString text;
  if (auto* edit = qobject_cast<QLineEdit*>(field.editor))
    text = edit->text().trimmed();
  else if (auto* lines = qobject_cast<QPlainTextEdit*>(field.editor))
    text = withoutBlankEnd(lines->toPlainText());
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
  } else if (auto* lines = qobject_cast<QPlainTextEdit*>(field.editor)) {
    if (lines->toPlainText() != text) lines->setPlainText(text);
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

void ConfigurationDialog::renameInFields(const QString& from, const QString& to) {
  for (const Field& field : m_fields)
    if (const QString old = text(field.editor->objectName());
        !old.isEmpty() && sim::names_variables(*field.spec))
      setText(field.editor->objectName(), QString::fromStdString(sim::expr::with_renamed(
                                              old.toStdString(), from.toStdString(), to.toStdString())));
}

// Times are in seconds; where the model shows them in another unit, they are told in that too.
QString ConfigurationDialog::withTimeUnit(const sim::SettingSpec& spec, const QString& given,
                                          const sim::expr::Scope& variables, const QString& note) const {
  const sim::TimeUnit unit = sim::time_unit(text(QStringLiteral("TimeUnit")).toStdString());
  if (spec.unit != "s" || unit.seconds == 1) return note;
  const std::string expression = given.isEmpty() ? std::string(spec.default_value) : given.toStdString();
  const auto value = sim::setting_value(spec, expression, variables);
  const auto seconds = value && *value ? (*value)->as_scalar() : std::nullopt;
  if (!seconds || !std::isfinite(*seconds)) return note;
  return QStringLiteral("%1 = %2 %3")
      .arg(note, QString::fromStdString(sim::told(unit.shown(*seconds))), QString::fromStdString(unit.name))
      .trimmed();
}

// A number says what it is; an expression is followed by its value, a wrong one by what is wrong.
void ConfigurationDialog::reviewField(Field& field, const sim::expr::Scope& variables) {
  const Theme theme = Theme::current(palette());
  const QString given = text(field.editor->objectName());
  QString note;
  field.problem.clear();
  if (!given.isEmpty()) {
    const auto value = sim::setting_value(*field.spec, given.toStdString(), variables);
    if (!value) field.problem = inLine(value.error());
    if (value && *value && (*value)->as_scalar() && !sim::parse_number(given.toStdString()))
      note = QStringLiteral("= %1 %2")
                 .arg(QString::fromStdString(sim::told(*(*value)->as_scalar())), toQString(field.spec->unit))
                 .trimmed();
  }
  if (field.problem.isEmpty()) note = withTimeUnit(*field.spec, given, variables, note);
  if (field.spec->name == "Solver")
    if (const sim::Method* method = chosenMethod()) note = toQString(method->advice);
  offerToDefine(field, field.problem.isEmpty() ? std::vector<std::string>()
                                               : sim::expr::unknown_names(given.toStdString(), variables));
  field.note->setText(field.problem.isEmpty() ? note : field.problem);
  field.note->setStyleSheet(
      QStringLiteral("color: %1").arg((field.problem.isEmpty() ? theme.hint : theme.error).name()));
}

// Into the page of variables, where it is one of the changes of this dialog.
void ConfigurationDialog::offerToDefine(Field& field, const std::vector<std::string>& unknown) {
  if (!field.define) return;
  const QString name = unknown.empty() ? QString() : QString::fromStdString(unknown.front());
  field.define->setText(defineText(name));
  field.define->setProperty("unknown", name);
  field.define->setVisible(!name.isEmpty());
}

void ConfigurationDialog::review() {
  const sim::Diagram model = draft();
  const sim::expr::Workspace workspace = sim::model_workspace(model);
  const sim::expr::WorkspaceScope variables(workspace);
  for (Field& field : m_fields) reviewField(field, variables);
  reviewCallBacks(model);
  showWhatApplies();
  markChanges();
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
  QMap<QWidget*, QList<IdleSettings::Setting>> unused;
  for (const sim::SettingSpec& spec : sim::all_settings()) {
    const Field& field = m_fields[toQString(spec.name)];
    const auto idle = sim::why_idle(spec.name, *method, formula);
    field.row->setEnabled(!idle);
    setRowShown(*field.form, *field.row, !idle);
    if (!idle) continue;
    const QString given = text(toQString(spec.name));
    unused[field.page].append({toQString(spec.label),
                               given.isEmpty() ? QString() : choiceText(spec.name, given.toStdString()),
                               QString::fromStdString(idle->reason)});
  }
  for (auto it = m_idle.begin(); it != m_idle.end(); ++it)
    it.value()->show(toQString(method->name), unused.value(it.key()));
}

// What Apply would change stands in bold.
void ConfigurationDialog::markChanges() {
  for (auto it = m_fields.begin(); it != m_fields.end(); ++it) {
    const auto now = m_document.diagram().settings.find(it.key().toStdString());
    const QString before =
        now == m_document.diagram().settings.end() ? QString() : QString::fromStdString(now->second);
    const bool isDefault = before == toQString(it->spec->default_value);
    QFont font = it->label->font();
    font.setBold(text(it.key()) != (isDefault ? QString() : before));
    it->label->setFont(font);
  }
}

Settings ConfigurationDialog::settings() const {
  Settings all;
  for (auto it = m_fields.begin(); it != m_fields.end(); ++it)
    if (const QString given = text(it.key()); !given.isEmpty())
      all[it.key().toStdString()] = given.toStdString();
  return all;
}

void ConfigurationDialog::take(const QMap<QString, QString>& settings) {
  for (auto it = settings.begin(); it != settings.end(); ++it) setText(it.key(), it.value());
  QStringList names;
  for (auto it = settings.begin(); it != settings.end(); ++it)
    if (const auto field = m_fields.find(it.key()); field != m_fields.end())
      names << toQString(field->spec->label);
  m_help->setText(tr("Changed, in bold until they are applied: %1.").arg(names.join(tr(", "))));
}

void ConfigurationDialog::setLastRun(const sim::RunStatistics& statistics, const Settings& settings) {
  m_jacobian->setLastRun(statistics);
  m_lastRun = {{tr("The last run"), tr("The settings that the last run of this model had."), settings}};
}

void ConfigurationDialog::compare(int preset) {
  std::vector<OtherConfiguration> others = m_presets->presets();
  others.insert(others.end(), m_lastRun.begin(), m_lastRun.end());
  const int shown = preset >= 0 ? preset : m_lastRun.empty() ? 0 : static_cast<int>(others.size()) - 1;
  others.insert(others.end(), m_keptRuns.begin(), m_keptRuns.end());
  ConfigurationComparison comparison(settings(), std::move(others), shown, this);
  if (comparison.exec() == QDialog::Accepted) take(comparison.taken());
}

sim::Edit ConfigurationDialog::edit(const std::function<sim::Id()>& newId) const {
  sim::Edit edit{tr("Change Configuration").toStdString(), {}};
  sim::Diagram model = m_document.diagram();
  m_variables->addChanges(model, edit, newId);
  const auto& settings = model.settings;
  for (auto it = m_fields.begin(); it != m_fields.end(); ++it) {
    const std::string name = it.key().toStdString(), wanted = text(it.key()).toStdString();
    const auto now = settings.find(name);
    if (wanted.empty() && now != settings.end())
      edit.set_setting(name, std::nullopt);
    else if (!wanted.empty() && (now == settings.end() || now->second != wanted))
      edit.set_setting(name, wanted);
  }
  sim::Edit ofInputs;
  m_inputs->addChanges(model, ofInputs);
  sim::apply(model, ofInputs);
  edit.changes.insert(edit.changes.end(), ofInputs.changes.begin(), ofInputs.changes.end());
  m_logged->addChanges(model, edit);
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
  m_inputs->load();
  m_logged->load();
  markChanges();
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
