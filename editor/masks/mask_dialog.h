#pragma once
// The parameters of a masked subsystem, as its mask declares them: a row each, on the tabs the mask says,
// with the values that expressions have now and what is wrong in words. Not modal; OK and Apply make one undo
// step. An error keeps the dialog open.
#include <QDialog>

#include "editor/document/diagram_document.h"
#include "editor/document/id_metatype.h"

namespace fluxion {

class MaskDialog : public QDialog {
  Q_OBJECT
 public:
  MaskDialog(DiagramDocument& document, sim::Id subsystem, QWidget* parent = nullptr);
  ~MaskDialog() override;

  sim::Id subsystem() const;
  // False, with the messages beside the fields, if a value is wrong; nothing is applied then.
  bool apply();
  void accept() override;

 signals:
  void helpRequested(sim::Id subsystem);
  void lookUnderRequested(sim::Id subsystem);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

// The page of a mask: its description and its parameters; Markdown.
QString maskHelpPage(const sim::Block& masked);
void showMaskHelp(const sim::Block& masked, const QString& folder, QWidget* parent);

}  // namespace fluxion
