#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "benchmarks/models.h"
#include "benchmarks/table/row.h"
#include "sim_core/diagram/file.h"

namespace sim {

namespace {

using Arguments = std::vector<std::string>;

// Processor time of a process from its start to its end.
double process_time(const Arguments& command) {
  std::vector<char*> pointers;
  for (const std::string& argument : command) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  // Not fork(): the copy of this program's memory would be counted as the other's time.
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {1, 2}) posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failure = posix_spawn(&child, pointers[0], &silent, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&silent);
  if (failure != 0) {
    std::fprintf(stderr, "%s cannot be started\n", command[0].c_str());
    std::exit(1);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "%s failed: what that took is no time of its work\n", command[0].c_str());
    std::exit(1);
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Row process_row(std::string work, double seconds, Arguments command) {
  Row row;
  row.work = std::move(work);
  row.wanted = seconds;
  row.fluxion_time = [command = std::move(command)] { return process_time(command); };
  return row;
}

}  // namespace

void add_processes(std::vector<Row>& rows, const std::string& programs) {
  namespace fs = std::filesystem;
  const std::string cli = fs::path(programs) / "fluxion-cli", window = fs::path(programs) / "fluxion";
  const fs::path folder = fs::temp_directory_path() / "fluxion_table";
  fs::create_directories(folder);
  ModelBuilder tiny;
  tiny.connect(tiny.block("sources/constant", "One"), tiny.block("continuous/integrator", "Ramp"));
  static_cast<void>(save_file(folder / "tiny.flx", tiny.diagram));
  static_cast<void>(save_file(folder / "predator_prey.flx", predator_prey_diagram()));
  if (fs::exists(cli)) {
    rows.push_back(process_row("fluxion-cli --version: the process", 0.002, {cli, "--version"}));
    rows.push_back(process_row("fluxion-cli run on 2 blocks: the process", 0.004,
                               {cli, "run", folder / "tiny.flx", "--quiet", "--out", folder / "tiny.csv"}));
  }
  if (fs::exists(window))
    rows.push_back(
        process_row("fluxion --headless, predator and prey with pictures: the process", 0.1,
                    {window, "--headless", folder / "predator_prey.flx", "--out", folder / "out"}));
}

}  // namespace sim
