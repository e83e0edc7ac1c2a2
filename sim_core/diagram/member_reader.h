#pragma once
// Reads the members of one element of a file. Each function leaves `out` alone where the member is absent and
// reports what is wrong with it at "blocks[3].size".
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/findings.h"
#include "sim_core/diagram/json.h"

namespace sim {

enum class Presence { Optional, Required };

class MemberReader {
 public:
  // `object` and the others must outlive the reader. Not an object: reported, and every member is absent.
  // With no index, `section` is the place itself.
  MemberReader(const Json& object, std::string_view section, std::optional<std::size_t> index,
               Findings& findings);

  bool is_object() const { return object_ != nullptr; }
  bool has(std::string_view member) const { return object_ && object_->find(member); }
  void id(std::string_view member, Id& out, Presence presence);
  // Text of at most max_name_length characters, none of them a control character.
  void name(std::string_view member, std::string& out, Presence presence);
  void text(std::string_view member, std::string& out);
  void expression(std::string_view member, std::string& out);
  void flag(std::string_view member, bool& out);
  void choice(std::string_view member, std::span<const std::string_view> choices, int& out);
  void quarter_turns(std::string_view member, int& out);
  bool point(std::string_view member, Point& out);
  void size(std::string_view member, Size& out);
  void points(std::string_view member, std::vector<Point>& out);
  bool port(std::string_view member, std::optional<PortRef>& out);
  void expressions(std::string_view member, std::map<std::string, std::string>& out);
  void port_names(std::string_view member, std::map<int, std::string>& out);
  // A whole number from -max_magnitude to max_magnitude.
  void integer(std::string_view member, int max_magnitude, std::optional<int>& out);
  // A list of at most `most` objects: read(reader) for each, its members at "blocks[3].mask[0]".
  void objects(std::string_view member, std::size_t most, const std::function<void(MemberReader&)>& read);
  // A list of at most `most` texts, each as a name is.
  void texts(std::string_view member, std::size_t most, std::vector<std::string>& out);
  void number(std::string_view member, std::optional<double>& out);
  // One object, its members at "blocks[3].link.file". Returns whether the member is there.
  bool object(std::string_view member, const std::function<void(MemberReader&)>& read);
  // All members but the `known` ones; warns of those that look like a misspelled known one.
  void rest(std::span<const std::string_view> known, UnknownMembers& out);

  void set_element(Id id) { element_ = id; }
  void wrong(std::string_view member, std::string message, std::string remedy);

 private:
  const Json* find(std::string_view member, Presence presence = Presence::Optional);
  std::string place(std::string_view member) const;
  bool check_name(std::string_view member, std::string_view text);
  bool read_point(std::string_view member, const Json& json, Point& out);

  const Json* object_ = nullptr;
  std::string_view section_;
  std::optional<std::size_t> index_;
  Findings& findings_;
  Id element_ = no_id;
};

// A JSON text, number, flag or (nested) array as the text of an expression: [[1, 2], [3, 4]] is "[1 2; 3 4]".
// Nothing for anything else.
std::optional<std::string> expression_text(const Json& json);

// A whole number from `low` to `high`.
std::optional<std::uint64_t> whole_number(const Json& json, std::uint64_t low, std::uint64_t high);

// The members of `object` other than the `known` ones, into `out`; warns of those that look misspelled, at
// `place`.
void read_unknown(const Json& object, std::span<const std::string_view> known, UnknownMembers& out,
                  const std::function<std::string()>& place, Findings& findings, Id element);

// Text for a message: quoted, and cut when long.
std::string shown(std::string_view text);

}  // namespace sim
