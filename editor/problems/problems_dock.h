#pragma once
// What was wrong with the last run, or with a file: one row each, with the place as a link to the block.
#include <QDockWidget>

#include "editor/document/id_metatype.h"
#include "sim_core/base/diagnostic.h"

class QIcon;
class QTableWidget;

namespace fluxion {

struct Theme;

class ProblemsDock : public QDockWidget {
  Q_OBJECT
 public:
  explicit ProblemsDock(QWidget* parent = nullptr);

  void clear();
  void add(const sim::Diagnostics& diagnostics);
  const sim::Diagnostics& diagnostics() const { return m_diagnostics; }

  // The selected rows, or all, as lines of text.
  QString text() const;
  QTableWidget* table() const { return m_table; }

 signals:
  // Double-click or Enter on a row, or a click on its link, where the row concerns a block.
  void blockRequested(sim::Id block);
  // A click on "define it ..." of a name that nothing defines: this name first, then the others of the list.
  void definitionRequested(const QStringList& names);
  void countChanged(int errors, int warnings);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void addRow(const sim::Diagnostic& diagnostic);
  void activate(int row);
  void activateRemedy(int row);
  void applyTheme();

  sim::Diagnostics m_diagnostics;
  QTableWidget* m_table;
};

// The name that this says nothing defines, where it can be a variable of the model; else empty.
QString undefinedName(const sim::Diagnostic& diagnostic);

// A disc with a cross, a triangle with a mark, a ring: told apart without color.
QIcon severityIcon(sim::Severity severity, const Theme& theme);

}  // namespace fluxion
