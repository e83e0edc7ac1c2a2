#pragma once
// The presets that the user has saved: a file beside the program's settings, written whole or not at all.
#include <QString>
#include <vector>

#include "sim_core/diagram/setting_presets.h"

namespace fluxion {

QString userPresetsFile();
// None where there is no file yet; `problem` says what is wrong with one that cannot be read.
std::vector<sim::SettingPreset> userPresets(QString* problem = nullptr);
// One of the same name is replaced. False: the file could not be written.
bool saveUserPreset(const sim::SettingPreset& preset);
bool deleteUserPreset(const QString& name);

}  // namespace fluxion
