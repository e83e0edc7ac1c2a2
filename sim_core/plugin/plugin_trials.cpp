#include "sim_core/plugin/plugin_trials.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace sim {

namespace fs = std::filesystem;

namespace {

constexpr unsigned longest_trial = 10;  // s
constexpr int done = 42;  // the child's status: others are those of a library that ends the process
constexpr std::array<const char*, 3> words{"good", "bad", "loading"};

// FNV-1a. It is to notice changes, not attacks: who may write the file may do as he likes with it.
std::optional<std::uint64_t> hash_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::uint64_t hash = 0xcbf29ce484222325;
  std::array<char, 1 << 16> buffer;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    for (std::streamsize k = 0; k < in.gcount(); ++k)
      hash = (hash ^ static_cast<unsigned char>(buffer[static_cast<std::size_t>(k)])) * 0x100000001b3;
  return hash;
}

// How the child ended that called `load`; empty: well.
std::string try_in_child(const std::function<void()>& load) {
  const pid_t child = fork();
  if (child < 0) return {};  // no process can be started: it is loaded as it is
  if (child == 0) {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGALRM}) std::signal(signal, SIG_DFL);
    alarm(longest_trial);
    load();
    _exit(done);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return {};
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "it was not loaded after " + std::to_string(longest_trial) + " s"
                                       : std::string("it crashes (") + strsignal(WTERMSIG(status)) + ")";
  return WEXITSTATUS(status) == done ? std::string() : "it ends the program";
}

}  // namespace

PluginTrials::PluginTrials(fs::path file) : file_(std::move(file)) {
  std::ifstream in(file_);
  std::string word;
  std::uint64_t hash = 0;
  long process = 0;
  while (in >> word >> std::hex >> hash >> std::dec >> process)
    for (std::size_t k = 0; k < words.size(); ++k)
      if (word == words[k]) known_[hash] = {static_cast<Verdict>(k), process};
}

std::optional<std::string> PluginTrials::refuse(const fs::path& plugin, const std::function<void()>& load) {
  const auto hash = hash_of(plugin);
  if (!hash) return std::nullopt;  // the loader says why
  const auto known = known_.find(*hash);
  if (known != known_.end()) {
    const auto [verdict, process] = known->second;
    if (verdict == Verdict::Good) return std::nullopt;
    if (verdict == Verdict::Bad) return "it crashed, or did not end, when it was tried";
    const bool still_loading = process != getpid() && kill(static_cast<pid_t>(process), 0) == 0;
    if (!still_loading) return "the program ended while it was loading it for the first time";
  }
  const std::string ended = try_in_child(load);
  known_[*hash] = {ended.empty() ? Verdict::Loading : Verdict::Bad, getpid()};
  write();
  return ended.empty() ? std::nullopt : std::optional(ended);
}

void PluginTrials::finished(const fs::path& plugin) {
  const auto hash = hash_of(plugin);
  const auto known = hash ? known_.find(*hash) : known_.end();
  if (known == known_.end() || known->second.verdict != Verdict::Loading) return;
  known->second = {Verdict::Good, 0};
  write();
}

void PluginTrials::write() const {
  if (file_.empty()) return;
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  fs::path temporary = file_;
  temporary += "." + std::to_string(getpid());
  {
    std::ofstream out(temporary);
    for (const auto& [hash, entry] : known_)
      out << words[static_cast<std::size_t>(entry.verdict)] << ' ' << std::hex << hash << std::dec << ' '
          << entry.process << '\n';
    if (!out.flush()) return void(fs::remove(temporary, ignored));
  }
  fs::rename(temporary, file_, ignored);
}

fs::path plugin_record_of_user() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "fluxion/plugins";
  const char* home = std::getenv("HOME");
  return home && *home ? fs::path(home) / ".cache/fluxion/plugins" : fs::path();
}

}  // namespace sim
