#include "sim_core/diagram/migrations.h"

#include "sim_core/base/text.h"

namespace sim {

std::span<const Migration> migrations() { return {}; }

Result<int> migrate(Json& file, const std::string& file_name, std::span<const Migration> table) {
  Json* version = file.kind == Json::Kind::Object ? file.find("fluxion") : nullptr;
  if (!version)
    return error(file_name, "this is not a Fluxion model: it has no member \"fluxion\"",
                 "choose a .flx file; a model begins with {\"fluxion\": 1");
  const auto number = version->kind == Json::Kind::Number ? parse_number(version->text) : std::nullopt;
  if (!number || *number < 1 || *number > 1e9 || *number != static_cast<int>(*number))
    return error(file_place(file_name, "fluxion"), "the format version is not a positive whole number",
                 "write \"fluxion\": 1");
  const int newest = static_cast<int>(table.size()) + 1;
  const int found = static_cast<int>(*number);
  if (found > newest)
    return error(file_place(file_name, "fluxion"),
                 "the file has format version " + std::to_string(found) +
                     "; this program reads up to version " + std::to_string(newest),
                 "open it with a newer Fluxion, one that reads format version " + std::to_string(found));
  for (int k = found; k < newest; ++k) table[static_cast<std::size_t>(k - 1)](file);
  if (Json* now = file.find("fluxion")) now->text = std::to_string(newest);
  return found;
}

}  // namespace sim
