#pragma once
// Creates and edits the mask of a subsystem: parameters, initialization, icon and description, with
// everything evaluated as one types. OK makes one undo step; what is wrong with names or lines keeps the
// dialog open.
#include <QDialog>

#include "editor/document/diagram_document.h"

namespace fluxion {

class MaskEditor : public QDialog {
  Q_OBJECT
 public:
  MaskEditor(DiagramDocument& document, sim::Id subsystem, QWidget* parent = nullptr);
  ~MaskEditor() override;

  void accept() override;

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace fluxion
