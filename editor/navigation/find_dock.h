#pragma once
// Finds text in the whole model while one types: blocks by name, type, parameter and signal, and notes. Enter
// goes to a result; what was found can be replaced, in one undo step.
#include <QDockWidget>
#include <vector>

#include "editor/document/id_metatype.h"
#include "sim_core/diagram/find.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTimer;
class QTreeWidget;

namespace fluxion {

class DiagramDocument;

class FindDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock.
  explicit FindDock(DiagramDocument& document, QWidget* parent = nullptr);

  // Shows it with the cursor in the search field; a text to begin with may be given.
  void start(const QString& text = {});
  const std::vector<sim::Found>& results() const { return m_found; }

 signals:
  void elementRequested(sim::Id element);  // a block or an annotation
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void search();
  void go();
  void replace(bool all);
  sim::FindOptions options() const;

  DiagramDocument& m_document;
  QLineEdit *m_words, *m_replacement;
  QCheckBox *m_names, *m_types, *m_parameters, *m_notes, *m_case, *m_whole;
  QPushButton *m_replaceOne, *m_replaceAll;
  QTreeWidget* m_list;
  QLabel* m_count;
  QTimer* m_timer;
  std::vector<sim::Found> m_found;
};

}  // namespace fluxion
