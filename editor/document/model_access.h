#pragma once
// What models may have read and written besides what lies below their folders, as their user has allowed it:
// kept in the program's settings, by the folder of the model. Every model may read the libraries that the
// user has added to the program.
#include <QString>

#include "sim_core/base/access_grants.h"

namespace fluxion {

// Of the model in this file.
sim::SharedAccess accessOf(const QString& modelPath);

// From now on, models in the folder of `modelPath` may do this with these files. Documents that are open
// follow with DiagramDocument::renewAccess.
void allow(const QString& modelPath, sim::AccessKind kind, const QString& file);

}  // namespace fluxion
