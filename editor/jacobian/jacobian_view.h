#pragma once
// What implicit solvers make of a model's Jacobian df/dx: its pattern as a picture, the facts beside it, the
// groups of states below; or why there is none. Works in the background, while it is visible only.
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "editor/jacobian/jacobian_facts.h"
#include "editor/jacobian/model_inquiry.h"

class QCheckBox;
class QLabel;
class QLayout;
class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace fluxion {

class SpyPlot;
class WrappedLabel;

class JacobianView : public QWidget {
  Q_OBJECT
 public:
  // `model` gives the model as it would be compiled now.
  JacobianView(std::shared_ptr<CompiledModels> models, std::function<sim::Diagram()> model,
               QWidget* parent = nullptr);

  // Something may have changed; looked at shortly, or when the view is shown.
  void modelChanged();
  // What the last run of the model cost.
  void setLastRun(const sim::RunStatistics& statistics);
  // What is shown is of the model as it was when it was last looked at.
  bool isUpToDate() const { return !m_inquiry.isBusy() && !m_delay.isActive() && m_asked != nullptr; }
  const sim::JacobianReport* report() const { return m_report.get(); }  // null: none is shown

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeContent();
  QWidget* makePicture();
  QLayout* makeReadout();
  QWidget* makeFacts();
  void paintHints();
  void refresh();
  void take(const ModelAnswer& answer);
  void say(const QString& title, const QString& details = {});
  void showReport();
  void fillGroups();
  void addGroup(const QString& number, std::span<const int> states, int group);
  void showScale();
  void copyText() const;

  std::function<sim::Diagram()> m_model;
  ModelInquiry m_inquiry;
  std::shared_ptr<const sim::Diagram> m_asked;
  std::shared_ptr<const sim::JacobianReport> m_report;
  std::vector<double> m_valuesAtStart;
  std::unique_ptr<sim::RunStatistics> m_lastRun;  // null: there was none
  QTimer m_delay, m_patience;
  QStackedWidget* m_stack;
  WrappedLabel *m_title, *m_details;
  SpyPlot* m_plot;
  QCheckBox* m_values;
  QLabel *m_scale, *m_pointedAt;
  QLabel* m_names[JacobianFacts::FactCount];
  WrappedLabel* m_facts[JacobianFacts::FactCount];
  QTreeWidget* m_groups;
};

}  // namespace fluxion
