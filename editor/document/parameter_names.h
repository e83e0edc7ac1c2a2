#pragma once
// What of a model can be varied, by the names that estimation, optimization and studies take.
#include <QStringList>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

// The model's variables, sorted.
QStringList variableNames(const sim::Diagram& diagram);
// "Block/path.parameter" of all parameters that are numbers, sorted; at most some thousand.
QStringList parameterNames(const sim::Diagram& diagram, const sim::BlockLibrary& library);

// What the model has for such a name, as it is written there; empty: there is no such thing.
QString valueText(const sim::Diagram& diagram, const sim::BlockLibrary& library, const QString& name);

}  // namespace fluxion
