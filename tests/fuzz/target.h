#pragma once
// A fuzz target: what is done with an input that nobody vouches for, and how one input is made from another.
// run() returns whatever the input is; a failed promise ends the process (require()), as a sanitizer does.
// The targets are linked twice: into an ordinary test, which replays the corpus, past crashes and a fixed
// number of random inputs, and with libFuzzer, which looks for inputs that reach new code (./dev fuzz).
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tests/fuzz/random.h"

namespace sim::fuzz {

using MutateBytes = std::function<std::string(const std::string&)>;

struct Target {
  std::string_view name;  // of its folders in corpus/ and regressions/
  void (*run)(const std::string& input);
  // Another input, usually one that is well-formed; `bytes` changes one without a thought for what it means.
  std::string (*mutated)(const std::string& input, Random& random, const MutateBytes& bytes);
};

// All of them, registered in targets.cpp.
std::span<const Target> targets();
const Target* find_target(std::string_view name);

// Says what was promised and ends the process.
void require(bool holds, const char* promise);

// The bytes as a file of this process, under the same path every time.
std::string in_a_file(const std::string& bytes, std::string_view ending);

// What came of the inputs, for the figures: how often each of a few things has happened.
void count(std::string_view event);
std::string counts();

}  // namespace sim::fuzz
