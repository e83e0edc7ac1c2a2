#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "tests/fuzz/target.h"

namespace sim::fuzz {

#define TARGET(name)                         \
  void run_##name(const std::string& input); \
  std::string mutate_##name(const std::string& input, Random& random, const MutateBytes& bytes);
#include "tests/fuzz/targets.def"
#undef TARGET

std::span<const Target> targets() {
#define TARGET(name) {#name, run_##name, mutate_##name},
  static constexpr Target all[] = {
#include "tests/fuzz/targets.def"
  };
#undef TARGET
  return all;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : targets())
    if (target.name == name) return &target;
  return nullptr;
}

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

std::string in_a_file(const std::string& bytes, std::string_view ending) {
  static const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  static const std::string stem = folder + "/fluxion_fuzz_" + std::to_string(getpid());
  struct Remover {
    std::map<std::string, bool, std::less<>> paths;
    ~Remover() {
      for (const auto& [path, used] : paths) std::remove(path.c_str());
    }
  };
  static Remover remover;
  std::string path = stem + std::string(ending);
  remover.paths[path] = true;
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

static std::map<std::string, std::uint64_t, std::less<>>& counters() {
  static std::map<std::string, std::uint64_t, std::less<>> all;
  return all;
}

void count(std::string_view event) {
  auto& all = counters();
  const auto found = all.find(event);
  ++(found != all.end() ? found->second : all[std::string(event)]);
}

std::string counts() {
  std::string text;
  for (const auto& [event, times] : counters()) text += event + ": " + std::to_string(times) + "\n";
  return text;
}

}  // namespace sim::fuzz
