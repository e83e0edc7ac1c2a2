#pragma once
// File > Generate Code: what of the model becomes code, for which target and by which solver; what would come
// of it, or what cannot be generated and why, with links to the blocks; and then the report.
#include <QDialog>
#include <QTimer>
#include <functional>

#include "editor/code_generation/code_inquiry.h"
#include "editor/document/id_metatype.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class DiagramDocument;

class CodeDialog : public QDialog {
  Q_OBJECT
 public:
  // The document must outlive the dialog.
  explicit CodeDialog(DiagramDocument& document, QWidget* parent = nullptr);

  // What is shown is of the model and the choices as they are.
  bool isUpToDate() const { return !m_inquiry.isBusy() && !m_delay.isActive(); }

  void done(int result) override;

 signals:
  void blockRequested(sim::Id block);

 private:
  QLayout* makeForm();
  QLayout* makeButtons();
  void fillSolvers();
  void fillSubsystems();
  void suggestFolder();
  void chooseFolder();
  void changeSoon();
  void ask(bool write);
  void cancel();
  void take(const CodeAnswer& answer);
  void showProblems(const sim::Diagnostics& problems);
  void addProblem(QTreeWidgetItem* item, const sim::Diagnostic& problem);
  void showPreview(const CodeAnswer& answer);
  void showTasks(const CodeAnswer& answer);
  QTreeWidgetItem* addGroup(const QString& title);
  void say(const QString& text);
  void updateButtons();
  void activate(QTreeWidgetItem* item);
  sim::CodeTarget target() const;

  DiagramDocument& m_document;
  CodeInquiry m_inquiry;
  QTimer m_delay, m_patience;
  std::shared_ptr<const sim::BlockLibrary> m_library;
  bool m_writing = false, m_possible = false, m_ownFolder = false;
  QString m_report;  // the path of the newest report; empty: nothing was written
  QComboBox *m_part, *m_target, *m_precision, *m_tasks, *m_solver;
  QLineEdit* m_folder;
  QLabel *m_note, *m_state;
  QTreeWidget* m_tree;
  QProgressBar* m_progress;
  QPushButton *m_generate = nullptr, *m_cancel = nullptr, *m_openReport = nullptr, *m_openFolder = nullptr;
};

}  // namespace fluxion
