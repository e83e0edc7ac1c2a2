// MAT files: read as matrices, as data of From File blocks and as runs; what was read is written again.
#include <zlib.h>

#include <cmath>
#include <cstring>

#include "sim_core/files/data_table.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/run_archive/mat_import.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

static bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

static void write_again(const std::vector<MatVariable>& variables) {
  const std::string path = in_a_file("", "_again.mat");
  std::size_t written = 0;
  {
    MatWriter writer(path);
    for (const MatVariable& v : variables)
      if (v.imaginary.empty() && !v.values.empty())
        written += !writer.add(v.name, v.rows, v.columns, v.values).empty();
    require(writer.finish(), "what was read can be written");
  }
  const auto again = read_mat_file(path);
  require(again && again->size() == written, "what was written is read");
  std::size_t k = 0;
  for (const MatVariable& v : variables) {
    if (!v.imaginary.empty() || v.values.empty()) continue;
    const MatVariable& other = (*again)[k++];
    require(other.rows == v.rows && other.columns == v.columns, "matrices keep their dimensions");
    for (std::size_t i = 0; i < v.values.size(); ++i)
      require(same(v.values[i], other.values[i]), "matrices keep their numbers");
  }
}

void run_mat(const std::string& input) {
  const std::string path = in_a_file(input, ".mat");
  const auto variables = read_mat_file(path);
  count(variables ? "MAT files read" : "MAT files refused");
  if (variables) {
    std::size_t numbers = 0;
    for (const MatVariable& v : *variables) {
      require(v.values.size() == v.rows * v.columns, "a matrix has all its elements");
      require(v.imaginary.empty() || v.imaginary.size() == v.values.size(), "so has its imaginary part");
      numbers += v.values.size();
    }
    if (numbers < 10'000) write_again(*variables);
  } else {
    require(!variables.error().message.empty(), "an error has a message");
  }
  (void)mat_table(path, "");
  const auto run = import_mat(path);
  count(run ? "runs of MAT files imported" : "imports of MAT files refused");
}

constexpr std::size_t header_bytes = 128;
constexpr std::uint32_t compressed_element = 15;

static std::uint32_t word(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

static std::string tag(std::uint32_t type, std::size_t size) {
  const std::uint32_t words[] = {type, static_cast<std::uint32_t>(size)};
  return {reinterpret_cast<const char*>(words), sizeof words};
}

// The elements of a file, those that are compressed unpacked.
static std::string unpacked(const std::string& file) {
  std::string out = file.substr(0, header_bytes);
  for (std::size_t at = header_bytes; at + 8 <= file.size();) {
    const std::uint32_t type = word(file, at), size = word(file, at + 4);
    const std::size_t end = std::min<std::size_t>(file.size(), at + 8 + size);
    std::string content(1 << 16, '\0');
    auto length = static_cast<uLongf>(content.size());
    const auto* from = reinterpret_cast<const Bytef*>(file.data() + at + 8);
    if (type == compressed_element && uncompress(reinterpret_cast<Bytef*>(content.data()), &length, from,
                                                 static_cast<uLong>(end - at - 8)) == Z_OK)
      out += content.substr(0, length);
    else
      out += file.substr(at, end - at);
    at = end;
  }
  return out;
}

static std::string packed(const std::string& file) {
  std::string out = file.substr(0, header_bytes);
  for (std::size_t at = header_bytes; at + 8 <= file.size();) {
    const std::size_t size = std::min<std::size_t>(file.size() - at, 8 + std::size_t{word(file, at + 4)});
    std::string content(compressBound(static_cast<uLong>(size)), '\0');
    auto length = static_cast<uLongf>(content.size());
    compress(reinterpret_cast<Bytef*>(content.data()), &length,
             reinterpret_cast<const Bytef*>(file.data() + at), static_cast<uLong>(size));
    out += tag(compressed_element, length) + content.substr(0, length);
    at += size;
  }
  return out;
}

std::string mutate_mat(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(15) || input.size() < header_bytes + 8) return bytes(input);
  std::string file = unpacked(input);
  if (random.chance(15) && file.size() < 8000) file += file.substr(header_bytes);
  for (int k = random.between(1, 3); k > 0; --k)
    damage_a_number(file, random, random.chance(95) ? header_bytes : 0);
  return random.chance(30) ? packed(file) : file;
}

}  // namespace sim::fuzz
