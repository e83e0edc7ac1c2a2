#pragma once
// Values of parameters and settings, of their kind and mostly allowed.
#include <string>

#include "sim_core/block/parameters.h"
#include "sim_core/diagram/settings.h"
#include "tests/fuzz/random.h"

namespace sim::fuzz {

std::string parameter_text(const ParameterSpec& spec, Random& random);
std::string setting_text(const SettingSpec& spec, Random& random);

}  // namespace sim::fuzz
