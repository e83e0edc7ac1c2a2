#pragma once
// Names the signal of a line in place; all lines of its source carry the name. An empty name is none.
#include "editor/tools/in_place_editor.h"

namespace fluxion {

class SignalNameEditor : public InPlaceEditor {
  Q_OBJECT
 public:
  // Null where the line carries no signal: it has no source, or belongs to a physical network.
  static SignalNameEditor* open(Canvas canvas, sim::Id line, QPointF at);

 protected:
  QString commit(const QString& text) override;

 private:
  SignalNameEditor(Canvas canvas, sim::PortRef output, const QString& name, QPointF at);

  sim::PortRef m_output;
};

}  // namespace fluxion
