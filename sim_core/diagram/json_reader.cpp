#include "sim_core/diagram/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/base/work.h"

namespace sim {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Of a text in quotation marks: neither its end, nor an escape, nor a part of a longer character.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// How many bytes the character beyond ASCII at `at` has; 0: it is not UTF-8. Neither surrogates, nor more
// bytes than a character needs, nor what is beyond the last one (RFC 3629).
int length_of_character(const char* at, const char* end) {
  const auto byte = [&](int k) { return static_cast<unsigned char>(at[k]); };
  const int length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || end - at < length) return 0;
  const unsigned char low = byte(0) == 0xE0 ? 0xA0 : byte(0) == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = byte(0) == 0xED ? 0x9F : byte(0) == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (int k = 2; k < length; ++k)
    if (byte(k) < 0x80 || byte(k) > 0xBF) return 0;
  return length;
}

void append_character(std::string& out, std::uint32_t code) {
  const auto rest = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    rest(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    rest(6), rest(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    rest(12), rest(6), rest(0);
  }
}

// Of few names, as elements have them, each with all before it.
bool all_differ(const std::vector<std::string>& names) {
  constexpr std::size_t few = 8;
  if (names.size() <= few) {
    for (std::size_t k = 1; k < names.size(); ++k)
      for (std::size_t earlier = 0; earlier < k; ++earlier)
        if (names[earlier] == names[k]) return false;
    return true;
  }
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

// All functions return whether the text is right so far, and leave at_ behind what they have read.
class JsonReader {
 public:
  JsonReader(std::string_view text, const JsonLimits& limits, std::span<const std::string_view> unread = {})
      : at_(text.data()), end_(text.data() + text.size()), limits_(limits), unread_(unread) {}

  bool read(Json& root) {
    if (!read_value(root)) return false;
    while (!open_.empty())
      if (!read_next(*open_.back())) return false;
    skip_space();
    return at_ == end_;
  }
  std::size_t values() const { return values_; }

 private:
  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool skip(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  // The next item of an open array or object, or its end.
  bool read_next(Json& open) {
    const bool object = open.kind == Json::Kind::Object;
    skip_space();
    if (skip(object ? '}' : ']')) {
      open_.pop_back();
      if (&open == unread_list_) unread_list_ = nullptr;  // its place may be another's later
      return !object || all_differ(open.keys);
    }
    if (!open.items.empty() && !skip(',')) return false;
    if (object) {
      skip_space();
      if (!skip('"') || !read_text(open.keys.emplace_back())) return false;
      skip_space();
      if (!skip(':')) return false;
    }
    Json& item = open.items.emplace_back();
    return &open == unread_list_ ? leave_unread(item) : read_value(item);
  }

  bool count_value() {
    skip_space();
    charge_.grow(sizeof(Json));
    if (values_ % 4096 == 0) check_stop();
    return ++values_ <= limits_.values && at_ != end_;
  }

  bool leave_unread(Json& value) {
    skip_space();
    if (at_ == end_ || *at_ != '{') return read_value(value);
    const char* const first = at_;
    if (!count_value() || !skip_object()) return false;
    value.kind = Json::Kind::Unread;
    value.text.assign(first, at_);
    charge_.grow(value.text.size());
    return true;
  }

  bool skip_object() {
    for (std::size_t depth = 0; at_ != end_; ++at_) {
      if (*at_ == '"') {
        for (++at_; at_ != end_ && *at_ != '"'; ++at_)
          if (*at_ == '\\' && ++at_ == end_) return false;
        if (at_ == end_) return false;
      } else if (*at_ == '{' || *at_ == '[') {
        ++depth;
      } else if (*at_ == '}' || *at_ == ']') {
        if (--depth == 0) return skip(*at_);
      }
    }
    return false;
  }

  bool read_value(Json& value) {
    if (!count_value()) return false;
    switch (*at_) {
      case '{':
        return open(Json::Kind::Object, value);
      case '[':
        return open(Json::Kind::Array, value);
      case '"':
        ++at_;
        value.kind = Json::Kind::Text;
        return read_text(value.text);
      case 't':
        return read_word("true", Json::Kind::Boolean, value);
      case 'f':
        return read_word("false", Json::Kind::Boolean, value);
      case 'n':
        return read_word("null", Json::Kind::Null, value);
      default:
        return read_number(value);
    }
  }

  bool open(Json::Kind kind, Json& value) {
    if (open_.size() >= limits_.depth) return false;
    ++at_;
    value.kind = kind;
    constexpr std::size_t usual_members = 6,
                          usual_items = 2;  // of what is there most often: blocks and points
    value.items.reserve(kind == Json::Kind::Object ? usual_members : usual_items);
    if (kind == Json::Kind::Object) value.keys.reserve(usual_members);
    open_.push_back(&value);
    const bool listed = open_.size() == 2 && kind == Json::Kind::Array && !open_.front()->keys.empty();
    if (listed && std::find(unread_.begin(), unread_.end(), open_.front()->keys.back()) != unread_.end())
      unread_list_ = &value;
    return true;
  }

  bool read_word(std::string_view word, Json::Kind kind, Json& value) {
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
    at_ += word.size();
    value.kind = kind;
    if (kind == Json::Kind::Boolean) value.text = word;
    return true;
  }

  bool skip_digits() {
    const char* const first = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != first;
  }

  bool read_number(Json& value) {
    const char* const first = at_;
    skip('-');
    if (!skip('0') && !skip_digits()) return false;
    bool whole = true, exponent = false;
    if (skip('.')) {
      whole = false;
      if (!skip_digits()) return false;
    }
    if (skip('e') || skip('E')) {
      exponent = true;
      if (!skip('+')) skip('-');
      if (!skip_digits()) return false;
    }
    value.kind = Json::Kind::Number;
    value.text.assign(first, at_);
    if (whole && !exponent && value.text == "-0") value.text = "0";
    constexpr std::size_t surely_finite = 300;  // digits
    return (!exponent && value.text.size() <= surely_finite) || is_finite(value.text);
  }

  // Numbers that are too near to zero are left to the library as well.
  static bool is_finite(const std::string& digits) {
    double number = 0;
    return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc();
  }

  // Behind the first quotation mark.
  bool read_text(std::string& out) {
    const char* plain = at_;
    while (at_ != end_ && is_plain(*at_)) ++at_;
    out.assign(plain, at_);
    for (;;) {
      if (skip('"')) return true;
      if (at_ == end_) return false;
      if (skip('\\')) {
        if (!read_escape(out)) return false;
      } else {
        const int length = length_of_character(at_, end_);
        if (length == 0) return false;
        out.append(at_, static_cast<std::size_t>(length));
        at_ += length;
      }
      plain = at_;
      while (at_ != end_ && is_plain(*at_)) ++at_;
      out.append(plain, at_);
    }
  }

  bool read_escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (skip('u')) return read_code(out);
    const auto letter = at_ == end_ ? std::string_view::npos : letters.find(*at_);
    if (letter == std::string_view::npos) return false;
    out += meanings[letter];
    ++at_;
    return true;
  }

  bool read_hexadecimal(std::uint32_t& code) {
    if (end_ - at_ < 4) return false;
    const auto [to, failed] = std::from_chars(at_, at_ + 4, code, 16);
    if (failed != std::errc() || to != at_ + 4) return false;
    at_ += 4;
    return true;
  }

  // Characters beyond the first 65,536 are two halves, of which neither stands alone.
  bool read_code(std::string& out) {
    std::uint32_t code = 0, low = 0;
    if (!read_hexadecimal(code)) return false;
    const auto is_half = [](std::uint32_t c, std::uint32_t first) { return c >= first && c < first + 0x400; };
    if (is_half(code, 0xDC00)) return false;
    if (is_half(code, 0xD800)) {
      if (!skip('\\') || !skip('u') || !read_hexadecimal(low) || !is_half(low, 0xDC00)) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_character(out, code);
    return true;
  }

  const char* at_;
  const char* const end_;
  const JsonLimits limits_;
  const std::span<const std::string_view> unread_;
  const Json* unread_list_ = nullptr;
  std::size_t values_ = 0;
  MemoryCharge charge_;
  std::vector<Json*> open_;  // arrays and objects; none grows while one inside it is open
};

}  // namespace

std::optional<Json> read_json(std::string_view text, const JsonLimits& limits) {
  return read_json_outline(text, {}, limits);
}

std::optional<Json> read_json_outline(std::string_view text, std::span<const std::string_view> lists,
                                      const JsonLimits& limits) {
  std::optional<Json> root(std::in_place);
  if (text.size() > limits.bytes || !JsonReader(text, limits, lists).read(*root)) root.reset();
  return root;
}

UnreadJson::UnreadJson(const JsonLimits& limits) : left_(limits) {
  constexpr std::size_t above = 2;  // the object and the list
  left_.depth -= std::min(left_.depth, above);
}

const Json* UnreadJson::read(const Json& json) {
  if (json.kind != Json::Kind::Unread) return &json;
  read_.keys.clear();
  read_.items.clear();
  JsonReader reader(json.text, left_);
  if (!reader.read(read_)) return nullptr;
  left_.values -= reader.values();
  return &read_;
}

}  // namespace sim
