#include "editor/explorer/settings_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "editor/explorer/setting_table.h"
#include "editor/explorer/table_page.h"

namespace fluxion {

SettingsPanel::SettingsPanel(DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_settings(new SettingTable(document, this)),
      m_page(new TablePage(tr("Settings"), QStringLiteral("explorerSettings"), this)),
      m_onlyChanged(new QCheckBox(tr("Only changed ones"), this)) {
  m_onlyChanged->setObjectName(QStringLiteral("explorerOnlyChanged"));
  m_page->filterField().setPlaceholderText(tr("Filter: tolerance, page:solver"));
  auto* reset = new QPushButton(tr("Reset to Default"), this);
  reset->setObjectName(QStringLiteral("explorerResetSettings"));
  m_page->top()->insertWidget(1, m_onlyChanged);
  m_page->top()->addWidget(reset);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_page);
  m_page->setTable(m_settings, {14, 30, 24, 18, 14, 14});
  connect(m_onlyChanged, &QCheckBox::toggled, m_settings, &SettingTable::setOnlyChanged);
  connect(reset, &QPushButton::clicked, this, [this] { m_settings->reset(m_page->selectedRows()); });
  connect(m_page, &TablePage::selectionChanged, this,
          [this, reset] { reset->setEnabled(!m_page->selectedRows().empty()); });
  reset->setEnabled(false);
}

void SettingsPanel::update(const sim::Edit& edit) { m_settings->update(edit); }

void SettingsPanel::rebuild() { m_settings->rebuild(); }

void SettingsPanel::showSetting(const QString& name) {
  m_onlyChanged->setChecked(false);
  m_page->filterField().clear();
  m_page->filter().setFilter({});
  if (const int row = m_settings->rowOf(name); row >= 0) m_page->selectRow(row, SettingTable::Text);
}

}  // namespace fluxion
