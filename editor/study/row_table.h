#pragma once
// The rows of a study as a table that grows: run, variations, results, and why a run failed.
#include <QAbstractTableModel>
#include <vector>

#include "sim_core/study/study_runs.h"

namespace fluxion {

class RowTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  // For who sorts: numbers as numbers.
  static constexpr int sortRole = Qt::UserRole;

  explicit RowTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void begin(const sim::Study& study);
  void add(const std::vector<sim::StudyRow>& rows);
  const sim::Study& study() const { return m_study; }
  const std::vector<sim::StudyRow>& rows() const { return m_rows; }  // in the order in which they came

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant shown(const sim::StudyRow& row, int column, bool forSorting) const;

  sim::Study m_study;
  std::vector<sim::StudyRow> m_rows;
};

}  // namespace fluxion
