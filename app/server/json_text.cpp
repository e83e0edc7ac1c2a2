#include "app/server/json_text.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/diagram/json.h"

namespace fluxion::server {

std::string numberText(double value) {
  const std::string text = sim::to_text(value);
  return std::isfinite(value) ? text : '"' + text + '"';
}

std::string arrayText(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ',';
    text += numberText(value);
  }
  return text + ']';
}

std::string arrayText(std::span<const std::string> texts) {
  std::string text = "[";
  for (const std::string& item : texts) text += (text.size() > 1 ? "," : "") + sim::json_string(item);
  return text + ']';
}

std::string messagesText(const sim::Diagnostics& messages) {
  std::string text = "[";
  for (const sim::Diagnostic& d : messages) {
    ObjectText message;
    message.text("severity", d.severity == sim::Severity::Error     ? "error"
                             : d.severity == sim::Severity::Warning ? "warning"
                                                                    : "note");
    message.text("block", d.path).text("message", d.message).text("remedy", d.remedy);
    text += (text.size() > 1 ? "," : "") + message.str();
  }
  return text + ']';
}

std::string onOneLine(std::string json) {
  std::ranges::replace(json, '\n', ' ');
  return json;
}

ObjectText& ObjectText::raw(std::string_view key, std::string_view json) {
  if (!m_members.empty()) m_members += ',';
  m_members.append(sim::json_string(key)).append(":").append(json);
  return *this;
}

ObjectText& ObjectText::text(std::string_view key, std::string_view value) {
  return raw(key, sim::json_string(value));
}

std::string notificationText(std::string_view method, const ObjectText& params) {
  ObjectText message;
  message.text("jsonrpc", "2.0").text("method", method).raw("params", params.str());
  return message.str() + '\n';
}

}  // namespace fluxion::server
