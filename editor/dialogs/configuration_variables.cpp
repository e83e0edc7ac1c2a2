#include "editor/dialogs/configuration_variables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSet>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <map>

#include "editor/document/define_variable.h"
#include "editor/document/shown_value.h"
#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"
#include "sim_core/interfaces/variable_names.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

// The last name of the row that could be one: the name of its uses.
constexpr int usedName = Qt::UserRole + 1;

VariablesPage::VariablesPage(DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_table(new QTableWidget(this)),
      m_define(new QPushButton(this)) {
  m_table->setObjectName(QStringLiteral("variablesTable"));
  m_table->setAccessibleName(tr("Variables"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels(
      {tr("Name"), tr("Expression"), tr("Value"), tr("Unit"), tr("Description")});
  m_table->verticalHeader()->hide();
  const int character = fontMetrics().averageCharWidth();
  for (const auto& [column, characters] : {std::pair{Name, 14}, {Expression, 20}, {Value, 20}, {Unit, 10}})
    m_table->setColumnWidth(column, characters * character);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->setWordWrap(false);  // what is longer than its cell is in the tool tip
  auto* add = new QPushButton(tr("&Add"));
  add->setObjectName(QStringLiteral("addVariable"));
  auto* remove = new QPushButton(tr("&Remove"));
  remove->setObjectName(QStringLiteral("removeVariable"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(add);
  m_define->setObjectName(QStringLiteral("defineVariable"));
  m_define->hide();
  buttons->addWidget(remove);
  buttons->addWidget(m_define);
  buttons->addStretch();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 4, 0, 4);
  layout->addWidget(m_table, 1);
  layout->addLayout(buttons);
  connect(add, &QPushButton::clicked, this, [this] {
    m_table->setCurrentCell(addVariable(), Name);
    m_table->editItem(m_table->currentItem());
  });
  connect(remove, &QPushButton::clicked, this, [this] { removeRow(m_table->currentRow()); });
  connect(m_define, &QPushButton::clicked, this,
          [this] { define(m_define->property("unknown").toString()); });
  connect(m_table, &QTableWidget::currentItemChanged, this, &VariablesPage::offerToDefine);
  connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (item->column() == Name) takeName(item->row());
    review();
    emit changed();
  });
  load();
}

void VariablesPage::load() {
  const QSignalBlocker quiet(m_table);
  m_table->setRowCount(0);
  for (const auto& [id, variable] : m_document.diagram().variables) appendRow(id, variable);
  review();
}

void VariablesPage::appendRow(sim::Id id, const sim::Variable& variable) {
  const int row = m_table->rowCount();
  m_table->insertRow(row);
  const std::string* texts[] = {&variable.name, &variable.expression, nullptr, &variable.unit,
                                &variable.description};
  for (int column = 0; column < ColumnCount; ++column) {
    auto* item = new QTableWidgetItem(texts[column] ? QString::fromStdString(*texts[column]) : QString());
    if (column == Value) item->setFlags(item->flags() & ~Qt::ItemIsEditable);
    m_table->setItem(row, column, item);
  }
  m_table->item(row, Name)->setData(Qt::UserRole, QVariant::fromValue<qulonglong>(sim::to_number(id)));
  m_table->item(row, Name)->setData(usedName, QString::fromStdString(variable.name));
}

// A new name that can be one is that of all uses from now on, those in this table at once.
void VariablesPage::takeName(int row) {
  const QString from = m_table->item(row, Name)->data(usedName).toString(), to = cell(row, Name);
  bool taken = false;
  for (int other = 0; other < rowCount(); ++other) taken |= other != row && cell(other, Name) == to;
  if (from == to || taken || !sim::expr::is_name(to.toStdString())) return;
  const QSignalBlocker quiet(m_table);
  m_table->item(row, Name)->setData(usedName, to);
  if (idOf(row) == sim::no_id) return;  // nothing uses it yet
  for (int other = 0; other < rowCount(); ++other)
    setCell(other, Expression,
            QString::fromStdString(sim::expr::with_renamed(cell(other, Expression).toStdString(),
                                                           from.toStdString(), to.toStdString())));
  emit renamed(from, to);
}

void VariablesPage::define(const QString& name) {
  const int row = addVariable();
  setCell(row, Name, name);
  setCell(row, Expression, QStringLiteral("1"));
}

void VariablesPage::offerToDefine() {
  const int row = m_table->currentRow();
  const sim::expr::Workspace variables = workspace();
  const auto unknown = row < 0 ? std::vector<std::string>()
                               : sim::expr::unknown_names(cell(row, Expression).toStdString(),
                                                          sim::expr::WorkspaceScope(variables));
  const QString name = unknown.empty() ? QString() : QString::fromStdString(unknown.front());
  m_define->setProperty("unknown", name);
  m_define->setText(defineText(name));
  m_define->setVisible(!name.isEmpty());
}

sim::Id VariablesPage::idOf(int row) const {
  return sim::Id{m_table->item(row, Name)->data(Qt::UserRole).toULongLong()};
}

int VariablesPage::rowCount() const { return m_table->rowCount(); }
QString VariablesPage::cell(int row, Column column) const {
  return m_table->item(row, column)->text().trimmed();
}
void VariablesPage::setCell(int row, Column column, const QString& text) {
  m_table->item(row, column)->setText(text);
}

int VariablesPage::addVariable() {
  QSet<QString> taken;
  for (int row = 0; row < rowCount(); ++row) taken.insert(cell(row, Name));
  QString name = QStringLiteral("a");
  for (int k = 1; taken.contains(name); ++k) name = QStringLiteral("a%1").arg(k);
  {
    const QSignalBlocker quiet(m_table);
    appendRow(sim::no_id, {name.toStdString(), "0", {}, {}, {}});
    review();
  }
  emit changed();
  return rowCount() - 1;
}

void VariablesPage::removeRow(int row) {
  if (row < 0 || row >= rowCount()) return;
  m_table->removeRow(row);
  review();
  emit changed();
}

sim::expr::Workspace VariablesPage::workspace() const {
  sim::Diagram outside;  // what the variables see besides one another
  outside.settings = m_document.diagram().settings;
  outside.access = m_document.diagram().access;
  sim::expr::Workspace workspace(
      std::make_shared<const sim::expr::Workspace>(sim::variables_workspace(outside)));
  for (int row = 0; row < rowCount(); ++row)
    workspace.define(cell(row, Name).toStdString(), cell(row, Expression).toStdString());
  return workspace;
}

void VariablesPage::review() {
  const QSignalBlocker quiet(m_table);
  const Theme theme = Theme::current(palette());
  const sim::expr::Workspace variables = workspace();
  const sim::expr::WorkspaceScope scope(variables);
  QSet<QString> seen;
  m_valid = true;
  for (int row = 0; row < rowCount(); ++row) {
    const QString name = cell(row, Name);
    QString shown, problem;
    if (!sim::expr::is_name(name.toStdString()))
      problem = tr("a name is letters, digits and _, and begins with no digit");
    else if (seen.contains(name))
      problem = tr("duplicate name");
    seen.insert(name);
    if (!problem.isEmpty())
      m_valid = false;
    else if (const auto value = sim::expr::evaluate_any(cell(row, Expression).toStdString(), scope))
      shown = shownValue(*value);
    else
      problem = QString::fromStdString(value.error().message);
    QTableWidgetItem* item = m_table->item(row, Value);
    item->setText(problem.isEmpty() ? shown : problem);
    for (int column = 0; column < ColumnCount; ++column)
      m_table->item(row, column)->setToolTip(plainTip(m_table->item(row, column)->text()));
    item->setForeground(problem.isEmpty() ? theme.hint : theme.error);
  }
  sim::Diagram model = m_valid ? m_document.diagram() : sim::Diagram();
  sim::Edit edit;
  if (const auto why = m_valid ? rename(model, edit) : std::nullopt) {
    m_valid = false;
    for (int row = 0; row < rowCount(); ++row)
      if (const auto old = m_document.diagram().variables.find(idOf(row));
          old != m_document.diagram().variables.end() && old->second.name != cell(row, Name).toStdString()) {
        m_table->item(row, Value)->setText(QString::fromStdString(why->message + "; " + why->remedy));
        m_table->item(row, Value)->setForeground(theme.error);
      }
  }
  offerToDefine();
}

// Removes what is not in the table any more, then gives the others their names. By way of names that nobody
// has where there are several, for two may exchange theirs.
std::optional<sim::Diagnostic> VariablesPage::rename(sim::Diagram& model, sim::Edit& edit) const {
  const auto take = [&](const sim::Edit& step) {
    sim::apply(model, step);
    edit.changes.insert(edit.changes.end(), step.changes.begin(), step.changes.end());
  };
  std::map<sim::Id, std::string> wanted;
  for (int row = 0; row < rowCount(); ++row) wanted[idOf(row)] = cell(row, Name).toStdString();
  sim::Edit gone;
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [id, variable] : model.variables) {
    const auto kept = wanted.find(id);
    if (kept == wanted.end())
      gone.remove<sim::Variable>(id);
    else if (kept->second != variable.name)
      names.emplace_back(variable.name, kept->second);
  }
  take(gone);
  std::vector<std::pair<std::string, std::string>> steps = names;
  if (names.size() > 1) {
    steps.clear();
    for (std::size_t k = 0; k < names.size(); ++k)
      steps.emplace_back(names[k].first, "renamed__" + std::to_string(k));
    for (std::size_t k = 0; k < names.size(); ++k) steps.emplace_back(steps[k].second, names[k].second);
  }
  const auto isName = sim::variable_names_of(m_document.library());
  for (const auto& [from, to] : steps) {
    const auto renamed = sim::rename_variable(model, sim::no_id, from, to, isName);
    if (!renamed) return renamed.error();
    take(*renamed);
  }
  return std::nullopt;
}

void VariablesPage::addChanges(sim::Diagram& model, sim::Edit& edit,
                               const std::function<sim::Id()>& newId) const {
  rename(model, edit);
  sim::Edit texts;
  for (int row = 0; row < rowCount(); ++row) {
    const sim::Id id = idOf(row);
    const auto now = model.variables.find(id);
    sim::Variable wanted = now == model.variables.end() ? sim::Variable{} : now->second;
    wanted.name = cell(row, Name).toStdString();
    wanted.expression = cell(row, Expression).toStdString();
    wanted.unit = cell(row, Unit).toStdString();
    wanted.description = cell(row, Description).toStdString();
    if (now == model.variables.end())
      texts.set(newId(), wanted);
    else if (!(wanted == now->second))
      texts.set(id, wanted);
  }
  sim::apply(model, texts);
  edit.changes.insert(edit.changes.end(), texts.changes.begin(), texts.changes.end());
}

}  // namespace fluxion
