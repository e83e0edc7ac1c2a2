#pragma once
// The newest values of all outputs of a run, a row each.
#include <QTableWidget>
#include <memory>

#include "editor/document/id_metatype.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/watched_values.h"

namespace fluxion {

class SignalTable : public QTableWidget {
  Q_OBJECT
 public:
  explicit SignalTable(QWidget* parent = nullptr);

  // `program` must be kept alive by who calls, up to the next call.
  void setSignals(const sim::Program* program, std::shared_ptr<sim::WatchedValues> board);
  void refresh();
  void setFilter(const QString& words);

 signals:
  void blockRequested(sim::Id block);

 private:
  const sim::Program* m_program = nullptr;
  std::shared_ptr<sim::WatchedValues> m_board;
};

}  // namespace fluxion
