#include "sim_core/import/simulink/readers.h"

#include <algorithm>

#include "sim_core/base/text.h"
#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/companion_functions.h"
#include "sim_core/import/simulink/data_files.h"
#include "sim_core/import/simulink/encoding.h"
#include "sim_core/import/simulink/mdl_parser.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/package.h"

namespace sim::importing::simulink {

bool is_slx(std::string_view bytes) {
  return bytes.starts_with("PK") && bytes.find("simulink/blockdiagram") != bytes.npos;
}

bool is_mdl(std::string_view bytes) {
  if (is_text_package(bytes)) return true;
  // Comments may come first.
  for (std::size_t at = 0; at < std::min<std::size_t>(bytes.size(), 65536);) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    const std::size_t first = line.find_first_not_of(" \t\r\xEF\xBB\xBF");
    if (first != line.npos && line[first] != '#')
      return line.substr(first).starts_with("Model") || line.substr(first).starts_with("Library");
    at = end + 1;
  }
  return false;
}

static const Record* model_section(const Record& top) {
  for (const char* word : {"Model", "Library", "Subsystem"})
    if (const Record* section = top.child(word)) return section;
  return nullptr;
}

static void add_defaults(ModelParts& parts, const Record& section) {
  const Record* defaults = section.child("BlockParameterDefaults");
  if (!defaults) return;
  for (const Record& block : defaults->children)
    if (block.word == "Block") parts.defaults.push_back(block);
}

// What the text between quotes behind SavedCharacterEncoding says.
static std::string encoding_of(std::string_view bytes) {
  constexpr std::string_view key = "SavedCharacterEncoding";
  const std::size_t at = bytes.find(key);
  if (at == bytes.npos) return {};
  const std::size_t open = bytes.find('"', at), close = open == bytes.npos ? open : bytes.find('"', open + 1);
  return close == bytes.npos || close - open > 40 ? std::string()
                                                  : std::string(bytes.substr(open + 1, close - open - 1));
}

static Result<SourceModel> read_mdl(const std::string& path, std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const auto top = parse_mdl(path, to_utf8(bytes, encoding_of(bytes)));
  if (!top) return top.errors();
  const Record* section = model_section(*top);
  if (!section)
    return error(path, "the file has no section Model or Library", "choose a model that Simulink has saved");
  ModelParts parts;
  parts.path = path;
  parts.model = *section;
  const std::string version = section->value("Version");
  parts.version = parse_number(version).value_or(0);
  parts.format = "Simulink .mdl, version " + version;
  add_defaults(parts, *section);
  if (const Record* charts = top->child("Stateflow")) parts.stateflow.push_back(*charts);
  return read_model(parts);
}

// "R2020b", from whichever part says it.
static std::string release_of(const Package& package) {
  for (const auto& [name, key] : {std::pair("metadata/mwcoreProperties.xml", "matlabRelease"),
                                  std::pair("metadata/mwcorePropertiesReleaseInfo.xml", "release"),
                                  std::pair("metadata/coreProperties.xml", "version")}) {
    if (!package.has(name)) continue;
    const auto part = read_part(package, name, name);
    if (!part) continue;
    for (const Record& child : part->children)
      if (std::string_view(child.word).ends_with(key) && !child.value("#text").empty())
        return child.value("#text");
  }
  return "?";
}

static Result<ModelParts> parts_of(const std::string& path, const Package& package) {
  ModelParts parts;
  parts.path = path;
  auto top = read_part(package, path, "simulink/blockdiagram.xml");
  if (!top) return top.errors();
  Record* section = const_cast<Record*>(model_section(*top));
  if (!section) return error(path + ": simulink/blockdiagram.xml", "there is no element Model or Library");
  parts.model = std::move(*section);
  const std::string release = release_of(package);
  parts.format = "Simulink " + package.form + ", " + release;
  // As .mdl files count: R2020a is version 10.1, and there are two a year.
  if (const auto year = numbers_of(std::string_view(release).substr(1)); !year.empty())
    parts.version = 10.1 + 0.2 * (year[0] - 2020);
  add_defaults(parts, parts.model);
  for (const std::string& name : package.names) {
    const bool charts = name == "simulink/stateflow.xml" || name.starts_with("simulink/stateflow/");
    const bool settings = name.starts_with("simulink/configSet") && name != "simulink/configSetInfo.xml";
    const bool workspace = name == "simulink/modelworkspace.mat";
    auto data = workspace ? package.read(name) : Result<std::string>(std::string());
    if (data) parts.workspace += *data;
    if (!data || name.ends_with("modelWorkspace.mxarray")) parts.opaque.push_back(name);
    if (!name.ends_with(".xml") || !(charts || settings || name == "simulink/bddefaults.xml")) continue;
    auto part = read_part(package, path, name);
    if (!part) return part.errors();
    if (charts)
      parts.stateflow.push_back(*std::move(part));
    else if (settings)
      parts.settings.push_back(*std::move(part));
    else
      add_defaults(parts, *part);
  }
  return parts;
}

Result<SourceModel> read_file(const std::string& path, std::string_view bytes) {
  const bool zip = is_slx(bytes);
  if (!zip && !is_text_package(bytes)) return read_mdl(path, bytes);
  const auto package = zip ? open_zip_package(path, bytes) : open_text_package(path, bytes);
  if (!package) return package.errors();
  const auto parts = parts_of(path, *package);
  if (!parts) return parts.errors();
  return read_model(*parts);
}

Result<SourceModel> read_simulink(const std::string& path, std::string_view bytes) {
  auto model = read_file(path, bytes);
  if (model) {
    if (const SourceSize size = size_of(model->root); size.blocks > max_import_blocks)
      return error(path, "the model has more blocks than can be opened: " + std::to_string(size.blocks));
    resolve_links(*model, path);
    choose_variants(*model);
    find_data_files(*model, path);
    find_functions(*model, path);
  }
  return model;
}

}  // namespace sim::importing::simulink
