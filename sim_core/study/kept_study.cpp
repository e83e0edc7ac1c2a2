#include "sim_core/study/kept_study.h"

#include <nlohmann/json.hpp>

#include "sim_core/diagram/file_members.h"
#include "sim_core/diagram/json.h"

namespace sim {

std::optional<KeptStudy> kept_study(const Diagram& diagram, Diagnostics* problems) {
  const auto member = diagram.unknown.find(study_member);
  if (member == diagram.unknown.end()) return std::nullopt;
  const auto refuse = [&](const Diagnostics& why) {
    if (problems) problems->insert(problems->end(), why.begin(), why.end());
    return std::nullopt;
  };
  using Ordered = nlohmann::ordered_json;
  Ordered json = Ordered::parse(member->second, nullptr, false);
  if (!json.is_object() || !json.contains("study"))
    return refuse({warning(study_member, "it is no object with a study", "write {\"study\": {...}}")});
  KeptStudy kept;
  if (json.contains("file") && json["file"].is_string()) kept.file = json["file"].get<std::string>();
  auto study = read_draft(json["study"].dump(), study_member);
  if (!study) return refuse(study.errors());
  if (study->variations.size() > most_variations || study->results.size() > most_results)
    return refuse(
        {warning(study_member, "it has too many variations or results", "keep it in a file of its own")});
  kept.study = *std::move(study);
  return kept;
}

std::string study_text(const KeptStudy& kept) {
  std::string text = "{\"study\": " + write_study(kept.study);
  if (!kept.file.empty()) text += ", \"file\": " + json_string(kept.file);
  return as_read(text + '}');
}

Diagram without_plans(Diagram diagram) {
  for (const std::string_view member : file_members::top_kept) diagram.unknown.erase(std::string(member));
  return diagram;
}

}  // namespace sim
