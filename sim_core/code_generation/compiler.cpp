#include "sim_core/code_generation/compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "sim_core/base/work.h"

extern char** environ;

namespace sim {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_output = 64 << 10;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
  return false;
}

// A process that is ended with this object.
class Child {
 public:
  Child(const std::vector<std::string>& words, const fs::path& folder) {
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // A group of its own: what it starts is ended with it.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    if (posix_spawnp(&process_, pointers[0], &actions, &attributes, pointers.data(), environ) != 0)
      process_ = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    fcntl(output_, F_SETFL, O_NONBLOCK);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ > 0) {
      kill(-process_, SIGKILL);
      while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    if (output_ >= 0) close(output_);
  }

  bool started() const { return process_ > 0; }
  // What there is to read now; false: the stream has ended.
  bool read(std::string& text) {
    std::array<char, 4096> piece;
    for (;;) {
      const auto count = ::read(output_, piece.data(), piece.size());
      if (count == 0) return false;
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      text.append(piece.data(), std::min(static_cast<std::size_t>(count),
                                         most_output - std::min(text.size(), most_output)));
    }
  }
  std::optional<int> status() {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t process_ = -1;
  int output_ = -1;
};

}  // namespace

std::optional<std::vector<std::string>> c_compiler() {
  if (const char* given = std::getenv("CC"))
    if (auto words = words_of(given); !words.empty()) return words;
  for (const char* name : {"cc", "gcc", "clang"})
    if (is_in_path(name)) return std::vector<std::string>{name};
  return std::nullopt;
}

ProgramResult run_program(const std::vector<std::string>& words, const fs::path& folder) {
  ProgramResult result;
  Child child(words, folder);
  result.started = child.started();
  for (bool open = true; result.started;) {
    check_stop();
    open = open && child.read(result.output);
    if (const auto status = child.status()) {
      result.status = *status;
      if (open) child.read(result.output);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return result;
}

Diagnostics build_library(const fs::path& folder, const std::vector<std::string>& sources,
                          const std::vector<std::string>& flags, const std::string& library) {
  auto words = c_compiler();
  const std::string place = (folder / library).string();
  if (!words)
    return {error(place, "there is no C compiler to build it with",
                  "install one, or name it in the environment variable CC; the source is there")};
  const std::string compiler = words->front(), temporary = library + ".new";
  words->insert(words->end(),
                {"-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden"});
  words->insert(words->end(), flags.begin(), flags.end());
  words->insert(words->end(), {"-o", temporary});
  words->insert(words->end(), sources.begin(), sources.end());
  words->push_back("-lm");
  std::error_code failed;
  const struct Cleanup {
    fs::path path;
    ~Cleanup() {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  } cleanup{folder / temporary};
  const ProgramResult result = run_program(*words, folder);
  if (!result.started || result.status != 0)
    return {error(place,
                  result.started ? "the compiler '" + compiler + "' failed: " + result.output.substr(0, 2000)
                                 : "the compiler '" + compiler + "' cannot be started",
                  "name another one in the environment variable CC")};
  fs::rename(folder / temporary, folder / library, failed);
  if (failed) return {error(place, "this file cannot be written", "choose another folder")};
  return {};
}

}  // namespace sim
