#pragma once
// The table of an operating point: a row for each number in it, whose values can be edited as expressions
// with units, beside those of another point to compare with.
#include <QAbstractTableModel>
#include <memory>
#include <optional>

#include "editor/document/diagram_document.h"
#include "sim_core/operating_points/operating_point_entries.h"

namespace fluxion {

class PointModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Block, Name, Value, Unit, Kind, Other, Difference, ColumnCount };

  explicit PointModel(DiagramDocument& document, QObject* parent = nullptr);

  void setPoint(const sim::OperatingPoint& point, std::shared_ptr<const sim::Program> program);
  void clear();
  bool hasPoint() const { return m_point.has_value(); }
  const sim::OperatingPoint& point() const { return *m_point; }
  const sim::Program* program() const { return m_program.get(); }
  const std::vector<sim::PointEntry>& entries() const { return m_entries; }
  bool isEdited() const { return m_edited; }
  // Of the same program; none: nothing is compared.
  void compareWith(const std::optional<sim::OperatingPoint>& other);
  bool compares() const { return !m_others.empty(); }
  // Why the value cannot have this text, in words; empty: it can.
  QString problem(int row, const QString& text, double* value = nullptr) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void refused(const QString& why);
  void edited();

 private:
  QString text(int row, int column) const;

  DiagramDocument& m_document;
  std::shared_ptr<const sim::Program> m_program;
  std::optional<sim::OperatingPoint> m_point;
  std::vector<sim::PointEntry> m_entries;
  std::vector<double> m_others, m_original;  // by row
  bool m_edited = false;
};

}  // namespace fluxion
