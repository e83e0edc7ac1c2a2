#include "editor/run_archive/signal_pairing.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace fluxion {

SignalPairing::SignalPairing(QWidget* parent) : QWidget(parent), m_inside(nullptr) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
}

static QString nameWithUnit(const sim::RunSignal& signal) {
  const QString name = QString::fromStdString(signal.name), unit = QString::fromStdString(signal.unit);
  return unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit);
}

// Only those with as many elements can belong together.
void SignalPairing::setSignals(const std::vector<sim::RunSignal>& ofTable,
                               const std::vector<sim::RunSignal>& ofRun) {
  m_ofRun = ofRun;
  m_rows.clear();
  delete m_inside;
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  auto* rows = new QWidget(area);
  auto* form = new QFormLayout(rows);
  form->setContentsMargins(0, 0, 0, 0);
  for (const sim::RunSignal& signal : ofTable) {
    auto* choice = new QComboBox(rows);
    choice->addItem(tr("a signal of its own"), -1);
    for (int k = 0; k < static_cast<int>(ofRun.size()); ++k) {
      const sim::RunSignal& other = ofRun[static_cast<std::size_t>(k)];
      if (other.count() != signal.count()) continue;
      choice->addItem(nameWithUnit(other), k);
      if (other.name == signal.name && choice->currentData().toInt() < 0)
        choice->setCurrentIndex(choice->count() - 1);
    }
    auto* label = new QLabel(nameWithUnit(signal), rows);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(choice);
    choice->setAccessibleName(tr("What %1 measures").arg(QString::fromStdString(signal.name)));
    form->addRow(label, choice);
    m_rows.push_back({signal, choice});
  }
  area->setWidget(rows);
  m_inside = area;
  layout()->addWidget(area);
  const int most = 4 * (fontMetrics().height() + 16);
  area->setFixedHeight(std::min(most, rows->sizeHint().height() + 2));
  setVisible(!ofRun.empty() && !m_rows.empty());
}

QComboBox* SignalPairing::choice(const QString& ofTable) const {
  const auto row =
      std::ranges::find(m_rows, ofTable.toStdString(), [](const Row& r) { return r.signal.name; });
  return row == m_rows.end() ? nullptr : row->choice;
}

int SignalPairing::pairCount() const {
  return static_cast<int>(
      std::ranges::count_if(m_rows, [](const Row& row) { return row.choice->currentData().toInt() >= 0; }));
}

std::function<void(sim::RunRecord&)> SignalPairing::renaming() const {
  std::vector<std::pair<std::string, sim::RunSignal>> pairs;
  for (const Row& row : m_rows)
    if (const int chosen = row.choice->currentData().toInt(); chosen >= 0)
      pairs.emplace_back(row.signal.name, m_ofRun[static_cast<std::size_t>(chosen)]);
  return [pairs](sim::RunRecord& table) {
    for (const auto& [name, measured] : pairs) {
      const auto signal = std::ranges::find(table.summary.recorded, name, &sim::RunSignal::name);
      if (signal == table.summary.recorded.end() || signal->count() != measured.count()) continue;
      signal->name = measured.name;
      signal->elements = measured.elements;
      signal->block = measured.block;
      signal->id = measured.id;
      signal->port = measured.port;
    }
  };
}

}  // namespace fluxion
