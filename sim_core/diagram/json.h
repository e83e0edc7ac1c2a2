#pragma once
// JSON text as a tree that loses nothing: members keep their order and numbers keep their digits (0.10 stays
// 0.10), so that what this version does not know is saved as it came. Reading distrusts its input: it never
// recurses, and it stops at the limits.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct Json {
  enum class Kind { Null, Boolean, Number, Text, Array, Object, Unread };
  Kind kind = Kind::Null;
  std::string text;               // of a Text; "true" or "false"; the digits of a Number; all of an Unread
  std::vector<std::string> keys;  // of an Object, in the order of the file, each once
  std::vector<Json> items;        // of an Array or, one for each key, an Object

  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
};

struct JsonLimits {
  std::size_t bytes = std::size_t{256} << 20;
  std::size_t depth = 64;
  std::size_t values = 20'000'000;
};

// The tree of `text`. On failure one diagnostic at "file_name: line 3, column 7".
Result<Json> parse_json(std::string_view text, const std::string& file_name, const JsonLimits& limits = {});

// The text on one line: {"k": [1, 2]}.
std::string to_text(const Json& json);
// JSON as it is once a file with it is read, so that a saved model is the one that was kept. What is no JSON
// stays.
std::string as_read(const std::string& text);

// `text` as a JSON string with its quotation marks; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
void append_json_string(std::string& out, std::string_view text);

// "file_name: place", or the one of the two that is not empty.
std::string file_place(const std::string& file_name, const std::string& place);

}  // namespace sim
