// The fuzz targets without libFuzzer, so that every build and every sanitizer runs them: the corpus, the
// inputs that crashed once, and a fixed number of inputs made from these at random. FLUXION_LONG_TESTS=N
// makes N thousand of them for each target, FLUXION_FUZZ_SEED=S others than from the usual seed, which is 1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "tests/fuzz/bytes.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

namespace {

const std::filesystem::path root = FLUXION_SOURCE_DIR "/tests/fuzz";

std::vector<std::filesystem::path> inputs_of(const Target& target, const char* kind) {
  std::vector<std::filesystem::path> paths;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(root / kind / target.name, none))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Where the process ends, this says with what.
void keep(const Target& target, const std::string& input) {
  std::ofstream(std::filesystem::temp_directory_path() / ("fuzz_" + std::string(target.name) + "_last"),
                std::ios::binary)
      << input;
}

std::size_t executions(const Target& target) {
  const char* asked = std::getenv("FLUXION_LONG_TESTS");
  if (asked) return 1000 * std::max<std::size_t>(10, std::strtoull(asked, nullptr, 10));
  return target.name == "models" || target.name == "operating_points" ? 500 : 5000;
}

unsigned seed() {
  const char* asked = std::getenv("FLUXION_FUZZ_SEED");
  return asked ? static_cast<unsigned>(std::strtoul(asked, nullptr, 10)) : 1;
}

class Fuzz : public testing::TestWithParam<Target> {};

std::string name_of(const testing::TestParamInfo<Target>& info) { return std::string(info.param.name); }

}  // namespace

TEST_P(Fuzz, CorpusAndPastCrashes) {
  const Target& target = GetParam();
  EXPECT_FALSE(inputs_of(target, "corpus").empty());
  for (const char* kind : {"corpus", "regressions"})
    for (const auto& path : inputs_of(target, kind)) {
      SCOPED_TRACE(path);
      target.run(read(path));
    }
}

// A new input takes the place of one of those that the next are made from, so that changes add up.
TEST_P(Fuzz, RandomInputs) {
  const Target& target = GetParam();
  std::vector<std::string> pool;
  for (const auto& path : inputs_of(target, "corpus")) pool.push_back(read(path));
  ASSERT_FALSE(pool.empty());
  const std::vector<std::string> corpus = pool;
  Random random(seed());
  const auto bytes = [&](const std::string& input) { return mutated_bytes(input, random); };
  const bool long_form = std::getenv("FLUXION_LONG_TESTS") != nullptr;
  for (std::size_t k = executions(target); k > 0; --k) {
    std::string& place = random.any(pool);
    std::string input = target.mutated(random.chance(70) ? place : random.any(corpus), random, bytes);
    if (long_form) keep(target, input);
    target.run(input);
    if (random.chance(30)) place = std::move(input);
  }
  if (long_form) std::cout << counts();
}

INSTANTIATE_TEST_SUITE_P(, Fuzz, testing::ValuesIn(targets().begin(), targets().end()), name_of);

}  // namespace sim::fuzz
