#include "sim_core/model_run/file_needs.h"

#include <filesystem>

#include "sim_core/base/data_file.h"
#include "sim_core/diagram/data_file_names.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/signal_links.h"
#include "sim_core/model_run/sinks.h"
#include "sim_core/model_run/written_files.h"

namespace sim {

namespace fs = std::filesystem;

std::optional<AccessKind> missing_to_write(const FileAccess& access, const fs::path& file) {
  std::error_code failed;
  if (!access.may_write(file)) return AccessKind::Write;
  if (!access.may_replace(file) && fs::exists(file, failed) && !was_written_by_run(file))
    return AccessKind::Replace;
  return std::nullopt;
}

std::vector<FileNeed> missing_access(const Diagram& diagram, const BlockLibrary& library,
                                     const std::string& folder) {
  std::vector<FileNeed> needs;
  if (!diagram.access) return needs;
  const FileAccess& access = *diagram.access;
  const auto whole = [&](const std::string& file) { return (fs::path(folder) / file).lexically_normal(); };
  for (const std::string& file : data_file_names(setting(diagram, data_files_setting)))
    if (!access.may_read(whole(file))) needs.push_back({AccessKind::Read, no_id, whole(file).string()});
  for (const auto& [id, block] : diagram.blocks) {
    const auto text_of = [&library, &block = block](const char* parameter) {
      const auto found = block.parameters.find(parameter);
      if (found != block.parameters.end()) return found->second;
      const BlockType* type = library.find(block.type);
      const int index = type ? type->parameter_index(parameter) : -1;
      return index < 0 ? std::string() : type->parameters[static_cast<std::size_t>(index)].default_text;
    };
    if (block.link && !block.link->broken && !access.may_read(whole(block.link->file)))
      needs.push_back({AccessKind::Read, id, whole(block.link->file).string()});
    if (const std::string data = text_of(data_file_parameter); !data.empty() && !access.may_read(whole(data)))
      needs.push_back({AccessKind::Read, id, whole(data).string()});
    if (const std::string file = text_of(to_file_parameter); block.type == to_file_type && !file.empty())
      if (const auto missing = missing_to_write(access, whole(file)))
        needs.push_back({*missing, id, whole(file).string()});
    if (exchanges_signals(block.type))
      if (const std::string place = link_place(diagram, library, block); !access.may_exchange(place))
        needs.push_back({AccessKind::Exchange, id, place});
  }
  return needs;
}

}  // namespace sim
