#pragma once
// The initialization of a mask: its lines, and beside them every name with what it is worth, as one types.
#include "editor/masks/mask_page.h"

class QPlainTextEdit;
class QTreeWidget;

namespace fluxion {

class InitializationPage : public MaskPage {
  Q_OBJECT
 public:
  explicit InitializationPage(QWidget* parent);

  void show(const sim::Mask& mask) override;
  void put(sim::Mask& mask) const override;
  void showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                  const sim::expr::Scope& inside) override;

 private:
  QPlainTextEdit* m_text;
  QTreeWidget* m_values;
};

}  // namespace fluxion
