#include "sim_core/import/archive.h"

#include <zip.h>

#include <map>

#include "sim_core/base/lazy_library.h"
#include "sim_core/import/limits.h"

namespace sim::importing {

namespace {

// It pulls in libraries of ciphers and of other ways to pack.
struct Libzip {
  LazyLibrary library{FLUXION_LIBZIP};
  SIM_FUNCTION(library, zip_source_buffer_create)
  SIM_FUNCTION(library, zip_source_free)
  SIM_FUNCTION(library, zip_open_from_source)
  SIM_FUNCTION(library, zip_get_num_entries)
  SIM_FUNCTION(library, zip_stat_index)
  SIM_FUNCTION(library, zip_fopen_index)
  SIM_FUNCTION(library, zip_fread)
  SIM_FUNCTION(library, zip_fclose)
  SIM_FUNCTION(library, zip_discard)
};

const Libzip& libzip() {
  static const Libzip library;
  return library;
}

struct Part {
  zip_uint64_t index = 0, size = 0;
};

}  // namespace

struct Archive::Contents {
  std::string path;
  zip_t* archive = nullptr;
  std::vector<std::string> names;
  std::map<std::string, Part> parts;
  std::size_t unpacked = 0;
  ~Contents() {
    if (archive) libzip().zip_discard(archive);
  }
};

Archive::Archive(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

static bool leads_out(std::string_view name) {
  if (name.starts_with('/') || name.find('\\') != name.npos || name.find(':') != name.npos) return true;
  for (std::size_t at = name.find(".."); at != name.npos; at = name.find("..", at + 1))
    if ((at == 0 || name[at - 1] == '/') && (at + 2 == name.size() || name[at + 2] == '/')) return true;
  return false;
}

Result<Archive> Archive::open(const std::string& path, std::string_view bytes) {
  const Libzip& zip = libzip();
  if (!zip.library) return error(path, "archives cannot be read here", "install libzip");
  auto contents = std::make_unique<Contents>();
  contents->path = path;
  const auto damaged = [&] {
    return error(path, "the archive is damaged or cut short", "get the file again from where it comes");
  };
  zip_source_t* source = zip.zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr);
  if (!source) return damaged();
  contents->archive = zip.zip_open_from_source(source, ZIP_RDONLY, nullptr);
  if (!contents->archive) {
    zip.zip_source_free(source);
    return damaged();
  }
  const zip_int64_t count = zip.zip_get_num_entries(contents->archive, 0);
  if (count == 0) return damaged();
  if (count < 0 || static_cast<std::size_t>(count) > max_archive_parts)
    return error(path, "the archive has more parts than any model: " + std::to_string(count));
  for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
    zip_stat_t stat{};
    if (zip.zip_stat_index(contents->archive, index, 0, &stat) != 0 || !(stat.valid & ZIP_STAT_NAME))
      return damaged();
    const std::string name = stat.name;
    if (leads_out(name))
      return error(path, "the archive has a part with the name \"" + name + "\", which leads out of it",
                   "do not use this file: no program that writes models makes one");
    if (!contents->parts.emplace(name, Part{index, stat.valid & ZIP_STAT_SIZE ? stat.size : 0}).second)
      return error(path, "the archive has two parts with the name \"" + name + "\"");
    contents->names.push_back(name);
  }
  return Archive(std::move(contents));
}

const std::vector<std::string>& Archive::names() const { return contents_->names; }
bool Archive::has(const std::string& name) const { return contents_->parts.contains(name); }

Result<std::string> Archive::read(const std::string& name) const {
  const Libzip& zip = libzip();
  const std::string place = contents_->path + ": " + name;
  const auto it = contents_->parts.find(name);
  if (it == contents_->parts.end()) return error(place, "the archive has no such part");
  const auto too_large = [&] {
    return error(place, "this part is larger than any model's when it is unpacked");
  };
  const std::size_t size = it->second.size;
  if (size > max_part_bytes || contents_->unpacked + size > max_unpacked_bytes) return too_large();
  zip_file_t* file = zip.zip_fopen_index(contents_->archive, it->second.index, 0);
  const auto damaged = [&] {
    return error(place, "this part is damaged, or encrypted", "get the file again from where it comes");
  };
  if (!file) return damaged();
  std::string text(size, '\0');
  std::size_t have = 0;
  zip_int64_t got = 0;
  while (have < size && (got = zip.zip_fread(file, text.data() + have, size - have)) > 0)
    have += static_cast<std::size_t>(got);
  char beyond = 0;  // a size that is not true
  const bool whole = have == size && zip.zip_fread(file, &beyond, 1) == 0;
  zip.zip_fclose(file);
  if (!whole) return damaged();
  contents_->unpacked += size;
  return text;
}

}  // namespace sim::importing
