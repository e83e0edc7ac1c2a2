#pragma once
// Text of .mdl files as UTF-8. They say their encoding themselves; the oldest do not.
#include <string>
#include <string_view>

namespace sim::importing::simulink {

bool is_utf8(std::string_view text);

// From "windows-1252", "ISO-8859-1", "windows-1250", "UTF-8", "Shift_JIS" or any other name that the system
// knows; text that is UTF-8 already stays, and what cannot be converted is taken for windows-1252.
std::string to_utf8(std::string_view bytes, const std::string& encoding);

}  // namespace sim::importing::simulink
