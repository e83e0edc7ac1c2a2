#pragma once
// Studies: many runs of the model that differ in some values. What varies and what is asked of each run stand
// in tables; the runs are made in the background, and can be paused, stopped and continued; rows, statistics
// and plots grow as they come. The study is that of a .flxstudy file (sim_core/study/study.h), which
// `fluxion-cli study` carries out too; as long as it is in no file it stays with the model
// (sim_core/study/kept_study.h).
#include <QDockWidget>
#include <QElapsedTimer>
#include <memory>

#include "editor/dock_status.h"
#include "editor/study/study_inquiry.h"

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;
class QTabWidget;

namespace fluxion {

class DiagramDocument;
class RowTable;
class StudyForm;
class StudyPlots;

class StudyDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock; `models` are what it is compiled to.
  StudyDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
            QWidget* parent = nullptr);

  const sim::Study& study() const { return m_study; }
  void setStudy(const sim::Study& study);

  // A .flxstudy file of this model; what its table has is shown. False: the message says why.
  bool openFile(const QString& path);
  bool saveFile(const QString& path);
  QString path() const { return m_path; }
  bool isModified() const;

  // Makes the runs, or goes on with those that are missing.
  void start();
  void pause(bool paused);
  // Gives up the runs that are under way; start() goes on later.
  void stop();
  // Forgets the rows so far, those beside the file too.
  void discard();

  bool isRunning() const { return m_running; }
  bool isPaused() const { return m_running && m_course && m_course->isPaused(); }
  bool isBusy() const { return m_inquiry.isBusy(); }
  QString message() const { return m_status->text(); }
  const RowTable& rows() const { return *m_rows; }
  StudyForm& form() { return *m_form; }
  StudyPlots& plots() { return *m_plots; }
  QTableWidget& statisticsTable() { return *m_statistics; }

 signals:
  void answered();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildOutcome();
  void buildTools(QBoxLayout* row, QBoxLayout* second);
  void showStudy();
  void change(const sim::Study& study);
  bool load(const QString& path);
  void loadKept(const QString& file);
  // With the model where it is in no file; and what the model has, where that is other than what is shown.
  void keep();
  void readModel();

  void ask(StudyQuestion question);
  void look();
  void take(const StudyAnswer& answer);
  void tellOutcome(const sim::StudyOutcome& outcome);
  void showProgress(const sim::StudyProgress& progress);
  void showOutcome();
  bool rowsFit() const;
  QString journal() const;  // beside the file; empty: there is no file
  bool hasJournal() const;
  void forget();
  void updateTools();

  DiagramDocument& m_document;
  StudyInquiry m_inquiry;
  DockStatus* m_status;  // its pause is the one between two looks at the runs
  sim::Study m_study, m_saved;
  QString m_path;
  std::shared_ptr<StudyCourse> m_course;
  std::shared_ptr<const sim::Diagram> m_diagram;  // of the rows
  bool m_running = false, m_finished = false, m_begun = false;
  QElapsedTimer m_drawn;
  RowTable* m_rows;
  StudyPlots* m_plots;
  StudyForm* m_form;
  QTableWidget* m_statistics;
  QTabWidget* m_tabs;
  QLabel* m_file;
  QProgressBar* m_progress;
  QPushButton *m_start, *m_pause, *m_stop, *m_discard, *m_remove, *m_open, *m_save;
};

}  // namespace fluxion
