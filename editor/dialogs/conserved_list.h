#pragma once
// The sums of states that a model's equations conserve, in words. Works in the background, while it is
// visible only.
#include <QLabel>
#include <QTimer>
#include <functional>

#include "editor/jacobian/model_inquiry.h"

namespace fluxion {

class ConservedList : public QLabel {
  Q_OBJECT
 public:
  // `model` gives the model as it would be compiled now.
  ConservedList(std::shared_ptr<CompiledModels> models, std::function<sim::Diagram()> model,
                QWidget* parent = nullptr);

  // Something may have changed; looked at shortly, or when the list is shown.
  void modelChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void take(const ModelAnswer& answer);

  std::function<sim::Diagram()> m_model;
  ModelInquiry m_inquiry;
  std::shared_ptr<const sim::Diagram> m_asked;
  QTimer m_delay;
};

}  // namespace fluxion
