#pragma once
// Text with parts that a model may do without. Lines `%if NAME`, `%else` and `%end` enclose what is there
// only with, or only without, that feature; `%if A B` asks for both. {NAME} stands for a value.
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sim::c_source {

struct Filling {
  std::set<std::string, std::less<>> features;
  std::map<std::string, std::string, std::less<>> values;
};

std::string fill_in(std::string_view text, const Filling& filling);

}  // namespace sim::c_source
