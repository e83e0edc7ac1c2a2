#pragma once
// What the files of BlockDialog share.
#include <vector>

#include "editor/dialogs/block_dialog.h"
#include "editor/document/diagram_document.h"

class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace fluxion {

class ParameterRow;
class PreviewPlot;

class BlockDialog::Private {
 public:
  Private(BlockDialog* dialog, DiagramDocument& document, sim::Id block)
      : q(dialog), document(document), block(block), type(document.typeOf(block)) {}

  QWidget* header();
  QWidget* form();
  void addRow(const sim::ParameterSpec& spec);
  void showAdvanced(bool shown);
  bool needsAdvanced() const;
  void check();
  void askPreview(const sim::expr::Scope& variables);
  void editLookup();
  const ParameterRow* row(const std::string& name) const;
  QString ruleBroken() const;
  QString refusal() const;
  void define(const QString& name);
  sim::Edit edit() const;
  void fill();
  void fitHeight();
  void growToFit();

  BlockDialog* q;
  DiagramDocument& document;
  sim::Id block;
  const sim::BlockType* type;
  std::vector<ParameterRow*> rows;
  QFormLayout* fields = nullptr;
  QToolButton* advanced = nullptr;
  QPushButton* lookup = nullptr;
  QLabel* problem = nullptr;
  PreviewPlot* preview = nullptr;
  QDialogButtonBox* buttons = nullptr;
  bool valid = true;
};

}  // namespace fluxion
