#pragma once
// The icon of a mask: text, a path or a plot, and how it looks on the block.
#include "editor/canvas/mask_picture.h"
#include "editor/masks/mask_page.h"
#include "sim_core/block/block_type.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace fluxion {

class NameCompleter;

// The block as the canvas would paint it, as large as there is room.
class MaskPreview : public QWidget {
 public:
  MaskPreview(sim::Block block, const sim::BlockType* type, sim::BlockInterface ports, QWidget* parent);
  void setPicture(MaskPicture picture);
  QSize sizeHint() const override { return {280, 200}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  sim::Block m_block;
  const sim::BlockType* m_type;
  sim::BlockInterface m_ports;
  MaskPicture m_picture;
};

class IconPage : public MaskPage {
  Q_OBJECT
 public:
  IconPage(const sim::Block& block, const sim::BlockType* type, const sim::BlockInterface& ports,
           QWidget* parent);

  void show(const sim::Mask& mask) override;
  void put(sim::Mask& mask) const override;
  void showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                  const sim::expr::Scope& inside) override;

 private:
  QWidget* textPage(QPlainTextEdit*& edit, const char* name, const QString& label, const QString& about);
  QWidget* plotPage();
  QWidget* commandsPage();
  QLineEdit* expressionField(const char* name, const QString& label, const QString& placeholder);

  QComboBox* m_kind;
  QStackedWidget* m_pages;
  QPlainTextEdit *m_text = nullptr, *m_path = nullptr, *m_commands = nullptr;
  QLineEdit *m_x = nullptr, *m_y = nullptr;
  std::vector<NameCompleter*> m_completers;
  QCheckBox* m_portNames;
  MaskPreview* m_preview;
  QLabel* m_problem;
};

}  // namespace fluxion
