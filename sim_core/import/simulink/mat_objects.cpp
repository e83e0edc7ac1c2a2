#include "sim_core/import/simulink/mat_objects.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim_core/expr/integers.h"
#include "sim_core/expr/parser.h"

namespace sim::importing::simulink {

namespace {

constexpr unsigned char cell_class = 1, opaque_class = 17;
constexpr int max_structure_depth = 8;
constexpr std::size_t max_table = std::size_t{1} << 20, max_cells = 100'000, max_names = 10'000;

std::string text_of(mat::Bytes bytes) {
  std::string out(bytes.begin(), std::find(bytes.begin(), bytes.end(), 0));
  return out;
}

std::optional<Shape> shape_in(const mat::MatrixHeader& header) {
  if (header.dimensions.size() != 2) return std::nullopt;
  const double rows = header.dimensions[0], columns = header.dimensions[1];
  if (!(rows >= 0 && columns >= 0 && rows * columns <= max_workspace_numbers)) return std::nullopt;
  return Shape{static_cast<int>(rows), static_cast<int>(columns)};
}

std::optional<expr::Value> numeric(mat::Elements& rest, const mat::MatrixHeader& header, Shape shape) {
  std::vector<double> parts[2];
  for (int k = 0; k < (header.complex ? 2 : 1); ++k) {
    if (shape.count() == 0) continue;
    const auto element = rest.next();
    auto read = element ? mat::numbers(*element, static_cast<std::size_t>(shape.count()), rest.swapped())
                        : std::nullopt;
    if (!read) return std::nullopt;
    parts[k] = *std::move(read);
  }
  return expr::stored(header.type(), shape, std::move(parts[0]), std::move(parts[1]));
}

// Characters of one line; what is not ASCII becomes a question mark where it is one number a character.
std::optional<expr::Value> text(mat::Elements& rest, Shape shape) {
  if (shape.rows > 1) return std::nullopt;
  const auto element = rest.next();
  if (!element) return shape.count() == 0 ? std::optional(expr::Value::string({})) : std::nullopt;
  if (element->type == mat::Type::Utf8) return expr::Value::string(text_of(element->content));
  const auto letters =
      mat::numbers({element->type == static_cast<mat::Type>(17) ? mat::Type::UInt16 : element->type,
                    element->content, element->whole},
                   static_cast<std::size_t>(shape.count()), rest.swapped());
  if (!letters) return std::nullopt;
  std::string out;
  for (const double c : *letters) out += c >= 32 && c < 127 ? static_cast<char>(c) : '?';
  return expr::Value::string(std::move(out));
}

std::optional<std::vector<std::string>> field_names(mat::Elements& rest) {
  const auto length = rest.next();
  const auto each = length ? mat::numbers(*length, 1, rest.swapped()) : std::nullopt;
  const auto names = rest.next(mat::Type::Int8);
  if (!each || !names || (*each)[0] < 1) return std::nullopt;
  const auto size = static_cast<std::size_t>((*each)[0]);
  std::vector<std::string> out;
  for (std::size_t at = 0; at + size <= names->size(); at += size)
    out.push_back(text_of(names->subspan(at, size)));
  return out;
}

std::optional<expr::Value> structure(mat::Elements& rest, Shape shape, bool swapped, int depth) {
  const auto names = field_names(rest);
  if (!names || depth >= max_structure_depth || shape.count() < 1) return std::nullopt;
  std::vector<expr::Field> fields;
  for (const std::string& name : *names) {
    const bool twice =
        std::any_of(fields.begin(), fields.end(), [&](const expr::Field& f) { return f.name == name; });
    if (!expr::is_name(name) || twice) return std::nullopt;
    fields.push_back({name, {}});
  }
  for (int k = 0; k < shape.count(); ++k)
    for (expr::Field& field : fields) {
      const auto content = rest.next(mat::Type::Matrix);
      auto value = content ? matrix_value(*content, swapped, depth + 1) : std::nullopt;
      if (!value) return std::nullopt;
      field.values.push_back(*std::move(value));
    }
  return expr::Value::structure(shape, std::move(fields));
}

}  // namespace

std::optional<expr::Value> matrix_value(mat::Bytes content, bool swapped, int depth) {
  mat::Elements rest(content, swapped);
  const auto header = mat::read_matrix_header(rest);
  const auto shape = header ? shape_in(*header) : std::nullopt;
  if (!shape) return std::nullopt;
  if (header->is_numeric()) return numeric(rest, *header, *shape);
  if (header->matrix_class == static_cast<unsigned char>(mat::Class::Text)) return text(rest, *shape);
  if (header->matrix_class == static_cast<unsigned char>(mat::Class::Structure))
    return structure(rest, *shape, swapped, depth);
  return std::nullopt;
}

// Behind its flags, which say that it is opaque: three texts, then what it is made of.
static std::optional<mat::Bytes> opaque_content(mat::Bytes content, bool swapped, std::string (&texts)[3]) {
  mat::Elements rest(content, swapped);
  const auto flags = rest.next();
  const auto words = flags ? mat::numbers(*flags, 1, swapped) : std::nullopt;
  if (!words || std::fmod((*words)[0], 256) != opaque_class) return std::nullopt;
  for (std::string& text : texts) {
    const auto bytes = rest.next(mat::Type::Int8);
    if (!bytes) return std::nullopt;
    text = text_of(*bytes);
  }
  return rest.next(mat::Type::Matrix);
}

std::optional<ObjectVariable> object_variable(mat::Bytes content, bool swapped) {
  std::string texts[3];
  const auto inside = opaque_content(content, swapped, texts);
  if (!inside || texts[1] != "MCOS") return std::nullopt;
  ObjectVariable out{texts[0], texts[2], 0};
  const auto numbers = matrix_value(*inside, swapped);
  // A mark, the number of dimensions and these, the numbers of the objects, that of the class.
  if (numbers && numbers->is_numeric() && numbers->size() == 6 && (*numbers)[1] == 2 && (*numbers)[2] == 1 &&
      (*numbers)[3] == 1 && (*numbers)[4] >= 1 && (*numbers)[4] < 1e6)
    out.object = static_cast<std::uint32_t>((*numbers)[4]);
  return out;
}

std::optional<MatObjects> MatObjects::read(mat::Bytes matrix, bool swapped) {
  // A list of bytes that is a file of its own: 8 bytes, then a structure with the field MCOS.
  mat::Elements outer(matrix, swapped);
  const auto header = mat::read_matrix_header(outer);
  const auto bytes =
      header && header->is_numeric() && header->name.empty() ? outer.next(mat::Type::UInt8) : std::nullopt;
  if (!bytes || bytes->size() < 8) return std::nullopt;
  const auto wrapped = mat::Elements(bytes->subspan(8), swapped).next(mat::Type::Matrix);
  if (!wrapped) return std::nullopt;
  mat::Elements fields(*wrapped, swapped);
  if (!mat::read_matrix_header(fields)) return std::nullopt;
  const auto names = field_names(fields);
  if (!names || names->empty() || names->front() != "MCOS") return std::nullopt;
  const auto object = fields.next(mat::Type::Matrix);
  std::string texts[3];
  const auto list = object ? opaque_content(*object, swapped, texts) : std::nullopt;
  if (!list) return std::nullopt;
  mat::Elements cells(*list, swapped);
  const auto kind = mat::read_matrix_header(cells);
  if (!kind || kind->matrix_class != cell_class) return std::nullopt;
  MatObjects out;
  out.swapped_ = swapped;
  while (const auto cell = cells.next(mat::Type::Matrix)) {
    if (out.cells_.size() == max_cells) return std::nullopt;
    out.cells_.emplace_back(cell->begin(), cell->end());
  }
  if (out.cells_.empty()) return std::nullopt;
  mat::Elements first(out.cells_.front(), swapped);
  if (!mat::read_matrix_header(first)) return std::nullopt;
  const auto table = first.next(mat::Type::UInt8);
  constexpr std::size_t names_begin = 40;
  if (!table || table->size() < names_begin || table->size() > max_table) return std::nullopt;
  out.table_.assign(table->begin(), table->end());
  const std::size_t count = out.number_at(4),
                    end = std::min<std::size_t>(out.number_at(8), out.table_.size());
  for (std::size_t at = names_begin; at < end && out.names_.size() < std::min(count, max_names);) {
    const std::string name = text_of(mat::Bytes(out.table_).subspan(at, end - at));
    at += name.size() + 1;
    out.names_.push_back(name);
  }
  return out;
}

std::uint32_t MatObjects::number_at(std::size_t byte) const {
  if (byte > table_.size() || table_.size() - byte < 4) return 0;
  std::uint32_t out = 0;
  for (std::size_t k = 0; k < 4; ++k)
    out |= static_cast<std::uint32_t>(table_[byte + (swapped_ ? 3 - k : k)]) << (8 * k);
  return out;
}

std::string MatObjects::name_at(std::uint32_t index) const {
  return index >= 1 && index <= names_.size() ? names_[index - 1] : std::string();
}

// The block of this number in a region: how many there are, then three numbers for each, to whole 8 bytes.
std::vector<MatObjects::Given> MatObjects::properties_at(std::size_t region, std::size_t end,
                                                         std::uint32_t index) const {
  std::size_t at = region;
  for (std::uint32_t block = 0; at + 4 <= std::min(end, table_.size()); ++block) {
    const std::size_t count = number_at(at), size = (4 + 12 * count + 7) / 8 * 8;
    if (count > table_.size() / 12) return {};
    if (block == index) {
      std::vector<Given> out;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t from = at + 4 + 12 * k;
        out.push_back({name_at(number_at(from)), number_at(from + 4), number_at(from + 8)});
      }
      return out;
    }
    at += size;
  }
  return {};
}

std::optional<expr::Value> MatObjects::property(std::uint32_t object, std::string_view name) const {
  // Where the regions begin: classes, properties of one kind, objects, properties of the other kind, and what
  // follows.
  std::size_t regions[5];
  for (std::size_t k = 0; k < 5; ++k) regions[k] = number_at(8 + 4 * k);
  constexpr std::size_t object_bytes = 24;
  const std::size_t entry = regions[2] + object_bytes * object;
  if (object == 0 || entry + object_bytes > std::min(regions[3], table_.size())) return std::nullopt;
  for (const auto& [region, index] :
       {std::pair(std::size_t{1}, number_at(entry + 12)), std::pair(std::size_t{3}, number_at(entry + 16))})
    for (const Given& given :
         index == 0 ? std::vector<Given>() : properties_at(regions[region], regions[region + 1], index)) {
      constexpr std::uint32_t in_cell = 1, itself = 2;
      if (given.name != name) continue;
      if (given.kind == itself) return expr::Value::boolean(given.value != 0);
      const std::size_t cell = std::size_t{given.value} + 2;
      if (given.kind == in_cell && cell < cells_.size()) return matrix_value(cells_[cell], swapped_);
    }
  return std::nullopt;
}

}  // namespace sim::importing::simulink
