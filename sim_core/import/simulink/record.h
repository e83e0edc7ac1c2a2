#pragma once
// What both forms of a Simulink model are made of: sections with named values and further sections. A section
// of a .mdl file is "Word { Key value ... }", of an .slx file an element with <P Name="Key">value</P>.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sim::importing::simulink {

struct Record {
  std::string word;  // "Block"
  std::vector<std::pair<std::string, std::string>>
      values;  // in the order of the file; "#text": an element's own
  std::vector<Record> children;

  // Null: none of this name.
  const std::string* find(std::string_view key) const;
  std::string value(std::string_view key, std::string_view otherwise = {}) const;
  bool on(std::string_view key) const { return value(key) == "on"; }
  const Record* child(std::string_view name) const;
  // A section whose key PropName is `name`: an object that is the value of a property.
  const Record* property(std::string_view name) const;
};

// "[1, 2.5; 3]" -> {1, 2.5, 3}; what is no number ends it.
std::vector<double> numbers_of(std::string_view text);

}  // namespace sim::importing::simulink
