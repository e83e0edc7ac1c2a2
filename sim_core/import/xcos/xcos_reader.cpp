#include "sim_core/import/xcos/xcos_reader.h"

#include <filesystem>

#include "sim_core/import/archive.h"
#include "sim_core/import/xcos/read_xcos_xml.h"
#include "sim_core/import/xcos/scilab_objects.h"
#include "sim_core/import/xcos/to_source.h"

namespace sim::importing::xcos {

namespace {

constexpr const char* contents = "content.xml";
constexpr const char* objects = "dictionary/dictionary.ser";

std::string name_of_file(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace

bool is_xcos(std::string_view bytes) {
  constexpr std::size_t head = 4096;
  return bytes.substr(0, head).find("<XcosDiagram") != std::string_view::npos;
}

bool is_zcos(std::string_view bytes) {
  if (!bytes.starts_with("PK")) return false;
  const auto archive = Archive::open({}, bytes);
  return archive && archive->has(contents);
}

Result<SourceModel> read_xcos(const std::string& path, std::string_view bytes) {
  auto file = read_xcos_xml(path, bytes, {});
  if (!file) return file.errors();
  SourceModel model = to_source(*file, name_of_file(path));
  model.format = "Xcos .xcos";
  return model;
}

Result<SourceModel> read_zcos(const std::string& path, std::string_view bytes) {
  const auto archive = Archive::open(path, bytes);
  if (!archive) return archive.errors();
  const auto xml = archive->read(contents);
  if (!xml) return xml.errors();
  std::vector<ScilabValue> values;
  if (archive->has(objects)) {
    const auto stream = archive->read(objects);
    if (!stream) return stream.errors();
    auto read = read_scilab_objects(*stream);
    if (!read) {
      Diagnostic why = read.error();
      why.path = path + ": " + objects;
      why.remedy = "save the diagram again in Xcos, as .xcos or as .zcos";
      return why;
    }
    values = std::move(*read);
  }
  auto file = read_xcos_xml(path + ": " + contents, *xml, values);
  if (!file) return file.errors();
  SourceModel model = to_source(*file, name_of_file(path));
  model.format = "Xcos .zcos";
  return model;
}

}  // namespace sim::importing::xcos
