#pragma once
// A page of the mask editor shows a part of a mask and changes it; what the values are worth is told to it
// again after every change.
#include <QWidget>

#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

class MaskPage : public QWidget {
  Q_OBJECT
 public:
  explicit MaskPage(QWidget* parent) : QWidget(parent) {}

  virtual void show(const sim::Mask& mask) = 0;
  virtual void put(sim::Mask& mask) const = 0;
  // `values` are those of the mask as it stands on all pages, `inside` what is known inside the subsystem.
  virtual void showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                          const sim::expr::Scope& inside) = 0;

 signals:
  void edited();
};

// The value in short, or what is wrong in words.
QString valueOrProblem(const sim::Result<sim::expr::Value>& value);

}  // namespace fluxion
