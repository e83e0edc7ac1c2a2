#include "sim_core/import/simulink/package.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "sim_core/import/archive.h"
#include "sim_core/import/limits.h"

namespace sim::importing::simulink {

bool Package::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static constexpr std::string_view part_mark = "__MWOPC_PART_BEGIN__ ", end_mark = "__MWOPC_PACKAGE_END__",
                                  begin_mark = "__MWOPC_PACKAGE_BEGIN__";

bool is_text_package(std::string_view bytes) {
  return bytes.substr(0, 4096).find("# MathWorks OPC Text Package") != bytes.npos ||
         bytes.substr(0, 4096).find(begin_mark) != bytes.npos;
}

Result<Package> open_zip_package(const std::string& path, std::string_view bytes) {
  auto archive = Archive::open(path, bytes);
  if (!archive) return archive.errors();
  const auto shared = std::make_shared<Archive>(*std::move(archive));
  return Package{shared->names(), [shared](const std::string& name) { return shared->read(name); }, ".slx"};
}

// Where a line begins with `mark`, from `at` on.
static std::size_t find_line(std::string_view text, std::string_view mark, std::size_t at) {
  for (at = text.find(mark, at); at != text.npos; at = text.find(mark, at + 1))
    if (at == 0 || text[at - 1] == '\n') return at;
  return text.npos;
}

Result<Package> open_text_package(const std::string& path, std::string_view bytes) {
  const auto parts = std::make_shared<std::map<std::string, std::string>>();
  std::vector<std::string> names;
  const std::size_t end = find_line(bytes, end_mark, 0);
  if (end == bytes.npos)
    return error(path, "the text package has no end: the file is cut short",
                 "get the file again from where it comes");
  for (std::size_t at = find_line(bytes, part_mark, 0); at < end;) {
    const std::size_t line_end = std::min(bytes.find('\n', at), end);
    std::string name(bytes.substr(at + part_mark.size(), line_end - at - part_mark.size()));
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    const std::size_t next = std::min(find_line(bytes, part_mark, line_end), end);
    const bool binary = name.ends_with(" BASE64");  // pictures and variables in forms that are not documented
    if (name.starts_with('/')) name.erase(0, 1);
    if (!binary && parts->emplace(name, bytes.substr(line_end, next - line_end)).second)
      names.push_back(name);
    at = next;
  }
  return Package{names,
                 [parts, path](const std::string& name) -> Result<std::string> {
                   const auto it = parts->find(name);
                   if (it == parts->end()) return error(path + ": " + name, "the package has no such part");
                   std::string_view text = it->second;
                   const std::size_t start = text.find('<');
                   return std::string(start == text.npos ? text : text.substr(start));
                 },
                 ".mdl, text package"};
}

}  // namespace sim::importing::simulink
