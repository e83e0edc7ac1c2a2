#pragma once
// PID tuning: a controller of the model, how fast and how robust its loop is to be, and what it is then,
// beside what it is now. The gains are written into the block when somebody says so.
#include <QDockWidget>
#include <memory>
#include <optional>
#include <vector>

#include "editor/dock_status.h"
#include "editor/document/id_metatype.h"
#include "editor/pid_tuning/pid_inquiry.h"

class QBoxLayout;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QSlider;
class QTreeWidget;

namespace fluxion {

class DiagramDocument;
class LinearPlot;

class PidDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock; `models` are what it is compiled to.
  PidDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
          QWidget* parent = nullptr);

  void setBlock(sim::Id block);
  sim::Id block() const;
  void setKind(sim::PidKind kind);
  // What the sliders stand for: s, degrees.
  void setResponseTime(double seconds);
  void setPhaseMargin(double degrees);
  // Where the plant is linearized next: the text of an operating point, until a time is chosen.
  void tuneAt(const QString& operatingPoint);
  void suggest();
  void apply();

  bool isBusy() const { return m_inquiry.isBusy() || m_status->isWaiting(); }
  const PidAnswer& answer() const { return m_answer; }
  QString message() const { return m_status->text(); }
  LinearPlot& stepPlot() { return *m_step; }
  LinearPlot& bodePlot() { return *m_bode; }
  QTreeWidget& facts() { return *m_facts; }

 signals:
  void answered();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  static constexpr int speedSteps = 1000;  // of the slider, over all response times
  void buildTools(QBoxLayout* row);
  void buildTarget(QBoxLayout* row);
  void fillBlocks();
  void ask();
  void take(const PidAnswer& answer);
  void showTarget(const sim::PidTarget& target);
  void fillFacts();
  void tell();
  double crossoverOf(int slider) const;

  DiagramDocument& m_document;
  PidInquiry m_inquiry;
  DockStatus* m_status;
  std::shared_ptr<const sim::Diagram> m_asked;
  std::string m_point;  // where the field for the time says so
  // What is asked for; none: a suggestion, with the kind of the block where none is chosen.
  std::optional<sim::PidTarget> m_target;
  std::optional<sim::PidKind> m_kind;
  PidAnswer m_answer;
  bool m_fitNext = true;
  QString m_done;  // what the next answer is to leave in the message
  LinearPlot *m_step, *m_bode;
  QComboBox *m_blocks, *m_kinds, *m_response;
  QLineEdit* m_time;
  QSlider *m_speed, *m_robustness;
  QDoubleSpinBox *m_seconds, *m_degrees;
  QPushButton* m_apply;
  QTreeWidget* m_facts;
};

}  // namespace fluxion
