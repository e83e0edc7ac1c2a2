#include "sim_core/diagram/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim_core/base/work.h"
#include "sim_core/diagram/json_reader.h"

namespace sim {

const Json* Json::find(std::string_view key) const {
  auto it = std::find(keys.begin(), keys.end(), key);
  return it == keys.end() ? nullptr : &items[static_cast<std::size_t>(it - keys.begin())];
}

Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

std::string file_place(const std::string& file_name, const std::string& place) {
  if (file_name.empty() || place.empty()) return file_name + place;
  return file_name + ": " + place;
}

static std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto start = before.rfind('\n');
  const auto column = before.size() - (start == std::string_view::npos ? 0 : start + 1);
  return "line " + std::to_string(line) + ", column " + std::to_string(std::max<std::size_t>(column, 1));
}

namespace {

// Builds the tree from nlohmann's event parser, which keeps its own stack on the heap.
class TreeBuilder {
 public:
  using Document = nlohmann::ordered_json;
  TreeBuilder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  Json root;
  std::string problem, remedy;
  std::size_t offset = std::string_view::npos;  // of the problem; npos: not known

  bool null() { return add(Json::Kind::Null, {}); }
  bool boolean(bool value) { return add(Json::Kind::Boolean, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) { return add(Json::Kind::Number, std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) { return add(Json::Kind::Number, std::to_string(value)); }
  // The library puts the decimal sign of the locale, which the window has, in place of the point.
  bool number_float(double, std::string digits) {
    const auto sign = digits.find_first_not_of("0123456789+-eE");
    if (sign != std::string::npos) digits.replace(sign, digits.find_first_of("0123456789", sign) - sign, ".");
    return add(Json::Kind::Number, std::move(digits));
  }
  bool string(std::string& value) { return add(Json::Kind::Text, std::move(value)); }
  bool binary(Document::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::Kind::Object); }
  bool start_array(std::size_t) { return open(Json::Kind::Array); }
  bool end_array() {
    stack_.pop_back();
    return true;
  }
  bool key(std::string& name) {
    stack_.back()->keys.push_back(std::move(name));
    return true;
  }
  bool end_object() {
    std::vector<std::string_view> names(stack_.back()->keys.begin(), stack_.back()->keys.end());
    std::sort(names.begin(), names.end());
    auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end())
      return fail("the member " + json_string(*twice) + " appears twice in one object", "remove one of them");
    stack_.pop_back();
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& e) {
    offset = position;
    const std::string_view what = e.what();
    if (e.id == 406) return fail("the number " + token + " is too large", "write a smaller number");
    if (what.find("UTF-8") != what.npos)
      return fail("the text is not UTF-8 here", "save the file as UTF-8 in a text editor");
    if (position >= text_.size() && what.find("unexpected end of input") != what.npos)
      return fail("the file ends too early", "restore it from a backup, or complete it by hand");
    const std::string shown = token.size() > 40 ? token.substr(0, 40) + "..." : token;
    return fail("this is not valid JSON, near " + json_string(shown),
                "look for a missing comma, quotation mark or bracket");
  }

 private:
  Json* place() {
    if (stack_.empty()) return &root;
    stack_.back()->items.emplace_back();
    return &stack_.back()->items.back();
  }
  bool add(Json::Kind kind, std::string text) {
    charge_.grow(sizeof(Json));
    if (values_ % 4096 == 0) check_stop();
    if (++values_ > limits_.values)
      return fail("the file holds more than " + std::to_string(limits_.values) + " values",
                  "split the model into several files");
    Json* value = place();
    value->kind = kind;
    value->text = std::move(text);
    return true;
  }
  bool open(Json::Kind kind) {
    if (stack_.size() >= limits_.depth)
      return fail("the brackets are nested more than " + std::to_string(limits_.depth) + " deep",
                  "a model needs no more than four levels; look for a bracket that is not closed");
    if (!add(kind, {})) return false;
    stack_.push_back(stack_.empty() ? &root : &stack_.back()->items.back());
    constexpr std::size_t usual_members = 6,
                          usual_items = 2;  // of what is there most often: blocks and points
    stack_.back()->items.reserve(kind == Json::Kind::Object ? usual_members : usual_items);
    if (kind == Json::Kind::Object) stack_.back()->keys.reserve(usual_members);
    return true;
  }
  bool fail(std::string message, std::string what_to_do) {
    problem = std::move(message);
    remedy = std::move(what_to_do);
    return false;
  }

  std::string_view text_;
  JsonLimits limits_;
  std::size_t values_ = 0;
  MemoryCharge charge_;
  std::vector<Json*> stack_;  // the open arrays and objects; none grows while one inside it is open
};

// Counts what the parser has read, so that our own refusals have a place too.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& file_name, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return error(file_name, "the file is larger than " + std::to_string(limits.bytes >> 20) + " MB",
                 "split the model into several files");
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    return error(file_name, "the file is empty", "restore it from a backup, or start a new diagram");
  if (auto zero = text.find('\0'); zero != text.npos)  // the parser takes it for the end
    return error(file_place(file_name, line_and_column(text, zero + 1)), "this is not UTF-8 text",
                 "choose a Fluxion model, or save the file as UTF-8 in a text editor");
  if (auto json = read_json(text, limits)) return *std::move(json);
  std::size_t read = 0;
  TreeBuilder builder(text, limits);
  const bool complete = nlohmann::ordered_json::sax_parse(
      CountingIterator(text.data(), &read), CountingIterator(text.data() + text.size(), &read), &builder);
  if (!complete) {
    const std::size_t offset = builder.offset == std::string_view::npos ? read : builder.offset;
    return error(file_place(file_name, line_and_column(text, offset)), builder.problem, builder.remedy);
  }
  return std::move(builder.root);
}

void append_json_string(std::string& out, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
  if (plain)
    out.append(1, '"').append(text).append(1, '"');
  else
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

static void append(std::string& out, const Json& json) {
  switch (json.kind) {
    case Json::Kind::Null:
      out += "null";
      break;
    case Json::Kind::Boolean:
    case Json::Kind::Number:
    case Json::Kind::Unread:
      out += json.text;
      break;
    case Json::Kind::Text:
      append_json_string(out, json.text);
      break;
    case Json::Kind::Array:
    case Json::Kind::Object: {
      const bool object = json.kind == Json::Kind::Object;
      out += object ? '{' : '[';
      for (std::size_t k = 0; k < json.items.size(); ++k) {
        if (k) out += ", ";
        if (object) {
          append_json_string(out, json.keys[k]);
          out += ": ";
        }
        append(out, json.items[k]);
      }
      out += object ? '}' : ']';
    }
  }
}

std::string to_text(const Json& json) {
  std::string out;
  append(out, json);
  return out;
}

std::string as_read(const std::string& text) {
  const auto json = parse_json(text, {});
  return json ? to_text(*json) : text;
}

}  // namespace sim
