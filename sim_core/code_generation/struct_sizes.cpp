#include "sim_core/code_generation/struct_sizes.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>

namespace sim {

namespace {

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

class HeaderSizes {
 public:
  explicit HeaderSizes(const std::string& header) : header_(header) { constants(); }

  std::vector<MemberSize> members(const std::string& name) {
    std::vector<MemberSize> members;
    const auto start = header_.find("typedef struct " + name + " {");
    if (start == std::string::npos) return members;
    std::istringstream lines(header_.substr(start, header_.find("\n} ", start) - start));
    for (std::string line; std::getline(lines, line);) {
      const auto end = line.find(';');
      if (!line.starts_with("  ") || end == line.npos || line.find('(') < end) continue;
      const std::string declaration(without_spaces_around(std::string_view(line).substr(0, end)));
      const auto space = declaration.find(' ');
      if (space != declaration.npos) members.push_back({declaration, bytes(declaration, space)});
    }
    return members;
  }
  long long size(const std::string& name) {
    const auto [known, added] = sizes_.try_emplace(name, 0);  // one that has itself as a member ends here
    if (!added) return known->second;
    long long sum = 0;
    for (const MemberSize& member : members(name)) sum += member.bytes;
    return sizes_[name] = sum;
  }

 private:
  // "double k[4][2], argument[2]", "const char *message"
  long long bytes(const std::string& declaration, std::size_t space) {
    long long sum = 0;
    std::istringstream parts(declaration.substr(space));
    for (std::string part; std::getline(parts, part, ',');) {
      long long count = 1;
      for (auto at = part.find('['); at != part.npos; at = part.find('[', at + 1))
        count *= product(std::string_view(part).substr(at + 1, part.find(']', at) - at - 1));
      sum += count * (part.find('*', 0) < part.find('[') ? 8 : of_type(declaration.substr(0, space)));
    }
    return sum;
  }
  // "4", "SIZE * SIZE", "4 + 1"
  long long product(std::string_view text) const {
    if (const auto plus = text.find('+'); plus != text.npos)
      return product(text.substr(0, plus)) + product(text.substr(plus + 1));
    if (const auto times = text.find('*'); times != text.npos)
      return product(text.substr(0, times)) * product(text.substr(times + 1));
    const std::string factor(without_spaces_around(text));
    const auto constant = constants_.find(factor);
    return constant == constants_.end() ? std::max(0LL, std::atoll(factor.c_str())) : constant->second;
  }
  long long of_type(const std::string& type) {
    if (type == "double" || type == "int64_t" || type == "uint64_t" || type == "size_t") return 8;
    if (type == "int" || type == "float" || type == "int32_t" || type == "uint32_t") return 4;
    return type == "char" ? 1 : size(type);
  }

  // "enum { A = 3, B = 5 };"
  void constants() {
    for (auto at = header_.find("enum {"); at != std::string::npos; at = header_.find("enum {", at + 1)) {
      std::istringstream parts(header_.substr(at + 6, header_.find('}', at) - at - 6));
      for (std::string part; std::getline(parts, part, ',');)
        if (const auto equals = part.find('='); equals != part.npos) {
          std::string name(part.substr(0, equals));
          std::erase_if(name, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
          constants_[name] = product(std::string_view(part).substr(equals + 1));
        }
    }
  }

  const std::string& header_;
  std::map<std::string, long long> constants_, sizes_;
};

}  // namespace

std::vector<MemberSize> sizes_of_struct(const std::string& header, const std::string& name) {
  return HeaderSizes(header).members(name);
}

long long size_of_struct(const std::string& header, const std::string& name) {
  return HeaderSizes(header).size(name);
}

}  // namespace sim
