// Files of runs: summary, details and rows; what was read is written again.
#include <zlib.h>

#include <charconv>

#include "sim_core/run_archive/run_file.h"
#include "sim_core/run_archive/run_json.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/json_mutation.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

// Numbers that are nan included.
static std::string header_text(const RunRecord& record) { return write_run_header({record.summary, {}}); }

void run_run_files(const std::string& input) {
  const std::string path = in_a_file(input, ".flxrun");
  const auto record = read_run(path);
  if (!record) {
    require(!record.error().message.empty(), "an error has a message");
    return count("run files refused");
  }
  const auto details = run_details(*record);
  const auto log = run_log(*record);
  count(details && log ? "run files read" : "run files read in part");
  if (log) require((*log)->size() == record->summary.rows, "a run has as many rows as it says");
  if (!details || !log) return;
  const std::string copy = in_a_file("", "_copy.flxrun");
  require(write_run(copy, *record).empty(), "what was read can be written");
  const auto again = read_run(copy);
  require(again && header_text(*again) == header_text(*record) && run_details(*again),
          "what was written is read");
}

namespace {

// The parts of such a file, without lengths and checksums.
struct Parts {
  std::string header, details, columns;
};

std::string number(std::size_t n) { return std::to_string(n); }
std::string checksum(const std::string& text) {
  return number(crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}
std::size_t padding(std::size_t bytes) { return (8 - bytes % 8) % 8; }

bool read_parts(const std::string& file, Parts& parts) {
  const std::size_t line = file.find('\n');
  if (line == std::string::npos || line > 100 || !file.starts_with("FLUXION-RUN ")) return false;
  std::size_t lengths[2] = {}, at = std::string("FLUXION-RUN 2").size();
  for (std::size_t k = 0; k < 4; ++k) {
    std::size_t value = 0;
    const auto [end, failed] = std::from_chars(file.data() + at + 1, file.data() + line, value);
    if (failed != std::errc{}) return false;
    if (k % 2 == 0) lengths[k / 2] = value;
    at = static_cast<std::size_t>(end - file.data());
  }
  const std::size_t begin = line + 1;
  if (lengths[0] > file.size() || lengths[1] > file.size() || begin + lengths[0] + lengths[1] > file.size())
    return false;
  const std::size_t end = begin + lengths[0] + lengths[1];
  parts.header = file.substr(begin, lengths[0]);
  parts.details = file.substr(begin + lengths[0], lengths[1]);
  parts.columns = file.substr(std::min(file.size(), end + padding(end)));
  return true;
}

std::string written(const Parts& parts) {
  std::string file = "FLUXION-RUN 2 " + number(parts.header.size()) + " " + checksum(parts.header) + " " +
                     number(parts.details.size()) + " " + checksum(parts.details) + "\n" + parts.header +
                     parts.details;
  file.append(padding(file.size()), '\0');
  return file + parts.columns;
}

}  // namespace

// With lengths and checksums that fit.
std::string mutate_run_files(const std::string& input, Random& random, const MutateBytes& bytes) {
  Parts parts;
  if (random.chance(10) || !read_parts(input, parts)) return bytes(input);
  switch (random.below(8)) {
    case 0:
      parts.header = bytes(parts.header);
      break;
    case 1:
      parts.details = bytes(parts.details);
      break;
    case 2:
      parts.columns = bytes(parts.columns);
      break;
    case 3:
      damage_a_number(parts.columns, random);
      break;
    case 4:
    case 5:
      parts.header = mutated_json(parts.header, random);
      break;
    default:
      parts.details = mutated_json(parts.details, random);
  }
  return written(parts);
}

}  // namespace sim::fuzz
