#pragma once
// How axes and curves are called in every plot: "time (s)", "speed – Run 2".
#include <QString>

namespace fluxion {

// A quantity in lower case with its unit behind it; without a unit, the quantity alone.
QString axisTitle(const QString& quantity, const QString& unit = {});
QString timeAxisTitle(const QString& unit = QStringLiteral("s"));

// A curve where several runs are drawn.
QString curveOfRun(const QString& curve, const QString& run);

}  // namespace fluxion
