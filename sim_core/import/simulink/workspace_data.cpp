#include "sim_core/import/simulink/workspace_data.h"

#include <algorithm>
#include <optional>

#include "sim_core/expr/parser.h"
#include "sim_core/import/simulink/cells.h"
#include "sim_core/import/simulink/mat_objects.h"

namespace sim::importing::simulink {

static constexpr std::size_t header_bytes = 128, max_unpacked = std::size_t{1} << 26, max_elements = 1'000;

// The matrices of the file, unpacked; all together not larger than they may be.
static std::vector<std::vector<unsigned char>> matrices_in(mat::Bytes bytes, bool swapped) {
  std::vector<std::vector<unsigned char>> all;
  std::size_t room = max_unpacked;
  mat::Elements elements(bytes, swapped);
  while (const auto element = elements.next()) {
    if (all.size() == max_elements || !element->whole) break;
    std::vector<unsigned char> content;
    if (element->type == mat::Type::Compressed) {
      const std::vector<unsigned char> inside = mat::unpacked(element->content, room);
      const auto matrix = mat::Elements(inside, swapped).next(mat::Type::Matrix);
      if (matrix) content.assign(matrix->begin(), matrix->end());
    } else if (element->type == mat::Type::Matrix) {
      content.assign(element->content.begin(), element->content.end());
    }
    if (content.size() > room) break;
    room -= content.size();
    all.push_back(std::move(content));
  }
  return all;
}

static std::string name_in(mat::Bytes matrix, bool swapped) {
  mat::Elements rest(matrix, swapped);
  const auto header = mat::read_matrix_header(rest);
  return header ? header->name : std::string();
}

WorkspaceData workspace_data_in(std::string_view text) {
  WorkspaceData out;
  if (text.size() < header_bytes) return out;
  const bool swapped = text.substr(126, 2) == "MI";
  if (!swapped && text.substr(126, 2) != "IM") return out;
  const mat::Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  const auto matrices = matrices_in(bytes.subspan(header_bytes), swapped);
  std::optional<MatObjects> objects;
  for (const auto& matrix : matrices)
    if (!objects) objects = MatObjects::read(matrix, swapped);
  const auto take = [&](const std::string& name, std::optional<expr::Value> value,
                        const std::string& otherwise) {
    if (value && expr::is_name(name))
      out.values.emplace_back(name, *std::move(value));
    else if (!name.empty())
      out.unread.push_back(name + otherwise);
  };
  for (const auto& matrix : matrices) {
    if (const auto object = object_variable(matrix, swapped)) {
      auto value = objects && object->class_name == "Simulink.Parameter"
                       ? objects->property(object->object, "Value")
                       : std::nullopt;
      take(object->name, std::move(value), ", a " + object->class_name);
    } else if (auto cells = cell_values(matrix, swapped); !cells.empty()) {
      for (auto& [name, value] : cells) take(name, std::move(value), "");
    } else if (const std::string name = name_in(matrix, swapped); !name.empty()) {
      take(name, matrix_value(matrix, swapped), "");
    }
  }
  return out;
}

}  // namespace sim::importing::simulink
