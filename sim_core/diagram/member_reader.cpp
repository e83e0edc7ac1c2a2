#include "sim_core/diagram/member_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"

namespace sim {

using Kind = Json::Kind;

static bool has_control_characters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

std::string why_not_a_block_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (character_count(name) > max_name_length)
    return "the name is longer than " + std::to_string(max_name_length) + " characters";
  if (name.starts_with('/') || name.ends_with('/'))
    return "the name begins or ends with '/', which separates the names in a path";
  if (has_control_characters(name)) return "the name contains a control character";
  return {};
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.size() > longest ? json_string(std::string(text.substr(0, longest)) + "...")
                               : json_string(text);
}

std::optional<std::uint64_t> whole_number(const Json& json, std::uint64_t low, std::uint64_t high) {
  if (json.kind != Kind::Number) return std::nullopt;
  std::uint64_t digits_alone = 0;
  const char* const end = json.text.data() + json.text.size();
  if (const auto [to, failed] = std::from_chars(json.text.data(), end, digits_alone);
      failed == std::errc() && to == end)
    return digits_alone >= low && digits_alone <= high ? std::optional(digits_alone) : std::nullopt;
  const auto value = parse_number(json.text);
  if (!value || !(*value >= static_cast<double>(low)) || !(*value <= static_cast<double>(high)) ||
      *value != std::floor(*value))
    return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<std::string> expression_text(const Json& json) {
  if (json.kind == Kind::Text || json.kind == Kind::Number || json.kind == Kind::Boolean) return json.text;
  if (json.kind != Kind::Array) return std::nullopt;
  const bool matrix = !json.items.empty() && json.items.front().kind == Kind::Array;
  std::string out = "[";
  for (std::size_t k = 0; k < json.items.size(); ++k) {
    const Json& item = json.items[k];
    if (k) out += matrix ? "; " : " ";
    if (matrix) {
      if (item.kind != Kind::Array || item.items.size() != json.items.front().items.size())
        return std::nullopt;
      if (!item.items.empty() && item.items.front().kind == Kind::Array) return std::nullopt;
      const auto row = expression_text(item);
      if (!row) return std::nullopt;
      out += row->substr(1, row->size() - 2);
    } else {
      if (item.kind != Kind::Number && item.kind != Kind::Boolean) return std::nullopt;
      out += item.text;
    }
  }
  return out + "]";
}

void read_unknown(const Json& object, std::span<const std::string_view> known, UnknownMembers& out,
                  const std::function<std::string()>& place, Findings& findings, Id element) {
  for (std::size_t k = 0; k < object.keys.size(); ++k) {
    const std::string& key = object.keys[k];
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    out.emplace(key, to_text(object.items[k]));
    constexpr std::size_t longest_misspelling = 16;  // keeps a million long members cheap
    if (key.size() > longest_misspelling || findings.enough_warnings()) continue;
    const auto hint = did_you_mean(key, {known.begin(), known.end()});
    if (!hint.empty())
      findings.warning(place(), "the member " + shown(key) + " is not known; it is kept but has no effect",
                       hint, element);
  }
}

MemberReader::MemberReader(const Json& object, std::string_view section, std::optional<std::size_t> index,
                           Findings& findings)
    : section_(section), index_(index), findings_(findings) {
  if (object.kind == Kind::Object)
    object_ = &object;
  else
    wrong({}, "this is not an object", "write each element as {\"id\": 1, ...}");
}

std::string MemberReader::place(std::string_view member) const {
  std::string out(section_);
  if (index_) out += "[" + std::to_string(*index_) + "]";
  return member.empty() ? out : out + "." + std::string(member);
}

void MemberReader::wrong(std::string_view member, std::string message, std::string remedy) {
  findings_.error(place(member), std::move(message), std::move(remedy), element_);
}

const Json* MemberReader::find(std::string_view member, Presence presence) {
  const Json* found = object_ ? object_->find(member) : nullptr;
  if (!found && object_ && presence == Presence::Required)
    wrong(member, "this member is missing", "add \"" + std::string(member) + "\"");
  return found;
}

void MemberReader::id(std::string_view member, Id& out, Presence presence) {
  const Json* json = find(member, presence);
  if (!json) return;
  if (const auto number = whole_number(*json, 1, max_file_id))
    out = Id{*number};
  else
    wrong(member, "this is not an id", "write a whole number from 1 to 2^53");
}

bool MemberReader::check_name(std::string_view member, std::string_view text) {
  if (character_count(text) > max_name_length)
    wrong(member, "this is longer than " + std::to_string(max_name_length) + " characters", "shorten it");
  else if (has_control_characters(text))
    wrong(member, "this contains a control character", "remove it");
  else
    return true;
  return false;
}

void MemberReader::name(std::string_view member, std::string& out, Presence presence) {
  const Json* json = find(member, presence);
  if (!json) return;
  if (json->kind != Kind::Text)
    wrong(member, "this is not text", "put it in quotation marks");
  else if (json->text.empty() && presence == Presence::Required)
    wrong(member, "this is empty", "write a name");
  else if (check_name(member, json->text))
    out = json->text;
}

void MemberReader::text(std::string_view member, std::string& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind == Kind::Text)
    out = json->text;
  else
    wrong(member, "this is not text", "put it in quotation marks");
}

