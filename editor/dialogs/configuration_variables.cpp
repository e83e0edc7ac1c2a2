#include "editor/dialogs/configuration_variables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <set>

#include "editor/plain_text.h"
#include "editor/theme.h"

namespace fluxion {

VariablesPage::VariablesPage(DiagramDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_table(new QTableWidget(this)) {
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
  buttons->addWidget(remove);
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
  connect(m_table, &QTableWidget::itemChanged, this, [this] {
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
  sim::expr::Workspace workspace;
  for (int row = 0; row < rowCount(); ++row)
    workspace.define(cell(row, Name).toStdString(), cell(row, Expression).toStdString());
  return workspace;
}

void VariablesPage::review() {
  static const QRegularExpression identifier(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
  const QSignalBlocker quiet(m_table);
  const Theme theme = Theme::current(palette());
  const sim::expr::Workspace variables = workspace();
  const sim::expr::WorkspaceScope scope(variables);
  QSet<QString> seen;
  m_valid = true;
  for (int row = 0; row < rowCount(); ++row) {
    const QString name = cell(row, Name);
    QString shown, problem;
    if (!identifier.match(name).hasMatch())
      problem = tr("a name is letters, digits and _, and begins with no digit");
    else if (seen.contains(name))
      problem = tr("the name stands twice");
    seen.insert(name);
    if (!problem.isEmpty())
      m_valid = false;
    else if (const auto value = sim::expr::evaluate(cell(row, Expression).toStdString(), scope))
      shown = QString::fromStdString(sim::expr::to_text(*value));
    else
      problem = QString::fromStdString(value.error().message);
    QTableWidgetItem* item = m_table->item(row, Value);
    item->setText(problem.isEmpty() ? shown : problem);
    for (int column = 0; column < ColumnCount; ++column)
      m_table->item(row, column)->setToolTip(plainTip(m_table->item(row, column)->text()));
    item->setForeground(problem.isEmpty() ? theme.hint : theme.error);
  }
}

void VariablesPage::addChanges(sim::Edit& edit, const std::function<sim::Id()>& newId) const {
  const auto& now = m_document.diagram().variables;
  std::set<sim::Id> kept;
  for (int row = 0; row < rowCount(); ++row) {
    const sim::Id id = idOf(row);
    const auto it = now.find(id);
    sim::Variable wanted = it == now.end() ? sim::Variable{} : it->second;
    wanted.name = cell(row, Name).toStdString();
    wanted.expression = cell(row, Expression).toStdString();
    wanted.unit = cell(row, Unit).toStdString();
    wanted.description = cell(row, Description).toStdString();
    if (it != now.end()) kept.insert(id);
    if (it == now.end())
      edit.set(newId(), wanted);
    else if (!(wanted == it->second))
      edit.set(id, wanted);
  }
  for (const auto& [id, variable] : now)
    if (!kept.contains(id)) edit.remove<sim::Variable>(id);
}

}  // namespace fluxion
