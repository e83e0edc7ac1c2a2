#pragma once
// Bytes as they come, taken apart into lines. No more than one line beyond the limit is kept.
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace fluxion::server {

class Lines {
 public:
  // Complete lines wait to be taken; empty ones are left out. False: a line is longer than `most` bytes, of
  // which nothing is kept.
  bool add(std::string_view bytes, std::size_t most);
  bool empty() const { return m_lines.empty(); }
  std::size_t size() const { return m_lines.size(); }
  std::size_t bytes() const { return m_bytes; }  // of complete lines
  std::string take();
  // A line has begun, and its end has not come.
  bool incomplete() const { return !m_rest.empty(); }
  void clear();

 private:
  std::deque<std::string> m_lines;
  std::string m_rest;
  std::size_t m_bytes = 0;
};

}  // namespace fluxion::server
