#include "editor/study/row_table.h"

#include <QGuiApplication>
#include <QPalette>

#include "editor/plain_text.h"
#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/study/study_statistics.h"

namespace fluxion {

void RowTable::begin(const sim::Study& study) {
  beginResetModel();
  m_study = study;
  m_rows.clear();
  endResetModel();
}

void RowTable::add(const std::vector<sim::StudyRow>& rows) {
  if (rows.empty()) return;
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
  m_rows.insert(m_rows.end(), rows.begin(), rows.end());
  endInsertRows();
}

int RowTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowTable::columnCount(const QModelIndex& parent) const {
  if (parent.isValid()) return 0;
  return 2 + static_cast<int>(m_study.variations.size() + m_study.results.size());
}

QVariant RowTable::shown(const sim::StudyRow& row, int column, bool forSorting) const {
  const auto number = [&](double value) {
    return forSorting ? QVariant(value) : QVariant(shownNumber(value));
  };
  const auto varied = static_cast<int>(m_study.variations.size()),
             asked = static_cast<int>(m_study.results.size());
  if (column == 0) return QVariant::fromValue(static_cast<qulonglong>(row.sample));
  if (column <= varied) {
    const std::string& text = row.values[static_cast<std::size_t>(column - 1)];
    const double value = sim::number_of(text);
    return std::isfinite(value) ? number(value) : QVariant(QString::fromStdString(text));
  }
  if (column <= varied + asked) {
    const auto k = static_cast<std::size_t>(column - varied - 1);
    return k < row.results.size() ? number(row.results[k]) : QVariant();
  }
  return QString::fromStdString(row.message);
}

QVariant RowTable::data(const QModelIndex& index, int role) const {
  const sim::StudyRow& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return shown(row, index.column(), false);
    case sortRole:
      return shown(row, index.column(), true);
    case Qt::TextAlignmentRole:
      return index.column() + 1 < columnCount() ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ForegroundRole:
      if (!row.message.empty()) return Theme::current(QGuiApplication::palette()).error;
      return {};
    case Qt::ToolTipRole:
      return row.message.empty() ? QVariant() : plainTip(QString::fromStdString(row.message));
    default:
      return {};
  }
}

QVariant RowTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const auto varied = static_cast<int>(m_study.variations.size());
  if (section == 0) return tr("Run");
  if (section <= varied)
    return QString::fromStdString(m_study.variations[static_cast<std::size_t>(section - 1)].name);
  if (section + 1 < columnCount())
    return QString::fromStdString(m_study.results[static_cast<std::size_t>(section - varied - 1)].name);
  return tr("Message");
}

}  // namespace fluxion
