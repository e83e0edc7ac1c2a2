#include "editor/document/define_variable.h"

#include <QCoreApplication>

namespace fluxion {

QString defineText(const QString& name) {
  return QCoreApplication::translate("fluxion", "Defi&ne %1").arg(name);
}

QString defineTip() {
  return QCoreApplication::translate(
      "fluxion", "Adds a variable of the model with the value 1; change it in the Model Explorer (Alt+N)");
}

void defineVariable(DiagramDocument& document, const QString& name, const QString& value, int gesture) {
  sim::Edit edit{"Define " + name.toStdString(), {}};
  edit.set(document.newId(), sim::Variable{name.toStdString(), value.toStdString(), {}, {}, {}});
  document.apply(std::move(edit), gesture);
}

}  // namespace fluxion
