#pragma once
// The runs of the model in rows, the newest first, and what can be edited in them: names, tags, which lie
// below the scopes. Words narrow it to the runs that match (run_filter.h).
#include <QStringList>
#include <QTreeWidget>

#include "editor/run_archive/run_library.h"

namespace fluxion {

class DiagramDocument;

class RunsTable : public QTreeWidget {
  Q_OBJECT
 public:
  // Both must outlive the table.
  RunsTable(RunLibrary& library, const DiagramDocument& document, QWidget* parent = nullptr);

  // The ids of the runs that are chosen, in the order of the table.
  QStringList chosen() const;
  void choose(const QString& id);
  void setFilter(const QString& words);
  // What was chosen stays so.
  void rebuild();

 signals:
  void chosenChanged();
  void inspectRequested();
  void colorsRequested(QPoint at);
  void renameRequested();
  void removeRequested();

 protected:
  bool event(QEvent* event) override;

 private:
  void buildColumns();
  void narrow();
  void onEdited(QTreeWidgetItem* item, int column);
  void fill(QTreeWidgetItem& item, const Run& run);

  RunLibrary& m_library;
  const DiagramDocument& m_document;
  QString m_words;
  bool m_filling = false;
};

}  // namespace fluxion
