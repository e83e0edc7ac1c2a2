#include "app/cli/messages.h"

#include <cstdio>
#include <filesystem>

namespace fluxion {

std::string messageLine(const std::string& file, const sim::Diagnostic& diagnostic) {
  sim::Diagnostic d = diagnostic;
  // What is wrong with the file itself already starts with its name, without the folder.
  const std::string name = std::filesystem::path(file).filename().string();
  if (d.path == file || d.path == name)
    d.path.clear();
  else if (d.path.starts_with(name + ": "))
    d.path.erase(0, name.size() + 2);
  if (d.severity != sim::Severity::Error)
    d.message = (d.severity == sim::Severity::Warning ? "warning: " : "note: ") + d.message;
  return file.empty() ? to_text(d) : file + ": " + to_text(d);
}

void report(const std::string& file, const sim::Diagnostics& diagnostics, sim::Severity least) {
  std::string text;
  for (const sim::Diagnostic& d : diagnostics)
    if (d.severity >= least) text += messageLine(file, d) + '\n';
  std::fputs(text.c_str(), stderr);
}

}  // namespace fluxion
