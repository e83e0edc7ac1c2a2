#include "sim_core/import/kept_report.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/json.h"

namespace sim::importing {

using nlohmann::ordered_json;

static constexpr Outcome outcomes[] = {Outcome::Exact, Outcome::Approximated, Outcome::Unresolved,
                                       Outcome::LeftOut};

static bool is_plain(const ImportedBlock& block) {
  return block.outcome == Outcome::Exact && block.block != no_id && block.remarks.empty() &&
         block.instead.empty();
}

static ordered_json json_of(const ImportedBlock& block) {
  ordered_json json{{"path", block.path}, {"source", block.source_type}, {"outcome", name_of(block.outcome)}};
  if (block.block != no_id) json["id"] = to_number(block.block);
  if (!block.target_type.empty()) json["target"] = block.target_type;
  if (!block.remarks.empty()) json["remarks"] = block.remarks;
  if (!block.instead.empty()) json["instead"] = block.instead;
  return json;
}

void keep_report(Diagram& diagram, const ImportReport& report) {
  ordered_json json{{"file", std::filesystem::path(report.file).filename().string()},
                    {"format", report.format},
                    {"exact", ordered_json::object()},
                    {"blocks", ordered_json::array()},
                    {"undefined", ordered_json::array()},
                    {"model", ordered_json::array()}};
  for (const ImportedBlock& block : report.blocks)
    if (is_plain(block))
      json["exact"][block.source_type].push_back(to_number(block.block));
    else
      json["blocks"].push_back(json_of(block));
  for (const UndefinedName& name : report.undefined)
    json["undefined"].push_back({{"name", name.name}, {"uses", name.uses}});
  for (const Diagnostic& d : report.model)
    json["model"].push_back({{"path", d.path}, {"message", d.message}, {"remedy", d.remedy}});
  // In the words of the file's reader, so that a saved model is the one that was imported.
  const std::string text = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  if (const auto written = parse_json(text, {})) diagram.unknown[report_member] = to_text(*written);
}

bool has_report(const Diagram& diagram) { return diagram.unknown.contains(report_member); }

// The member of an object of a file that is distrusted, where it is of this kind.
static const sim::Json* find(const sim::Json& object, const char* key, sim::Json::Kind kind) {
  const sim::Json* member = object.kind == sim::Json::Kind::Object ? object.find(key) : nullptr;
  return member && member->kind == kind ? member : nullptr;
}
static std::string text_of(const sim::Json& object, const char* key) {
  const sim::Json* member = find(object, key, sim::Json::Kind::Text);
  return member ? member->text : std::string();
}
static const std::vector<sim::Json>& items_of(const sim::Json& object, const char* key) {
  static const std::vector<sim::Json> none;
  const sim::Json* member = find(object, key, sim::Json::Kind::Array);
  return member ? member->items : none;
}
static std::vector<std::string> texts_of(const sim::Json& object, const char* key) {
  std::vector<std::string> out;
  for (const sim::Json& item : items_of(object, key))
    if (item.kind == sim::Json::Kind::Text) out.push_back(item.text);
  return out;
}
static Id id_of(const sim::Json& json) {
  const bool digits = json.kind == sim::Json::Kind::Number && !json.text.empty() && json.text.size() <= 16 &&
                      json.text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? Id{std::stoull(json.text)} : no_id;
}

static ImportedBlock read_block(const sim::Json& json) {
  ImportedBlock block;
  block.path = text_of(json, "path");
  block.source_type = text_of(json, "source");
  block.target_type = text_of(json, "target");
  const std::string outcome = text_of(json, "outcome");
  for (const Outcome each : outcomes)
    if (name_of(each) == outcome) block.outcome = each;
  if (const sim::Json* id = find(json, "id", sim::Json::Kind::Number)) block.block = id_of(*id);
  block.remarks = texts_of(json, "remarks");
  block.instead = text_of(json, "instead");
  return block;
}

std::optional<ImportReport> kept_report(const Diagram& diagram) {
  const auto member = diagram.unknown.find(report_member);
  if (member == diagram.unknown.end()) return std::nullopt;
  const auto json = parse_json(member->second, {});
  if (!json || json->kind != sim::Json::Kind::Object) return std::nullopt;
  ImportReport report;
  report.file = text_of(*json, "file"), report.format = text_of(*json, "format");
  for (const sim::Json& block : items_of(*json, "blocks")) report.blocks.push_back(read_block(block));
  if (const sim::Json* exact = find(*json, "exact", sim::Json::Kind::Object))
    for (const std::string& type : exact->keys)
      for (const sim::Json& number : items_of(*exact, type.c_str())) {
        const Id id = id_of(number);
        const std::string path = diagram.blocks.contains(id) ? block_path(diagram, id) : std::string();
        report.blocks.push_back({path, id, type, {}, Outcome::Exact, {}, {}});
      }
  for (const sim::Json& name : items_of(*json, "undefined"))
    report.undefined.push_back({text_of(name, "name"), texts_of(name, "uses")});
  for (const sim::Json& d : items_of(*json, "model"))
    report.model.push_back(warning(text_of(d, "path"), text_of(d, "message"), text_of(d, "remedy")));
  return report;
}

}  // namespace sim::importing
