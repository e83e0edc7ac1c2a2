#pragma once
// The rows of an operating point that have all the words, in any column; values are sorted as numbers.
#include <QSortFilterProxyModel>
#include <QStringList>

#include "editor/operating_point/point_model.h"
#include "sim_core/base/text.h"

namespace fluxion {

class PointFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setWords(const QString& words) {
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    QString all;
    for (int column = 0; column <= PointModel::Kind; ++column)
      all += sourceModel()->index(row, column, parent).data().toString() + u' ';
    for (const QString& word : m_words)
      if (!all.contains(word, Qt::CaseInsensitive)) return false;
    return true;
  }
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override {
    if (a.column() != PointModel::Value && a.column() < PointModel::Other)
      return QSortFilterProxyModel::lessThan(a, b);
    return sim::parse_number(a.data().toString().toStdString()).value_or(0) <
           sim::parse_number(b.data().toString().toStdString()).value_or(0);
  }

 private:
  QStringList m_words;
};

}  // namespace fluxion
