#include "sim_core/import/simulink/encoding.h"

#include <iconv.h>

#include <algorithm>

namespace sim::importing::simulink {

bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto c = static_cast<unsigned char>(text[at]);
    const std::size_t more = c < 0x80                ? 0
                             : c >= 0xC2 && c < 0xE0 ? 1
                             : c >= 0xE0 && c < 0xF0 ? 2
                             : c >= 0xF0 && c < 0xF5 ? 3
                                                     : 9;
    if (more == 9 || at + more >= text.size() + (more == 0)) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return false;
    at += more + 1;
  }
  return true;
}

// Empty: it cannot be converted.
static std::string converted(std::string_view bytes, const char* encoding) {
  const iconv_t converter = iconv_open("UTF-8", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return {};
  std::string out(bytes.size() * 4, '\0');
  char* from = const_cast<char*>(bytes.data());  // iconv does not write there
  char* to = out.data();
  std::size_t left = bytes.size(), room = out.size();
  const bool whole = iconv(converter, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  if (!whole) return {};
  out.resize(out.size() - room);
  return out;
}

// Every byte is a character.
static std::string from_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      out += c;
    else
      out += static_cast<char>(0xC0 | (byte >> 6)), out += static_cast<char>(0x80 | (byte & 0x3F));
  }
  return out;
}

std::string to_utf8(std::string_view bytes, const std::string& encoding) {
  if (is_utf8(bytes)) return std::string(bytes);
  for (const std::string& name : {encoding, std::string("windows-1252")})
    if (!name.empty())
      if (std::string out = converted(bytes, name.c_str()); !out.empty()) return out;
  return from_latin1(bytes);
}

}  // namespace sim::importing::simulink
