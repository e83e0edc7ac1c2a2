// Plug-ins as files: what is looked at before the dynamic loader sees one. Nothing is loaded.
#include <elf.h>

#include <cstring>

#include "sim_core/plugin/shared_library_file.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

void run_plugin_files(const std::string& input) {
  const auto damage = damage_of_shared_library(in_a_file(input, ".so"));
  if (damage) require(!damage->empty(), "what is wrong has a name");
  count(damage ? "plug-in files found damaged" : "plug-in files found whole");
}

// Damages a number of the header, of a program header, of a section header or of the dynamic section.
std::string mutate_plugin_files(const std::string& input, Random& random, const MutateBytes& bytes) {
  Elf64_Ehdr header;
  if (random.chance(15) || input.size() < sizeof header) return bytes(input);
  std::memcpy(&header, input.data(), sizeof header);
  struct Table {
    std::size_t at, size;
  };
  std::vector<Table> tables{{0, sizeof header},
                            {header.e_phoff, std::size_t{header.e_phnum} * sizeof(Elf64_Phdr)},
                            {header.e_shoff, std::size_t{header.e_shnum} * sizeof(Elf64_Shdr)}};
  for (std::size_t k = 0; k < header.e_phnum; ++k) {
    Elf64_Phdr segment;
    const std::size_t at = header.e_phoff + k * sizeof segment;
    if (at > input.size() || sizeof segment > input.size() - at) break;
    std::memcpy(&segment, input.data() + at, sizeof segment);
    if (segment.p_type == PT_DYNAMIC) tables.push_back({segment.p_offset, segment.p_filesz});
  }
  const Table& table = random.any(tables);
  if (table.at >= input.size()) return bytes(input);
  std::string part = input.substr(table.at, table.size);
  const std::size_t length = part.size();
  damage_a_number(part, random);
  return std::string(input).replace(table.at, length, part);
}

}  // namespace sim::fuzz
