#include "sim_core/plugin/shared_library_file.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <vector>

#include "sim_core/plugin/plugin_description.h"

namespace sim {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);
using Dynamic = ElfW(Dyn);

#if defined(__x86_64__)
constexpr auto machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr auto machine = EM_AARCH64;
#else
constexpr auto machine = EM_NONE;  // not checked
#endif
constexpr std::uint64_t most_memory = std::uint64_t{1} << 32;  // that its segments may ask for, bytes

class SharedLibraryFile {
 public:
  explicit SharedLibraryFile(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

  std::optional<std::string> damage() {
    if (!read(0, header_)) return "it is shorter than the header of a shared library";
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) return "it is no shared library";
    const bool fits = header_.e_ident[EI_CLASS] == (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32) &&
                      header_.e_ident[EI_DATA] == ELFDATA2LSB && header_.e_ident[EI_VERSION] == EV_CURRENT &&
                      header_.e_type == ET_DYN && (machine == EM_NONE || header_.e_machine == machine);
    if (!fits) return "it is no shared library for this machine";
    for (auto part :
         {&SharedLibraryFile::segments, &SharedLibraryFile::sections, &SharedLibraryFile::dynamic})
      if (auto problem = (this->*part)()) return problem;
    return std::nullopt;
  }

 private:
  template <class T>
  bool read(std::uint64_t at, T& value) const {
    if (!holds(at, sizeof(T))) return false;
    std::memcpy(&value, bytes_.data() + at, sizeof(T));
    return true;
  }
  bool holds(std::uint64_t at, std::uint64_t size) const {
    return at <= bytes_.size() && size <= bytes_.size() - at;
  }

  // Whether memory from this address on is loaded from the file or zeroed by a segment.
  bool loads(std::uint64_t address, std::uint64_t size) const {
    for (const Segment& s : segments_)
      if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr <= s.p_memsz &&
          size <= s.p_memsz - (address - s.p_vaddr))
        return true;
    return false;
  }

  std::optional<std::string> segments() {
    if (header_.e_phentsize != sizeof(Segment) || header_.e_phnum == 0)
      return "its program header is damaged";
    std::uint64_t memory = 0;
    bool loaded = false;
    for (unsigned k = 0; k < header_.e_phnum; ++k) {
      Segment s;
      if (!read(header_.e_phoff + k * sizeof(Segment), s))
        return "its program header ends outside of the file";
      if (s.p_type == PT_LOAD && (!holds(s.p_offset, s.p_filesz) || s.p_memsz < s.p_filesz))
        return "a segment lies outside of the file: it is truncated or damaged";
      if (s.p_type == PT_LOAD) loaded = true, memory += s.p_memsz;
      if (s.p_memsz > most_memory || memory > most_memory || s.p_vaddr > most_memory)
        return "its segments ask for more than 4 GiB of memory";
      segments_.push_back(s);
    }
    for (const Segment& s : segments_)
      if (s.p_type != PT_LOAD && s.p_memsz > 0 && s.p_type != PT_GNU_STACK && s.p_type != PT_NOTE &&
          !loads(s.p_vaddr, s.p_memsz))
        return "a segment lies outside of what is loaded";
    return loaded ? std::nullopt : std::optional<std::string>("it has nothing to load");
  }

  // The loader does not read them, but a file that was cut off has lost them first.
  std::optional<std::string> sections() {
    if (header_.e_shnum == 0) return std::nullopt;
    if (header_.e_shentsize != sizeof(Section)) return "its section headers are damaged";
    for (unsigned k = 0; k < header_.e_shnum; ++k) {
      Section s;
      if (!read(header_.e_shoff + k * sizeof(Section), s))
        return "it is truncated: section headers are missing";
      if (s.sh_type != SHT_NOBITS && s.sh_type != SHT_NULL && !holds(s.sh_offset, s.sh_size))
        return "a section lies outside of the file: it is truncated or damaged";
    }
    return std::nullopt;
  }

  std::optional<std::string> dynamic() {
    const Segment* found = nullptr;
    for (const Segment& s : segments_)
      if (s.p_type == PT_DYNAMIC) found = &s;
    if (!found || !holds(found->p_offset, found->p_filesz)) return "it has no dynamic section";
    std::uint64_t strings = 0, string_size = 0, symbols = 0, relocations = 0, relocation_size = 0, calls = 0,
                  call_size = 0;
    for (std::uint64_t at = 0; at + sizeof(Dynamic) <= found->p_filesz; at += sizeof(Dynamic)) {
      Dynamic entry;
      if (!read(found->p_offset + at, entry) || entry.d_tag == DT_NULL) break;
      const std::uint64_t value = entry.d_un.d_val;
      if (entry.d_tag == DT_STRTAB) strings = value;
      if (entry.d_tag == DT_STRSZ) string_size = value;
      if (entry.d_tag == DT_SYMTAB) symbols = value;
      if (entry.d_tag == DT_RELA || entry.d_tag == DT_REL) relocations = value;
      if (entry.d_tag == DT_RELASZ || entry.d_tag == DT_RELSZ) relocation_size = value;
      if (entry.d_tag == DT_JMPREL) calls = value;
      if (entry.d_tag == DT_PLTRELSZ) call_size = value;
      const bool address = entry.d_tag == DT_INIT || entry.d_tag == DT_FINI || entry.d_tag == DT_INIT_ARRAY ||
                           entry.d_tag == DT_FINI_ARRAY || entry.d_tag == DT_GNU_HASH ||
                           entry.d_tag == DT_HASH || entry.d_tag == DT_PLTGOT;
      if (address && !loads(value, 1)) return "its dynamic section names what is not loaded";
    }
    const bool whole = loads(strings, string_size) && loads(symbols, sizeof(ElfW(Sym))) &&
                       (relocation_size == 0 || loads(relocations, relocation_size)) &&
                       (call_size == 0 || loads(calls, call_size));
    return whole ? std::nullopt : std::optional<std::string>("its dynamic section names what is not loaded");
  }

  std::vector<char> bytes_;
  Header header_{};
  std::vector<Segment> segments_;
};

}  // namespace

std::optional<std::string> damage_of_shared_library(const std::filesystem::path& file) {
  std::error_code failure;
  // What is no regular file is not opened: a named pipe would wait for its writer.
  if (!std::filesystem::is_regular_file(file, failure))
    return failure ? failure.message() : std::string("it is no regular file");
  const auto size = std::filesystem::file_size(file, failure);
  if (failure || size > plugin_limits::file)
    return failure ? failure.message() : std::string("it is larger than 1 GiB");
  std::vector<char> bytes(static_cast<std::size_t>(size));
  std::ifstream in(file, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return "it cannot be read";
  return SharedLibraryFile(std::move(bytes)).damage();
}

}  // namespace sim
