#pragma once
// Reads JSON text that is right in one pass over its bytes. What it does not take is read once more by a
// library (json.cpp), which says what is wrong with it and where.
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "sim_core/diagram/json.h"

namespace sim {

// The tree of `text` (RFC 8259, UTF-8, no member twice, numbers within the range of doubles). Nothing: it is
// not right, or beyond the limits.
std::optional<Json> read_json(std::string_view text, const JsonLimits& limits);

// The same of an object, in whose lists of these names the objects are Unread: a tree of all of them would
// take many times the memory of the text. Nothing is known of what is in them but where they end.
std::optional<Json> read_json_outline(std::string_view text, std::span<const std::string_view> lists,
                                      const JsonLimits& limits);

// Reads what an outline has left, one after the other.
class UnreadJson {
 public:
  // The limits of the whole text.
  explicit UnreadJson(const JsonLimits& limits);
  // `json`, or what it has as text, until the next call. Null: that is not right, or beyond the limits.
  const Json* read(const Json& json);

 private:
  JsonLimits left_;
  Json read_;
};

}  // namespace sim
