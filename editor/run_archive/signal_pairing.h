#pragma once
// Which signals of a table are which signals of a run: each row a signal of the table, and the one of the run
// that it measures. Those of one name belong together unless somebody says otherwise.
#include <QWidget>
#include <functional>
#include <vector>

#include "sim_core/run_archive/run_record.h"

class QComboBox;
class QFormLayout;

namespace fluxion {

class SignalPairing : public QWidget {
  Q_OBJECT
 public:
  explicit SignalPairing(QWidget* parent = nullptr);

  // Those of the run without any: nothing belongs together.
  void setSignals(const std::vector<sim::RunSignal>& ofTable, const std::vector<sim::RunSignal>& ofRun);
  QComboBox* choice(const QString& ofTable) const;  // null: there is no such signal
  int pairCount() const;
  // Gives signals of an imported table the names and places of those of the run that they belong to now.
  std::function<void(sim::RunRecord&)> renaming() const;

 private:
  struct Row {
    sim::RunSignal signal;
    QComboBox* choice;
  };
  std::vector<sim::RunSignal> m_ofRun;
  std::vector<Row> m_rows;
  QWidget* m_inside;
};

}  // namespace fluxion
