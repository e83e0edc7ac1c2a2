#include "app/server/lines.h"

#include <utility>

namespace fluxion::server {

bool Lines::add(std::string_view bytes, std::size_t most) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (m_rest.size() + part.size() > most) {
      m_rest = {};
      return false;
    }
    m_rest += part;
    if (end == std::string_view::npos) return true;
    bytes.remove_prefix(end + 1);
    if (m_rest.find_first_not_of(" \t\r") != std::string::npos) {
      m_bytes += m_rest.size();
      m_lines.push_back(std::exchange(m_rest, {}));
    }
    m_rest.clear();
  }
  return true;
}

std::string Lines::take() {
  std::string line = std::move(m_lines.front());
  m_lines.pop_front();
  m_bytes -= line.size();
  return line;
}

void Lines::clear() {
  m_lines.clear();
  m_rest = {};
  m_bytes = 0;
}

}  // namespace fluxion::server
