#pragma once
// A name that an expression uses and nothing defines becomes a variable of the model, on the spot.
#include "editor/document/diagram_document.h"

namespace fluxion {

// What the button says, with Alt+N: "Defi&ne c"; and its tip.
QString defineText(const QString& name);
QString defineTip();
// In one undo step, or as a part of the gesture's.
void defineVariable(DiagramDocument& document, const QString& name,
                    const QString& value = QStringLiteral("1"), int gesture = 0);

}  // namespace fluxion
