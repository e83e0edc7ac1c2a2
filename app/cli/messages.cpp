#include "app/cli/messages.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace fluxion {

// What a terminal would obey, or read backwards, as \x1B: the text may be that of a model.
static std::string printable(const std::string& text) {
  constexpr std::string_view bidirectional[] = {"\u202A", "\u202B", "\u202C", "\u202D", "\u202E",
                                                "\u2066", "\u2067", "\u2068", "\u2069"};
  std::string out;
  const auto escape = [&](std::size_t from, std::size_t count) {
    char code[8];
    for (std::size_t k = from; k < from + count; ++k) {
      std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(text[k])));
      out += code;
    }
    return count;
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool c1 = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
    const bool turns = std::ranges::any_of(
        bidirectional, [&](std::string_view mark) { return std::string_view(text).substr(at, 3) == mark; });
    if (byte < 0x20 || byte == 0x7F)
      at += escape(at, 1);
    else if (c1)
      at += escape(at, 2);
    else if (turns)
      at += escape(at, 3);
    else
      out += text[at++];
  }
  return out;
}

std::string messageLine(const std::string& file, const sim::Diagnostic& diagnostic) {
  sim::Diagnostic d = diagnostic;
  // What is wrong with the file itself already starts with its name, with or without the folder.
  const std::string name = std::filesystem::path(file).filename().string();
  if (d.path == file || d.path == name)
    d.path.clear();
  else
    for (const std::string& known : {file, name})
      if (!known.empty() && d.path.starts_with(known + ": ")) {
        d.path.erase(0, known.size() + 2);
        break;
      }
  if (d.severity != sim::Severity::Error)
    d.message = (d.severity == sim::Severity::Warning ? "warning: " : "note: ") + d.message;
  return printable(file.empty() ? to_text(d) : file + ": " + to_text(d));
}

void report(const std::string& file, const sim::Diagnostics& diagnostics, sim::Severity least) {
  std::string text;
  for (const sim::Diagnostic& d : diagnostics)
    if (d.severity >= least) text += messageLine(file, d) + '\n';
  std::fputs(text.c_str(), stderr);
}

ExitStatus refused(const std::string& file, const sim::Diagnostics& problems) {
  report(file, problems);
  return ModelError;
}

}  // namespace fluxion
