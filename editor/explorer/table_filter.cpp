#include "editor/explorer/table_filter.h"

#include <QRegularExpression>
#include <algorithm>

#include "editor/explorer/editable_table.h"

namespace fluxion {

std::vector<FilterWord> filterWords(const QString& text, const QStringList& keys) {
  static const QRegularExpression word(
      QStringLiteral("([A-Za-z]+:)?\"([^\"]*)\"?|\"([A-Za-z]+:)([^\"]*)\"?|(\\S+)"));
  std::vector<FilterWord> words;
  for (auto it = word.globalMatch(text); it.hasNext();) {
    const auto match = it.next();
    QString said =
        match.captured(1) + match.captured(2) + match.captured(3) + match.captured(4) + match.captured(5);
    FilterWord parsed{-1, said};
    if (const qsizetype colon = said.indexOf(u':'); colon > 0)
      if (const auto column = keys.indexOf(said.left(colon).toLower()); column >= 0)
        parsed = {static_cast<int>(column), said.mid(colon + 1)};
    if (!parsed.text.isEmpty()) words.push_back(std::move(parsed));
  }
  return words;
}

int compareNaturally(QStringView a, QStringView b) {
  qsizetype i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].isDigit() && b[j].isDigit()) {
      qsizetype m = i, n = j;
      while (m < a.size() && a[m].isDigit()) ++m;
      while (n < b.size() && b[n].isDigit()) ++n;
      while (i < m - 1 && a[i] == u'0') ++i;
      while (j < n - 1 && b[j] == u'0') ++j;
      if (m - i != n - j) return m - i < n - j ? -1 : 1;
      for (; i < m; ++i, ++j)
        if (a[i] != b[j]) return a[i] < b[j] ? -1 : 1;
      continue;
    }
    const QChar x = a[i++].toCaseFolded(), y = b[j++].toCaseFolded();
    if (x != y) return x < y ? -1 : 1;
  }
  return static_cast<int>((a.size() - i) - (b.size() - j));
}

TableFilter::TableFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setDynamicSortFilter(false);  // a row stays where it is while it is edited
}

void TableFilter::setTable(EditableTable* table) {
  m_table = table;
  m_words.clear();
  setSourceModel(table);
  setFilter(m_text);
}

void TableFilter::setFilter(const QString& text) {
  m_text = text;
  QStringList keys;
  for (int column = 0; column < m_table->columnCount(); ++column) keys += m_table->filterKey(column);
  m_words = filterWords(text, keys);
  invalidateFilter();
}

bool TableFilter::filterAcceptsRow(int row, const QModelIndex&) const {
  const auto has = [&](int column, const QString& text) {
    return m_table->filterText(row, column).contains(text, Qt::CaseInsensitive);
  };
  return std::all_of(m_words.begin(), m_words.end(), [&](const FilterWord& word) {
    if (word.column >= 0) return has(word.column, word.text);
    for (int column = 0; column < m_table->columnCount(); ++column)
      if (has(column, word.text)) return true;
    return false;
  });
}

bool TableFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QString a = left.data().toString(), b = right.data().toString();
  bool number = false, both = false;
  const double x = a.toDouble(&number), y = b.toDouble(&both);
  if (number && both && x != y) return x < y;
  if (number != both) return number;  // numbers before words
  const int order = compareNaturally(a, b);
  return order != 0 ? order < 0 : left.row() < right.row();
}

}  // namespace fluxion
