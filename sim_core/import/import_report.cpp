#include "sim_core/import/import_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace sim::importing {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Exact:
      return "exact";
    case Outcome::Approximated:
      return "approximated";
    case Outcome::Unresolved:
      return "unresolved";
    case Outcome::LeftOut:
      return "left out";
  }
  return "";
}

std::size_t ImportReport::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::count_if(
      blocks.begin(), blocks.end(), [&](const ImportedBlock& b) { return b.outcome == outcome; }));
}

bool ImportReport::complete() const {
  return count(Outcome::Approximated) + count(Outcome::Unresolved) == 0 && undefined.empty() && model.empty();
}

static constexpr Outcome all_outcomes[] = {Outcome::Exact, Outcome::Approximated, Outcome::Unresolved,
                                           Outcome::LeftOut};

// "3 blocks: Plant/Gain, Plant/Gain1, ..."
static std::string told(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t n = 0; n < paths.size() && n < most; ++n) text += (n ? ", " : "") + paths[n];
  if (paths.size() > most) text += " and " + std::to_string(paths.size() - most) + " more";
  return text;
}

std::string to_text(const ImportReport& report) {
  std::string text =
      report.file + " (" + report.format + "): " + std::to_string(report.blocks.size()) + " blocks";
  for (const Outcome outcome : all_outcomes)
    if (const std::size_t n = report.count(outcome))
      text += ", " + std::to_string(n) + ' ' + std::string(name_of(outcome));
  text += '\n';
  std::map<std::string, std::vector<std::string>> groups;
  for (const ImportedBlock& block : report.blocks) {
    const std::string head = std::string(name_of(block.outcome)) + ", " + block.source_type + ": ";
    for (const std::string& remark : block.remarks) groups[head + remark].push_back(block.path);
    if (!block.instead.empty()) groups[head + block.instead].push_back(block.path);
  }
  for (const auto& [what, paths] : groups) text += "  " + what + "\n    " + told(paths) + '\n';
  for (const UndefinedName& name : report.undefined)
    text += "  no value: " + name.name + "\n    used by " + told(name.uses) + '\n';
  for (const Diagnostic& d : report.model) text += "  " + sim::to_text(d) + '\n';
  return text;
}

using Json = nlohmann::ordered_json;

static Json json_of(const ImportReport& report) {
  Json json{{"file", report.file}, {"format", report.format}};
  for (const Outcome outcome : all_outcomes)
    json["counts"][std::string(name_of(outcome))] = report.count(outcome);
  json["blocks"] = Json::array();
  for (const ImportedBlock& b : report.blocks) {
    Json block{{"path", b.path},
               {"source", b.source_type},
               {"target", b.target_type},
               {"outcome", name_of(b.outcome)}};
    if (b.block != no_id) block["id"] = to_number(b.block);
    if (!b.remarks.empty()) block["remarks"] = b.remarks;
    if (!b.instead.empty()) block["instead"] = b.instead;
    json["blocks"].push_back(std::move(block));
  }
  json["undefined"] = Json::array();
  for (const UndefinedName& name : report.undefined)
    json["undefined"].push_back({{"name", name.name}, {"uses", name.uses}});
  json["model"] = Json::array();
  for (const Diagnostic& d : report.model)
    json["model"].push_back({{"path", d.path}, {"message", d.message}, {"remedy", d.remedy}});
  return json;
}

static std::string text_of(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string to_json(const ImportReport& report) { return text_of(json_of(report)); }

std::string to_json(const std::vector<ImportReport>& reports) {
  Json all = Json::array();
  for (const ImportReport& report : reports) all.push_back(json_of(report));
  return text_of(all);
}

}  // namespace sim::importing
