#pragma once
// The parameters of one block, made from the declaration of its type: a row each, with an editor that suits
// the kind, the value an expression has now, and what is wrong with it in words; rarely changed ones are
// folded away. A plot shows what the block does with these values. Not modal; OK and Apply make one undo
// step. An error keeps the dialog open.
#include <QDialog>

#include "editor/document/diagram_document.h"
#include "editor/document/id_metatype.h"

namespace fluxion {

class BlockDialog : public QDialog {
  Q_OBJECT
 public:
  BlockDialog(DiagramDocument& document, sim::Id block, QWidget* parent = nullptr);
  ~BlockDialog() override;

  sim::Id block() const;
  // False, with the messages beside the fields, if a parameter is wrong; nothing is applied then.
  bool apply();
  void accept() override;

 signals:
  void helpRequested(sim::Id block);
  void tuneRequested(sim::Id block);  // of a PID controller

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace fluxion
