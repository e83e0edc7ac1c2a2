#pragma once
// The table of a trim: a group of rows for states, inputs and outputs each. What is asked of each can be
// edited, numbers as expressions with units; what was found stands beside.
#include <QAbstractItemModel>
#include <memory>

#include "editor/document/diagram_document.h"
#include "editor/trim/trim_wishes.h"

namespace fluxion {

class TrimTable : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Name, Known, Steady, Value, Minimum, Maximum, Found, Residual, Unit, ColumnCount };

  explicit TrimTable(DiagramDocument& document, QObject* parent = nullptr);

  // Names and values where the search begins; null: nothing is known of the model.
  void setStart(std::shared_ptr<const sim::LinearModel> start);
  // What was found from there; null: nothing. `old`: of the model before its last edit.
  void setReport(std::shared_ptr<const sim::TrimReport> report, bool old = false);
  void clear();
  // What the model asks for, which is kept with it.
  void readWishes();
  const TrimWishes& wishes() const { return m_wishes; }
  bool isEmpty() const { return !m_start; }
  // Where this state, input or output stands; invalid: there is none.
  QModelIndex find(TrimGroup group, const QString& name, int column) const;
  QString nameOf(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void refused(const QString& why);
  void wished();  // something else is asked for

 private:
  // Of the row of an index that is no group.
  struct Row {
    TrimGroup group;
    std::size_t at;
    std::string name, unit;
  };
  Row rowAt(const QModelIndex& index) const;
  const sim::TrimResidual* residualOf(const Row& row) const;
  QString text(const Row& row, int column) const;
  bool check(TrimWish& wish, const Row& row, int column, const QString& text);
  void changed(const QModelIndex& index);

  DiagramDocument& m_document;
  std::shared_ptr<const sim::LinearModel> m_start;
  std::shared_ptr<const sim::TrimReport> m_report;
  bool m_old = false;
  TrimWishes m_wishes;
};

}  // namespace fluxion
