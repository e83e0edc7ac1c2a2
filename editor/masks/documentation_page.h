#pragma once
// The description of a mask, in Markdown, and how it reads.
#include "editor/masks/mask_page.h"

class QPlainTextEdit;

namespace fluxion {

class NoteBrowser;

class DocumentationPage : public MaskPage {
  Q_OBJECT
 public:
  explicit DocumentationPage(QWidget* parent);

  void show(const sim::Mask& mask) override;
  void put(sim::Mask& mask) const override;
  void showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                  const sim::expr::Scope& inside) override;

 private:
  QPlainTextEdit* m_text;
  NoteBrowser* m_page;
};

}  // namespace fluxion
