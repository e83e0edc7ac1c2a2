#pragma once
// Trim: an operating point with given properties, such as a state of rest. What is asked of states, inputs
// and outputs stands in a table; the search runs in the background; what it finds is saved, written into the
// blocks, begun at or linearized at.
#include <QDockWidget>
#include <memory>

#include "editor/dock_status.h"
#include "editor/document/id_metatype.h"
#include "editor/trim/trim_inquiry.h"

class QAction;
class QBoxLayout;
class QLabel;
class QPushButton;
class QTreeView;

namespace fluxion {

class DiagramDocument;
class TrimTable;

class TrimDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock; `models` are what it is compiled to.
  TrimDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
           QWidget* parent = nullptr);

  // The run there is: null, none. What begins where it is asks it then.
  void setRun(std::shared_ptr<const sim::ModelRun> run, bool standsStill);
  void clear();

  // Where the search begins.
  void beginInitially();
  void beginAtRun();
  bool beginAtFile(const QString& path);
  // Reads the model as it is now: its states, inputs and outputs.
  void read();
  void trim();
  void stop();
  bool saveFile(const QString& path);
  int writeIntoBlocks();  // what was found; returns how many blocks have changed
  void startThere();
  void linearizeThere();

  bool isBusy() const { return m_inquiry.isBusy() || m_status->isWaiting(); }
  // What was found last, of the model as it is; null: nothing.
  const sim::TrimReport* report() const { return m_stale ? nullptr : m_answer.report.get(); }
  TrimTable& table() { return *m_table; }
  QTreeView& view() { return *m_view; }
  QString message() const { return m_status->text(); }

 signals:
  void answered();
  // An operating point of the model as a file's text.
  void startRequested(const QString& operatingPoint);
  void linearizeRequested(const QString& operatingPoint);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildTools(QBoxLayout* row);
  void buildView();
  void begin(TrimStart start, const QString& what);
  void ask(bool solve);
  void take(const TrimAnswer& answer);
  void tell(const sim::TrimReport& report);
  void onEdited();
  void say(const QString& text, bool wrong = false) { m_status->say(text, wrong); }
  void updateTools();
  QString pointText() const;

  DiagramDocument& m_document;
  std::shared_ptr<CompiledModels> m_models;
  TrimInquiry m_inquiry;
  DockStatus* m_status;
  std::shared_ptr<const sim::Diagram> m_asked;  // the model that was looked at last; null: none
  std::shared_ptr<const sim::ModelRun> m_run;
  TrimStart m_start;
  TrimAnswer m_answer;  // with what was found
  bool m_solving = false, m_stale = false;
  TrimTable* m_table;
  QTreeView* m_view;
  QLabel* m_what;
  QPushButton *m_trim, *m_stop;
  QAction *m_fromRun = nullptr, *m_save = nullptr, *m_write = nullptr, *m_startThere = nullptr,
          *m_linearize = nullptr;
};

}  // namespace fluxion
