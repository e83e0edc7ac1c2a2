#include "sim_core/import/simulink/record.h"

#include <charconv>

namespace sim::importing::simulink {

const std::string* Record::find(std::string_view key) const {
  for (const auto& [name, value] : values)
    if (name == key) return &value;
  return nullptr;
}

std::string Record::value(std::string_view key, std::string_view otherwise) const {
  const std::string* found = find(key);
  return found ? *found : std::string(otherwise);
}

const Record* Record::child(std::string_view name) const {
  for (const Record& record : children)
    if (record.word == name) return &record;
  return nullptr;
}

const Record* Record::property(std::string_view name) const {
  for (const Record& record : children)
    if (record.value("PropName") == name) return &record;
  return nullptr;
}

std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    if (*at == ' ' || *at == ',' || *at == ';' || *at == '[' || *at == ']' || *at == '\n' || *at == '\t' ||
        *at == '\r' || *at == '+') {
      ++at;
      continue;
    }
    double number = 0;
    const auto [next, failed] = std::from_chars(at, end, number);
    if (failed != std::errc()) break;
    numbers.push_back(number);
    at = next;
  }
  return numbers;
}

}  // namespace sim::importing::simulink
