#pragma once
// What a parameter may be, in words: for dialogs and pages of help.
#include <QString>
#include <string_view>

#include "sim_core/block/parameters.h"

namespace fluxion {

inline QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// "0 to 100", "at least 0", or nothing where any number will do.
QString rangeText(const sim::ParameterSpec& spec);

// How a value of a choice is shown, where what the file has reads as code: "Disable all" for DisableAll. Of
// the setting or the parameter `name`.
QString choiceText(std::string_view name, std::string_view value);

// What it is, its unit, range and default: lines of a tool tip, as HTML.
QString parameterTip(const sim::ParameterSpec& spec);

}  // namespace fluxion
