#pragma once
// How large structs of a generated header are, by the sizes that C types have on most machines.
#include <string>
#include <vector>

namespace sim {

struct MemberSize {
  std::string declaration;
  long long bytes = 0;
};
// Members that are structs of the same header count with all of theirs. Gaps between members do not count.
std::vector<MemberSize> sizes_of_struct(const std::string& header, const std::string& name);
long long size_of_struct(const std::string& header, const std::string& name);

}  // namespace sim
