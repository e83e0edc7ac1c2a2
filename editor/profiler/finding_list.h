#pragma once
// What stands out in what a run cost: sentences with their remedies; a name in them leads to its block.
#include <QScrollArea>
#include <vector>

#include "editor/document/id_metatype.h"
#include "sim_core/reports/run_findings.h"

class QVBoxLayout;

namespace fluxion {

class FindingList : public QScrollArea {
  Q_OBJECT
 public:
  explicit FindingList(QWidget* parent = nullptr);

  // `none`: what to say where there are none.
  void show(const std::vector<sim::RunFinding>& findings, const QString& none);
  QStringList texts() const { return m_texts; }

 signals:
  void blockRequested(sim::Id block);

 private:
  QVBoxLayout* m_layout;
  QStringList m_texts;
};

}  // namespace fluxion
