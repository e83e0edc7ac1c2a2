#include "editor/scopes/plot_labels.h"

#include <QCoreApplication>

namespace fluxion {

QString axisTitle(const QString& quantity, const QString& unit) {
  return unit.isEmpty() ? quantity : QStringLiteral("%1 (%2)").arg(quantity, unit);
}

QString timeAxisTitle(const QString& unit) {
  return axisTitle(QCoreApplication::translate("PlotLabels", "time"), unit);
}

QString curveOfRun(const QString& curve, const QString& run) {
  return QStringLiteral("%1 – %2").arg(curve, run);
}

}  // namespace fluxion
