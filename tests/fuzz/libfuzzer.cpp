// The targets as one program of libFuzzer: fluxion-fuzz --target=NAME [libFuzzer's options] FOLDER...
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/target.h"

using namespace sim::fuzz;

static const Target* target = nullptr;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr const char* option = "--target=";  // libFuzzer passes over what begins with two dashes
  for (int k = 1; k < *argc; ++k)
    if (std::strncmp((*argv)[k], option, std::strlen(option)) == 0)
      target = find_target((*argv)[k] + std::strlen(option));
  if (!target) {
    std::fprintf(stderr, "say which target: --target=NAME, one of");
    for (const Target& known : targets()) std::fprintf(stderr, " %s", std::string(known.name).c_str());
    std::fprintf(stderr, "\n");
    std::exit(1);
  }
  (void)counts();  // so that they are there for longer than what says them
  std::atexit([] { std::fprintf(stderr, "%s", counts().c_str()); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  const auto bytes = [&](const std::string& input) {
    std::string changed = input;
    changed.resize(most);
    const std::size_t length = std::min(input.size(), most);
    changed.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), length, most));
    return changed;
  };
  Random random(seed);
  std::string changed =
      target->mutated(std::string(reinterpret_cast<const char*>(data), size), random, bytes);
  if (changed.size() > most) changed.resize(most);
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}
