#include "editor/explorer/variables_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "editor/explorer/table_page.h"
#include "editor/explorer/variable_table.h"
#include "editor/plain_text.h"

namespace fluxion {

// As the block's dialog calls it.
static QString labelOf(const sim::BlockType* type, const std::string& parameter) {
  const int index = type ? type->parameter_index(parameter) : -1;
  return QString::fromStdString(index < 0 ? parameter
                                          : type->parameters[static_cast<std::size_t>(index)].label);
}

using In = sim::VariableUse::In;

VariablesPanel::VariablesPanel(DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_variables(new VariableTable(document, this)),
      m_page(new TablePage(tr("Variables"), QStringLiteral("explorerVariables"), this)),
      m_remove(new QPushButton(tr("Remove"), this)),
      m_uses(new QTreeWidget(this)),
      m_ask([this](const QString& question) { return askYesNo(this, tr("Fluxion"), question); }) {
  m_page->filterField().setPlaceholderText(tr("Filter: k, uses:unused, unit:kg"));
  auto* add = new QPushButton(tr("Add"), this);
  add->setObjectName(QStringLiteral("explorerAddVariable"));
  m_remove->setObjectName(QStringLiteral("explorerRemoveVariable"));
  m_page->top()->addWidget(add);
  m_page->top()->addWidget(m_remove);
  m_uses->setObjectName(QStringLiteral("explorerUses"));
  m_uses->setAccessibleName(tr("Uses of the variable"));
  m_uses->setHeaderLabels({tr("Used in"), tr("Where"), tr("Text")});
  m_uses->setRootIsDecorated(false);
  m_uses->setUniformRowHeights(true);
  m_uses->setFrameShape(QFrame::NoFrame);
  m_uses->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->addWidget(m_page);
  splitter->addWidget(m_uses);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter);
  m_page->setTable(m_variables, {14, 22, 22, 10, 30, 8});
  connect(add, &QPushButton::clicked, this, &VariablesPanel::add);
  connect(m_remove, &QPushButton::clicked, this, &VariablesPanel::remove);
  connect(m_page, &TablePage::selectionChanged, this, &VariablesPanel::listUses);
  connect(m_variables, &QAbstractItemModel::dataChanged, this, &VariablesPanel::listUses);
  connect(m_page, &TablePage::rowActivated, this, [this] {
    if (m_uses->topLevelItemCount() > 0) m_uses->setFocus();
  });
  connect(m_uses, &QTreeWidget::itemActivated, this, &VariablesPanel::follow);
  connect(m_uses, &QTreeWidget::itemClicked, this, &VariablesPanel::follow);
  listUses();
}

void VariablesPanel::update(const sim::Edit& edit) { m_variables->update(edit); }

void VariablesPanel::rebuild() { m_variables->rebuild(); }

void VariablesPanel::add() {
  m_page->filterField().clear();
  m_page->filter().setFilter({});
  const int row = m_variables->rowOf(m_variables->add());
  if (row < 0) return;
  m_page->selectRow(row, VariableTable::Name);
  m_page->view().setFocus();
  m_page->view().edit(m_page->view().currentIndex());
}

void VariablesPanel::remove() {
  const std::vector<int> rows = m_page->selectedRows();
  QStringList used;
  for (int row : rows)
    if (const auto count = m_variables->usesOf(row).size(); count > 0)
      used += count == 1
                  ? tr("%1 is used in 1 place.").arg(QString::fromStdString(m_variables->variable(row).name))
                  : tr("%1 is used in %2 places.")
                        .arg(QString::fromStdString(m_variables->variable(row).name))
                        .arg(count);
  if (used.size() > 8) used = used.mid(0, 8) << tr("And %1 more.").arg(used.size() - 8);
  if (!used.isEmpty() && !m_ask(used.join(u'\n') + QStringLiteral("\n\n") + tr("Remove all the same?")))
    return;
  m_variables->remove(rows);
}

void VariablesPanel::listUses() {
  m_remove->setEnabled(!m_page->selectedRows().empty());
  m_uses->clear();
  const int row = m_page->currentRow();
  if (row < 0) return;
  constexpr std::size_t most = 2000;
  const auto& uses = m_variables->usesOf(row);
  const sim::Diagram& diagram = m_document.diagram();
  for (std::size_t k = 0; k < std::min(uses.size(), most); ++k) {
    const sim::VariableUse& use = uses[k];
    const QString key = QString::fromStdString(use.key);
    QString place, where, text;
    if (use.where == In::Variable) {
      place = key, where = tr("variable");
      text = QString::fromStdString(diagram.variables.at(use.element).expression);
    } else if (use.where == In::Setting) {
      place = tr("Configuration"), where = key;
      text = QString::fromStdString(diagram.settings.at(use.key));
    } else {
      const sim::Block& block = diagram.blocks.at(use.element);
      place = QString::fromStdString(sim::block_path(diagram, use.element));
      const bool mask = use.where == In::MaskParameter;
      where = mask                                  ? tr("mask parameter %1").arg(key)
              : use.where == In::MaskInitialization ? tr("mask initialization")
              : use.where == In::MaskLooks          ? tr("dialog or icon of the mask")
                                                    : labelOf(m_document.typeOf(use.element), use.key);
      if (use.where == In::Parameter) text = QString::fromStdString(block.parameters.at(use.key));
      if (use.where == In::MaskInitialization) text = QString::fromStdString(block.mask->initialization);
      for (const sim::MaskParameter& parameter :
           mask ? block.mask->parameters : std::vector<sim::MaskParameter>())
        if (parameter.name == use.key) text = QString::fromStdString(parameter.expression);
    }
    auto* item = new QTreeWidgetItem(m_uses, {place, where, text.simplified().left(200)});
    item->setData(0, Qt::UserRole, QVariant::fromValue<qulonglong>(sim::to_number(use.element)));
    item->setData(1, Qt::UserRole, static_cast<int>(use.where));
    item->setData(2, Qt::UserRole, key);
  }
}

void VariablesPanel::follow() {
  const QTreeWidgetItem* item = m_uses->currentItem();
  if (!item) return;
  const auto where = static_cast<In>(item->data(1, Qt::UserRole).toInt());
  const qulonglong id = item->data(0, Qt::UserRole).toULongLong();
  if (where == In::Setting) return emit settingRequested(item->data(2, Qt::UserRole).toString());
  if (where != In::Variable) return emit elementRequested(sim::Id{id});
  if (const int row = m_variables->rowOf(QString::number(id)); row >= 0)
    m_page->selectRow(row, VariableTable::Name);
}

}  // namespace fluxion
