#pragma once
// The Operating Point: where a run is, number by number. From the run (paused or ended), from a file, or
// where the model begins; edited, compared, saved, exported, written into the blocks, or the next run starts
// from it. Beside it the newest values of all signals.
#include <QDockWidget>
#include <memory>
#include <optional>

#include "editor/document/id_metatype.h"
#include "editor/operating_point/point_inquiry.h"

class QAction;
class QBoxLayout;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;

namespace fluxion {

class DiagramDocument;
class PointModel;
class SignalTable;

class OperatingPointDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock; `models` are what it is compiled to.
  OperatingPointDock(DiagramDocument& document, std::shared_ptr<CompiledModels> models,
                     QWidget* parent = nullptr);

  // The run there is: null, none. It may be paused or over.
  void setRun(std::shared_ptr<const sim::ModelRun> run, std::shared_ptr<sim::WatchedValues> board);
  // The run goes on, pauses, ends.
  void refresh(bool standsStill);
  void clear();

  void showRun();
  void showInitial();
  bool openFile(const QString& path);
  bool saveFile(const QString& path);
  bool exportFile(const QString& path);
  // What the next runs start from, as a file's text; empty: the model's own initial states.
  QString start() const { return m_start; }
  void startFromHere(bool on);
  // Shows the point of this text, a file's, and starts from there; `then` once it does.
  void startFrom(const QString& operatingPoint, const QString& what, const std::function<void()>& then);
  int writeIntoBlocks();  // the selected rows, or all; returns how many blocks have changed

  PointModel& model() { return *m_model; }
  QTableView& view() { return *m_view; }
  QString message() const;

 signals:
  void startChanged(const QString& operatingPoint);
  void blockRequested(sim::Id block);

 private:
  void buildTools(QBoxLayout* row);
  QWidget* buildStates();
  void onInitial(const InitialPoint& initial);
  void take(const sim::OperatingPoint& point, std::shared_ptr<const sim::ModelRun> model,
            const QString& what);
  void say(const QString& text, bool wrong = false);
  void updateTools();
  void chooseFile(bool compare);
  std::optional<sim::OperatingPoint> readFile(const QString& path);
  void withModel(std::function<void()> next);
  void withModel(const sim::Diagram& diagram, std::function<void()> next);
  void compareWith(const std::optional<sim::OperatingPoint>& other, const QString& what);

  DiagramDocument& m_document;
  PointInquiry m_inquiry;
  std::shared_ptr<const sim::ModelRun> m_run;    // the window's; null: none
  std::shared_ptr<const sim::ModelRun> m_shown;  // whose point is in the table
  std::function<void()> m_next;                  // once the model is compiled
  std::optional<sim::OperatingPoint> m_initial;
  QString m_start;
  PointModel* m_model;
  QSortFilterProxyModel* m_filter;
  QTableView* m_view;
  SignalTable* m_signals;
  QTabWidget* m_tabs;
  QLineEdit* m_words;
  QLabel *m_what, *m_message;
  QAction *m_fromRun, *m_save, *m_export, *m_startHere, *m_write, *m_noComparison;
};

}  // namespace fluxion
