#include "editor/dialogs/configuration_signals.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <set>

#include "sim_core/diagram/signal_properties.h"

namespace fluxion {

LoggedSignalsPage::LoggedSignalsPage(DiagramDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_table(new QTableWidget(this)) {
  m_table->setObjectName(QStringLiteral("loggedSignalsTable"));
  m_table->setAccessibleName(tr("Logged signals"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Signal"), tr("From")});
  m_table->verticalHeader()->hide();
  m_table->setColumnWidth(Signal, fontMetrics().averageCharWidth() * 32);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  auto* hint = new QLabel(tr("Signals with a check are recorded without a scope, and listed with the run in "
                             "the Runs dock. Here are "
                             "those that have a name or are logged; the menu of a line logs any other."),
                          this);
  hint->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 4, 0, 4);
  layout->addWidget(hint);
  layout->addWidget(m_table, 1);
  connect(m_table, &QTableWidget::itemChanged, this, &LoggedSignalsPage::changed);
  load();
}

void LoggedSignalsPage::load() {
  const QSignalBlocker quiet(m_table);
  const sim::Diagram& diagram = m_document.diagram();
  m_table->setRowCount(0);
  m_outputs.clear();
  for (const auto& [id, block] : diagram.blocks) {
    std::set<int> ports;
    for (const auto& [port, name] : block.signal_names)
      if (!name.empty()) ports.insert(port);
    for (const auto& [port, properties] : sim::signal_properties(block)) ports.insert(port);
    for (const int port : ports) {
      const auto named = block.signal_names.find(port);
      const std::string path = sim::block_path(diagram, id);
      const std::string name =
          named == block.signal_names.end() || named->second.empty() ? block.name : named->second;
      const int row = m_table->rowCount();
      m_table->insertRow(row);
      auto* signal = new QTableWidgetItem(QString::fromStdString(name));
      signal->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      signal->setCheckState(sim::signal_properties(block, port).logged ? Qt::Checked : Qt::Unchecked);
      auto* from = new QTableWidgetItem(QString::fromStdString(path));
      from->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      m_table->setItem(row, Signal, signal);
      m_table->setItem(row, From, from);
      m_outputs.push_back({id, port});
    }
  }
}

int LoggedSignalsPage::rowCount() const { return m_table->rowCount(); }
void LoggedSignalsPage::setLogged(int row, bool logged) {
  m_table->item(row, Signal)->setCheckState(logged ? Qt::Checked : Qt::Unchecked);
}
bool LoggedSignalsPage::isLogged(int row) const {
  return m_table->item(row, Signal)->checkState() == Qt::Checked;
}

void LoggedSignalsPage::addChanges(sim::Diagram& model, sim::Edit& edit) const {
  for (int row = 0; row < rowCount(); ++row) {
    const sim::PortRef output = m_outputs[static_cast<std::size_t>(row)];
    const auto block = model.blocks.find(output.block);
    if (block == model.blocks.end()) continue;
    sim::SignalProperties properties = sim::signal_properties(block->second, output.port);
    if (properties.logged == isLogged(row)) continue;
    properties.logged = isLogged(row);
    const sim::Edit step = sim::change_signal(model, output, properties);
    sim::apply(model, step);
    edit.changes.insert(edit.changes.end(), step.changes.begin(), step.changes.end());
  }
}

}  // namespace fluxion
