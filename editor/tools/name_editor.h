#pragma once
// Renames a block in place.
#include "editor/document/id_metatype.h"
#include "editor/tools/in_place_editor.h"

namespace fluxion {

class NameEditor : public InPlaceEditor {
  Q_OBJECT
 public:
  NameEditor(Canvas canvas, sim::Id block);

 protected:
  QString commit(const QString& text) override;
  void closed() override;

 private:
  sim::Id m_block;
};

}  // namespace fluxion
