#pragma once
// Sorts and filters an EditableTable. A filter is words, all of which a row has to contain in any column, or
// in the one that is named: type:gain "path:Plant/Left wheel" 2*pi.
#include <QSortFilterProxyModel>
#include <vector>

namespace fluxion {

class EditableTable;

struct FilterWord {
  int column = -1;  // -1: any
  QString text;
};

// A word in double quotes may hold spaces. What stands before a colon and is no key belongs to the word.
std::vector<FilterWord> filterWords(const QString& text, const QStringList& keys);

// Numbers in the texts count as numbers: Gain2 before Gain10.
int compareNaturally(QStringView a, QStringView b);

class TableFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit TableFilter(QObject* parent = nullptr);

  void setTable(EditableTable* table);
  EditableTable* table() const { return m_table; }
  void setFilter(const QString& text);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  EditableTable* m_table = nullptr;
  QString m_text;
  std::vector<FilterWord> m_words;
};

}  // namespace fluxion
