#pragma once
// What a run cost, as tables: by state, by block, by phase and in all. Names of blocks are links.
#include <QTableWidget>

#include "editor/document/id_metatype.h"
#include "sim_core/simulate/statistics.h"

namespace fluxion {

class CostTable : public QTableWidget {
  Q_OBJECT
 public:
  // The first column is text, the others are numbers.
  CostTable(const QString& name, const QStringList& columns, QWidget* parent = nullptr);

  void beginRows();
  void addRow(const QString& name, sim::Id block, const QList<QVariant>& values);
  void endRows();

 signals:
  void blockRequested(sim::Id block);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void activate(int row);
  void colorLinks();
};

void fillStates(CostTable& table, const sim::RunStatistics& statistics);
void fillBlocks(CostTable& table, const sim::RunStatistics& statistics);
void fillTotals(CostTable& table, const sim::RunStatistics& statistics);
// Nothing where phases were not measured.
void fillPhases(CostTable& table, const sim::RunStatistics& statistics);

}  // namespace fluxion
