#pragma once
// JSON as it is sent: on one line, members in the order in which they are added.
#include <span>
#include <string>
#include <string_view>

#include "sim_core/base/diagnostic.h"

namespace fluxion::server {

// One that is not finite is the text "inf", "-inf" or "nan".
std::string numberText(double value);
std::string arrayText(std::span<const double> values);
std::string arrayText(std::span<const std::string> texts);  // of strings
std::string messagesText(const sim::Diagnostics& messages);
// A text over several lines as one: JSON has no line ends within its strings.
std::string onOneLine(std::string json);

class ObjectText {
 public:
  ObjectText& raw(std::string_view key, std::string_view json);
  ObjectText& text(std::string_view key, std::string_view value);
  ObjectText& number(std::string_view key, double value) { return raw(key, numberText(value)); }
  ObjectText& count(std::string_view key, std::size_t value) { return raw(key, std::to_string(value)); }
  ObjectText& flag(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  std::string str() const { return '{' + m_members + '}'; }

 private:
  std::string m_members;
};

// A notification, with its line end.
std::string notificationText(std::string_view method, const ObjectText& params);

}  // namespace fluxion::server
