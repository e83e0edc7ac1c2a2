#include "editor/dialogs/configuration_inputs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <map>

#include "sim_core/expr/name_places.h"
#include "sim_core/interfaces/model_inputs.h"

namespace fluxion {

InputsPage::InputsPage(DiagramDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_table(new QTableWidget(this)) {
  m_table->setObjectName(QStringLiteral("inputsTable"));
  m_table->setAccessibleName(tr("Inputs of the model"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Inport"), tr("Expression of t, or table")});
  m_table->verticalHeader()->hide();
  m_table->setColumnWidth(Name, fontMetrics().averageCharWidth() * 20);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  auto* hint = new QLabel(tr(
      "An expression of the time, such as sin(2*t) or t > 1 ? 5 : 0, or a CSV or MAT file with the time: its "
      "column with the name of the Inport is played, else all of them. Empty: zero."));
  hint->setTextFormat(Qt::PlainText);
  hint->setWordWrap(true);
  auto* choose = new QPushButton(tr("Choose &Table..."));
  choose->setObjectName(QStringLiteral("chooseInputTable"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(choose);
  buttons->addStretch();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 4, 0, 4);
  layout->addWidget(hint);
  layout->addWidget(m_table, 1);
  layout->addLayout(buttons);
  connect(choose, &QPushButton::clicked, this, &InputsPage::chooseTable);
  connect(m_table, &QTableWidget::itemChanged, this, &InputsPage::changed);
  load();
  choose->setEnabled(rowCount() > 0);
}

void InputsPage::load() {
  const QSignalBlocker quiet(m_table);
  m_table->setRowCount(0);
  for (const sim::ModelInput& input : sim::model_inputs(m_document.diagram())) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto* name = new QTableWidgetItem(QString::fromStdString(input.name));
    name->setData(Qt::UserRole, QVariant::fromValue<qulonglong>(sim::to_number(input.block)));
    name->setFlags(name->flags() & ~Qt::ItemIsEditable);
    m_table->setItem(row, Name, name);
    m_table->setItem(row, Given, new QTableWidgetItem(QString::fromStdString(input.given)));
  }
  if (rowCount() > 0) m_table->setCurrentCell(0, Given);
}

void InputsPage::setGiven(int row, const QString& text) { m_table->item(row, Given)->setText(text); }
QString InputsPage::given(int row) const { return m_table->item(row, Given)->text().trimmed(); }
int InputsPage::rowCount() const { return m_table->rowCount(); }

void InputsPage::rename(const QString& from, const QString& to) {
  for (int row = 0; row < rowCount(); ++row)
    if (const std::string text = given(row).toStdString(); !sim::names_table(text))
      setGiven(row,
               QString::fromStdString(sim::expr::with_renamed(text, from.toStdString(), to.toStdString())));
}

void InputsPage::chooseTable() {
  const int row = m_table->currentRow();
  if (row < 0) return;
  const QString folder =
      m_document.home().isEmpty() ? QString() : QFileInfo(m_document.home()).absolutePath();
  const QString file = QFileDialog::getOpenFileName(this, tr("Table of an Input"), folder,
                                                    tr("Tables (*.csv *.tsv *.txt *.mat);;All files (*)"));
  if (!file.isEmpty()) setGiven(row, file);
}

// What has not been touched keeps its own choice of columns.
void InputsPage::addChanges(const sim::Diagram& base, sim::Edit& edit) const {
  std::map<qulonglong, int> rows;
  for (int row = 0; row < rowCount(); ++row)
    rows[m_table->item(row, Name)->data(Qt::UserRole).toULongLong()] = row;
  for (const sim::ModelInput& input : sim::model_inputs(base)) {
    const auto row = rows.find(sim::to_number(input.block));
    const std::string wanted = row == rows.end() ? input.given : given(row->second).toStdString();
    if (wanted == input.given) continue;
    sim::Block block = base.blocks.at(input.block);
    for (const auto& [parameter, text] : sim::model_input_parameters(wanted))
      if (text.empty())
        block.parameters.erase(parameter);
      else
        block.parameters[parameter] = text;
    edit.set(input.block, std::move(block));
  }
}

}  // namespace fluxion
