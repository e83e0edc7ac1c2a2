#pragma once
// A matrix whose first column holds the times, or breakpoints, of the others: taken apart for the lookup
// editor, and put together again.
#include <optional>

#include "editor/dialogs/lookup_editor.h"

namespace fluxion {

// Nothing where it is no matrix of two columns or more.
std::optional<LookupEditor::Texts> splitPoints(const QString& matrix, const sim::ParameterValue& value,
                                               LookupEditor::Values& values);
QString joinedPoints(const LookupEditor::Texts& texts);

}  // namespace fluxion