static constexpr std::string_view expression_remedy =
    "write text, a number, true, false, [1, 2, 3] or [[1, 2], [3, 4]]";

void MemberReader::expression(std::string_view member, std::string& out) {
  const Json* json = find(member);
  if (!json) return;
  if (auto expression = expression_text(*json))
    out = std::move(*expression);
  else
    wrong(member, "this is not an expression", std::string(expression_remedy));
}

void MemberReader::flag(std::string_view member, bool& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind == Kind::Boolean)
    out = json->text == "true";
  else
    wrong(member, "this is neither true nor false", "write true or false, without quotation marks");
}

void MemberReader::choice(std::string_view member, std::span<const std::string_view> choices, int& out) {
  const Json* json = find(member);
  if (!json) return;
  auto it = json->kind == Kind::Text ? std::find(choices.begin(), choices.end(), json->text) : choices.end();
  if (it != choices.end())
    out = static_cast<int>(it - choices.begin());
  else
    wrong(member, "this is not one of the choices",
          "write " + join({choices.begin(), choices.end()}, " or "));
}

void MemberReader::quarter_turns(std::string_view member, int& out) {
  const Json* json = find(member);
  if (!json) return;
  const auto degrees = whole_number(*json, 0, 270);
  if (degrees && *degrees % 90 == 0)
    out = static_cast<int>(*degrees / 90);
  else
    wrong(member, "this is not a rotation", "write 0, 90, 180 or 270");
}

static std::optional<std::pair<double, double>> number_pair(const Json& json) {
  if (json.kind != Kind::Array || json.items.size() != 2) return std::nullopt;
  for (const Json& item : json.items)
    if (item.kind != Kind::Number || !parse_number(item.text)) return std::nullopt;
  // + 0.0 turns -0 into 0, which is written in one way only
  return std::pair{*parse_number(json.items[0].text) + 0.0, *parse_number(json.items[1].text) + 0.0};
}

bool MemberReader::read_point(std::string_view member, const Json& json, Point& out) {
  const auto pair = number_pair(json);
  if (!pair) {
    wrong(member, "this is not a position", "write two numbers: [120, 80]");
  } else if (std::abs(pair->first) > max_coordinate || std::abs(pair->second) > max_coordinate) {
    wrong(member, "the position is too far away", "stay within 1,000,000 of the origin");
  } else {
    out = {pair->first, pair->second};
    return true;
  }
  return false;
}

bool MemberReader::point(std::string_view member, Point& out) {
  const Json* json = find(member);
  return json && read_point(member, *json, out);
}

void MemberReader::points(std::string_view member, std::vector<Point>& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind != Kind::Array) {
    wrong(member, "this is not a list of positions", "write [[120, 80], [200, 80]]");
    return;
  }
  for (const Json& item : json->items) {
    Point point;
    if (!read_point(member, item, point)) return;
    out.push_back(point);
  }
}

void MemberReader::size(std::string_view member, Size& out) {
  const Json* json = find(member);
  if (!json) return;
  const auto pair = number_pair(*json);
  if (!pair)
    wrong(member, "this is not a size", "write a width and a height: [60, 40]");
  else if (!(pair->first >= 1 && pair->second >= 1 && pair->first <= max_element_size &&
             pair->second <= max_element_size))
    wrong(member, "the size is out of range", "write a width and a height from 1 to 100,000");
  else
    out = {pair->first, pair->second};
}

bool MemberReader::port(std::string_view member, std::optional<PortRef>& out) {
  const Json* json = find(member);
  if (!json) return false;
  const bool conserving = json->kind == Kind::Array && json->items.size() == 3 &&
                          json->items[2].kind == Kind::Text && json->items[2].text == "conserving";
  if (json->kind != Kind::Array || (json->items.size() != 2 && !conserving)) {
    wrong(member, "this is not a port",
          "write the block's id and the port's number: [3, 1], or [3, 1, \"conserving\"]");
    return true;
  }
  const auto block = whole_number(json->items[0], 1, max_file_id);
  const auto number = whole_number(json->items[1], 1, max_port_number);
  if (!block)
    wrong(member, "the block's id is not an id", "write a whole number from 1 to 2^53");
  else if (!number)
    wrong(member, "the port's number is out of range", "write a whole number from 1 to 4096");
  else
    out = PortRef{Id{*block}, static_cast<int>(*number) - 1,
                  conserving ? PortKind::Conserving : PortKind::Signal};
  return true;
}

