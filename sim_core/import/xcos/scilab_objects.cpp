#include "sim_core/import/xcos/scilab_objects.h"

#include <string>

#include "sim_core/import/xcos/java_objects.h"

namespace sim::importing::xcos {

namespace {

// Lists hold lists, and a damaged stream itself.
constexpr int max_list_depth = 60;
constexpr std::size_t max_items = 4'000'000;

struct Conversion {
  const JavaObjects& objects;
  std::size_t items = 0;

  const JavaValue* at(int item) const {
    return item < 0 ? nullptr : &objects.values[static_cast<std::size_t>(item)];
  }

  // The rows of an array of arrays, as Scilab's matrices are.
  static bool is_matrix(const JavaValue& value) {
    return value.kind == JavaValue::Kind::Array && value.class_name.starts_with("[[");
  }

  std::vector<double> numbers_of(const JavaValue& rows, int& columns) const {
    std::vector<const JavaValue*> lines;
    columns = 0;
    for (const int item : rows.items)
      if (const JavaValue* line = at(item)) {
        lines.push_back(line);
        columns = std::max(columns, static_cast<int>(line->numbers.size()));
      }
    std::vector<double> numbers;
    for (int c = 0; c < columns; ++c)
      for (const JavaValue* line : lines)
        numbers.push_back(static_cast<std::size_t>(c) < line->numbers.size()
                              ? line->numbers[static_cast<std::size_t>(c)]
                              : 0);
    return numbers;
  }

  void read_texts(const JavaValue& rows, ScilabValue& out) const {
    out.kind = ScilabValue::Kind::Texts;
    out.rows = static_cast<int>(rows.items.size());
    for (const int item : rows.items)
      if (const JavaValue* line = at(item))
        out.columns = std::max(out.columns, static_cast<int>(line->items.size()));
    if (static_cast<std::size_t>(out.rows) * static_cast<std::size_t>(out.columns) > max_items) return;
    for (int c = 0; c < out.columns; ++c)
      for (const int item : rows.items) {
        const JavaValue* line = at(item);
        const bool there = line && static_cast<std::size_t>(c) < line->items.size();
        const JavaValue* text = there ? at(line->items[static_cast<std::size_t>(c)]) : nullptr;
        out.texts.push_back(text ? text->text : std::string());
      }
  }

  // A matrix of booleans or of numbers of any type: the first such array is the real part.
  void read_matrix(const JavaValue& object, ScilabValue& out) const {
    bool real = true;
    out.kind = ScilabValue::Kind::Numbers;
    for (const int item : object.items) {
      const JavaValue* value = at(item);
      if (!value || !is_matrix(*value)) continue;
      if (value->class_name.find("String") != std::string::npos) return read_texts(*value, out);
      int columns = 0;
      std::vector<double> numbers = numbers_of(*value, columns);
      if (real) {
        out.rows = static_cast<int>(value->items.size()), out.columns = columns;
        out.numbers = std::move(numbers);
        real = false;
      } else if (numbers.size() == out.numbers.size()) {
        out.imaginary = std::move(numbers);
      }
    }
  }

  // A corner of a link: its coordinates.
  void read_point(const JavaValue& object, ScilabValue& out) const {
    out.kind = ScilabValue::Kind::Numbers;
    for (const int item : object.items)
      if (const JavaValue* value = at(item); value && value->kind == JavaValue::Kind::Numbers)
        out.numbers.insert(out.numbers.end(), value->numbers.begin(), value->numbers.end());
    out.rows = static_cast<int>(out.numbers.size()), out.columns = 1;
  }

  ScilabValue convert(int item, int depth) {
    ScilabValue out;
    const JavaValue* value = at(item);
    if (!value || depth > max_list_depth || ++items > max_items) return out;
    if (value->kind == JavaValue::Kind::Text) {
      out.kind = ScilabValue::Kind::Texts;
      out.rows = out.columns = 1;
      out.texts.push_back(value->text);
      return out;
    }
    if (value->kind != JavaValue::Kind::Object) return out;
    const std::string& name = value->class_name;
    if (name.ends_with("List")) {
      out.kind = ScilabValue::Kind::List;
      for (const int inner : value->items) {
        const JavaValue* element = at(inner);
        if (!element || element->kind == JavaValue::Kind::Object)
          out.items.push_back(convert(inner, depth + 1));
      }
      return out;
    }
    if (name.ends_with("mxPoint"))
      read_point(*value, out);
    else
      read_matrix(*value, out);
    return out;
  }
};

}  // namespace

Result<std::vector<ScilabValue>> read_scilab_objects(std::string_view bytes) {
  const Result<JavaObjects> objects = read_java_objects(bytes);
  if (!objects) return objects.errors();
  Conversion conversion{*objects};
  for (const int item : objects->contents) {
    ScilabValue list = conversion.convert(item, 0);
    if (list.kind == ScilabValue::Kind::List) return std::move(list.items);
  }
  return error({}, "the stream of objects holds no list of values");
}

}  // namespace sim::importing::xcos
