#pragma once
// Linear analysis: the model near a point of its run as a linear system, and its responses. Follows the model
// while it is edited; systems may be kept and lie under the present one.
#include <QDockWidget>
#include <memory>
#include <optional>
#include <vector>

#include "editor/dock_status.h"
#include "editor/document/id_metatype.h"
#include "editor/linear/linear_inquiry.h"

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QTreeWidget;

namespace fluxion {

class CompiledModels;
class DiagramDocument;
class LinearPlot;
class ResponseDialog;

class LinearDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive the dock.
  LinearDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
             QWidget* parent = nullptr);

  void linearize();
  // At an operating point, the text of its file, until a time is chosen.
  void linearizeAt(const QString& operatingPoint);
  void setView(LinearView view);
  // The present system stays, under those to come.
  void keep();
  void forgetKept();
  // Opens the dialog that measures the response of the model that runs.
  void openEstimation();
  ResponseDialog* estimation() const { return m_estimation; }
  // The present system as a State-Space block of the model; returns it, no_id: there is none, which is said.
  sim::Id insertBlock();
  bool exportNumbers(const QString& path);
  bool exportPicture(const QString& path);

  bool isBusy() const { return m_inquiry.isBusy() || m_status->isWaiting(); }
  // One for each instant, and the first of them.
  const std::vector<std::shared_ptr<const sim::LinearModel>>& models() const { return m_models; }
  const sim::LinearModel* model() const { return m_models.empty() ? nullptr : m_models.front().get(); }
  int keptCount() const { return static_cast<int>(m_kept.size()); }
  LinearPlot& plot() { return *m_plot; }
  QTreeWidget& facts() { return *m_facts; }
  QString message() const { return m_status->text(); }

 signals:
  void answered();
  void inserted(sim::Id block);
  // A PID controller is to be tuned, at this operating point; empty: where a run begins.
  void tuneRequested(const QString& operatingPoint);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QLineEdit* addField(const char* name, const QString& title, const QString& placeholder, const QString& tip);
  void buildTools(QBoxLayout* row, QBoxLayout* second);
  void ask(bool again);
  void take(const LinearAnswer& answer);
  // The instants of the field for the time; nothing: there are none in it, which is said.
  std::optional<LinearInstants> instants();
  std::optional<double> sampleTime();
  void draw(bool fit);
  void fillPorts();
  void fillFacts();
  void say(const QString& text, bool wrong = false) { m_status->say(text, wrong); }
  LinearChoice choice() const;
  QString nameOf(std::size_t k) const;

  struct Kept {
    QString name;
    std::shared_ptr<const sim::LinearModel> model;
  };

  DiagramDocument& m_document;
  LinearInquiry m_inquiry;
  DockStatus* m_status;
  std::shared_ptr<const sim::Diagram> m_asked;
  std::string m_point;  // where the field for the time says so
  std::vector<std::shared_ptr<const sim::LinearModel>> m_models;
  LinearAnswer m_answer;
  std::vector<Kept> m_kept;
  int m_keptEver = 0;
  bool m_fitNext = true, m_loopMarked = false;
  const std::shared_ptr<CompiledModels> m_compiled;
  ResponseDialog* m_estimation = nullptr;  // null: not opened yet
  LinearPlot* m_plot;
  QComboBox *m_view, *m_input, *m_output;
  QLineEdit *m_time, *m_sample;
  QCheckBox *m_follow, *m_negative;
  QTreeWidget* m_facts;
};

}  // namespace fluxion
