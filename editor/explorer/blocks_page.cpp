#include "editor/explorer/blocks_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>
#include <map>

#include "editor/explorer/levels.h"
#include "editor/explorer/parameter_table.h"
#include "editor/explorer/table_page.h"
#include "editor/explorer/type_table.h"

namespace fluxion {

BlocksPage::BlocksPage(DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_parameters(new ParameterTable(document, this)),
      m_blocks(new TypeTable(document, this)),
      m_page(new TablePage(tr("Parameters"), QStringLiteral("parameters"), this)),
      m_nested(new QCheckBox(tr("With subsystems"), this)),
      m_types(new QComboBox(this)) {
  m_nested->setObjectName(QStringLiteral("explorerNested"));
  m_nested->setChecked(true);
  m_types->setObjectName(QStringLiteral("explorerTypes"));
  m_types->setAccessibleName(tr("Type of block"));
  m_types->setToolTip(tr("The blocks of one type have a row each, with a column for each parameter"));
  m_types->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_types->setMinimumContentsLength(18);
  m_page->filterField().setPlaceholderText(
      tr("Filter: 2*pi, type:gain, parameter:initial, path:\"Left wheel\""));
  m_page->top()->insertWidget(0, m_types);
  m_page->top()->insertWidget(2, m_nested);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_page);
  fillTypes();
  showType();
  connect(m_nested, &QCheckBox::toggled, this, [this] { setLevel(m_level); });
  connect(m_types, &QComboBox::currentIndexChanged, this, &BlocksPage::showType);
  connect(m_page, &TablePage::rowActivated, this,
          [this](int row) { emit elementRequested(m_page->table()->blockOf(row)); });
}

EditableTable* BlocksPage::shown() const {
  return m_types->currentIndex() > 0 ? static_cast<EditableTable*>(m_blocks) : m_parameters;
}

// The types there are on the level, with how many blocks.
void BlocksPage::fillTypes() {
  std::map<std::pair<QString, QString>, int> counts;  // label and id
  for (const LevelBlock& level : blocksOfLevel(m_document.diagram(), m_level, m_nested->isChecked())) {
    const sim::BlockType* type = m_document.typeOf(level.id);
    if (type && !type->parameters.empty())
      ++counts[{QString::fromStdString(type->label), QString::fromStdString(type->id)}];
  }
  const QSignalBlocker quiet(m_types);
  const QString chosen = m_types->currentData().toString();
  m_types->clear();
  m_types->addItem(tr("All types"));
  for (const auto& [type, count] : counts)
    m_types->addItem(tr("%1 (%2)").arg(type.first).arg(count), type.second);
  const int index = chosen.isEmpty() ? 0 : m_types->findData(chosen);
  m_types->setCurrentIndex(std::max(0, index));
  if (index < 0) showType();
}

void BlocksPage::showType() {
  const std::string type = m_types->currentData().toString().toStdString();
  m_blocks->setType(type);
  if (m_page->view().model() && m_page->table() == shown() && type.empty()) return;
  const QList<int> widths = type.empty() ? QList<int>{34, 18, 26, 24, 22, 10} : QList<int>{34};
  m_page->setTable(shown(), widths);
}

void BlocksPage::setLevel(sim::Id subsystem) {
  m_level = subsystem;
  rebuild();
}

void BlocksPage::rebuild() {
  fillTypes();
  m_parameters->setLevel(m_level, m_nested->isChecked());
  m_blocks->setLevel(m_level, m_nested->isChecked());
}

void BlocksPage::update(const sim::Edit& edit) {
  const int before = shown()->rowCount();
  m_parameters->update(edit);
  m_blocks->update(edit);
  if (shown()->rowCount() != before) fillTypes();
}

}  // namespace fluxion