void MemberReader::expressions(std::string_view member, std::map<std::string, std::string>& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind != Kind::Object) {
    wrong(member, "this is not an object", "write {\"k\": \"2*pi\"}");
    return;
  }
  for (std::size_t k = 0; k < json->keys.size(); ++k) {
    const std::string& key = json->keys[k];
    if (!check_name(member, key)) return;
    if (auto expression = expression_text(json->items[k]))
      out.emplace(key, std::move(*expression));
    else
      wrong(member, "the value of " + shown(key) + " is not an expression", std::string(expression_remedy));
  }
}

void MemberReader::port_names(std::string_view member, std::map<int, std::string>& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind != Kind::Object) {
    wrong(member, "this is not an object", "write {\"1\": \"speed\"}");
    return;
  }
  for (std::size_t k = 0; k < json->keys.size(); ++k) {
    const Json key{Kind::Number, json->keys[k], {}, {}};
    const auto port = whole_number(key, 1, max_port_number);
    if (!port || json->keys[k] != std::to_string(*port))
      wrong(member, shown(json->keys[k]) + " is not the number of an output",
            "write a whole number from 1 to 4096");
    else if (json->items[k].kind != Kind::Text)
      wrong(member, "a signal's name is not text", "put it in quotation marks");
    else if (check_name(member, json->items[k].text) && !json->items[k].text.empty())
      out.emplace(static_cast<int>(*port) - 1, json->items[k].text);
  }
}

void MemberReader::integer(std::string_view member, int max_magnitude, std::optional<int>& out) {
  const Json* json = find(member);
  if (!json) return;
  const auto value = json->kind == Kind::Number ? parse_number(json->text) : std::nullopt;
  if (value && *value == std::floor(*value) && std::abs(*value) <= max_magnitude)
    out = static_cast<int>(*value);
  else
    wrong(member, "this is not a whole number within its limits",
          "write one from " + std::to_string(-max_magnitude) + " to " + std::to_string(max_magnitude));
}

void MemberReader::objects(std::string_view member, std::size_t most,
                           const std::function<void(MemberReader&)>& read) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind != Kind::Array) {
    wrong(member, "this is not a list", "write [ and ] around its elements");
    return;
  }
  if (json->items.size() > most) {
    wrong(member, "the list has more than " + std::to_string(most) + " elements", "shorten it");
    return;
  }
  const std::string list = place(member);
  for (std::size_t k = 0; k < json->items.size(); ++k) {
    MemberReader reader(json->items[k], list, k, findings_);
    reader.set_element(element_);
    if (reader.is_object()) read(reader);
  }
}

bool MemberReader::object(std::string_view member, const std::function<void(MemberReader&)>& read) {
  const Json* json = find(member);
  if (!json) return false;
  const std::string here = place(member);
  MemberReader reader(*json, here, std::nullopt, findings_);
  reader.set_element(element_);
  if (reader.is_object()) read(reader);
  return true;
}

void MemberReader::texts(std::string_view member, std::size_t most, std::vector<std::string>& out) {
  const Json* json = find(member);
  if (!json) return;
  if (json->kind != Kind::Array) {
    wrong(member, "this is not a list", "write [\"first\", \"second\"]");
    return;
  }
  if (json->items.size() > most) {
    wrong(member, "the list has more than " + std::to_string(most) + " elements", "shorten it");
    return;
  }
  for (const Json& item : json->items) {
    auto text = item.kind == Kind::Array ? std::nullopt : expression_text(item);
    if (!text) {
      wrong(member, "not all elements are text", "put them in quotation marks");
      return;
    }
    if (!check_name(member, *text)) return;
    out.push_back(std::move(*text));
  }
}

void MemberReader::number(std::string_view member, std::optional<double>& out) {
  const Json* json = find(member);
  if (!json) return;
  const auto value = json->kind == Kind::Number ? parse_number(json->text) : std::nullopt;
  if (value)
    out = *value + 0.0;
  else
    wrong(member, "this is not a number", "write one, without quotation marks");
}

void MemberReader::rest(std::span<const std::string_view> known, UnknownMembers& out) {
  if (object_)
    read_unknown(
        *object_, known, out, [this] { return place({}); }, findings_, element_);
}

}  // namespace sim
