#include "editor/explorer/signals_panel.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include "editor/explorer/signal_properties_table.h"
#include "editor/explorer/table_page.h"

namespace fluxion {

SignalsPanel::SignalsPanel(DiagramDocument& document, QWidget* parent)
    : QWidget(parent),
      m_signals(new SignalPropertiesTable(document, this)),
      m_page(new TablePage(tr("Signals"), QStringLiteral("explorerSignals"), this)) {
  m_page->filterField().setPlaceholderText(tr("Filter: speed, logged:on, unit:m/s, from:Plant"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_page);
  m_page->setTable(m_signals, {26, 18, 8, 10, 10, 12, 12, 24});
  connect(m_page, &TablePage::rowActivated, this,
          [this](int row) { emit elementRequested(m_signals->blockOf(row)); });
}

void SignalsPanel::update(const sim::Edit& edit) { m_signals->update(edit); }

void SignalsPanel::rebuild() { m_signals->rebuild(); }

}  // namespace fluxion
