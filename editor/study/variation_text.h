#pragma once
// The values of a variation as one line that is typed: the expressions of a list, separated by commas, or the
// numbers of a distribution. In a list, first:step:last stands for the numbers from the first to the last.
#include <QString>
#include <QStringList>

#include "sim_core/study/study.h"

namespace fluxion {

// What a distribution is called, and what its numbers are: "uniform", "least, greatest".
QString nameOf(sim::DistributionKind kind);
QString numbersOf(sim::DistributionKind kind);

QString valuesText(const sim::Variation& variation);
// Reads the line into the list, or into the numbers. Why it cannot be read; empty: it was.
QString readValues(const QString& text, bool list, sim::Variation& variation);

// A variation of this name around a value, as a list of three or as a uniform distribution.
sim::Variation around(const std::string& name, double value, bool list);

}  // namespace fluxion
