#pragma once
// Runs a piece of work in a process of its own, so that its peak memory is its own.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <vector>

namespace sim {

struct Forked {
  bool ok = false;
  std::vector<double> numbers;  // what the work returned
  double peak_megabytes = 0;    // resident
};

inline Forked forked(const std::function<std::vector<double>()>& work) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    const std::vector<double> numbers = work();
    std::FILE* out = fdopen(ends[1], "w");
    const std::size_t size = numbers.size();
    const bool written = std::fwrite(&size, sizeof size, 1, out) == 1 &&
                         std::fwrite(numbers.data(), sizeof(double), size, out) == size;
    std::fclose(out);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Forked result;
  std::FILE* in = fdopen(ends[0], "r");
  std::size_t size = 0;
  if (child > 0 && std::fread(&size, sizeof size, 1, in) == 1) {
    result.numbers.resize(size);
    result.ok = std::fread(result.numbers.data(), sizeof(double), size, in) == size;
  }
  std::fclose(in);
  int status = 0;
  rusage usage{};
  if (child > 0) wait4(child, &status, 0, &usage);
  result.ok = result.ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  result.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

}  // namespace sim
