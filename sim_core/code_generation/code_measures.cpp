#include "sim_core/code_generation/code_measures.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "sim_core/base/text.h"
#include "sim_core/code_generation/compiler.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A folder that goes away again.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "fluxion-XXXXXX").string();
    if (!failed && mkdtemp(name.data())) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// "model.c:12:13:name<tab>bytes<tab>static"
std::map<std::string, long long> frames_of(const std::string& text) {
  std::map<std::string, long long> frames;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto tab = line.find('\t');
    const auto colon = line.rfind(':', tab);
    if (tab == line.npos || colon == line.npos) continue;
    const std::string name = line.substr(colon + 1, tab - colon - 1);
    frames[name.substr(0, name.find('.'))] = std::atoll(line.c_str() + tab + 1);
  }
  return frames;
}

// The second line of what `size` prints: text, data, bss.
void take_sizes(const std::string& text, CodeMeasures& measures) {
  std::istringstream lines(text);
  std::string heading;
  long long code = 0, data = 0, zeros = 0;
  if (!std::getline(lines, heading) || !(lines >> code >> data >> zeros)) return;
  measures.code = code;
  measures.data = data + zeros;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> words_before_parentheses(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '(' || at == 0 || !is_word(line[at - 1])) continue;
    std::size_t first = at;
    while (first > 0 && is_word(line[first - 1])) --first;
    words.push_back(line.substr(first, at - first));
  }
  return words;
}

}  // namespace

std::map<std::string, std::vector<std::string>> calls_of(const std::string& source) {
  std::map<std::string, std::vector<std::string>> calls;
  std::istringstream lines(source);
  std::string function;
  for (std::string line; std::getline(lines, line);) {
    const auto words = words_before_parentheses(line);
    const bool outside = !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0;
    // A definition begins at the left margin and has its brace on that line.
    const bool defines =
        outside && !words.empty() && line.find('{') != line.npos && line.find('=') == line.npos;
    if (defines) calls[function = words[0]];
    if (line.starts_with("}")) function.clear();
    if (function.empty()) continue;
    for (std::size_t k = defines ? 1 : 0; k < words.size(); ++k) calls[function].push_back(words[k]);
    if (defines && line.ends_with("}")) function.clear();
  }
  for (auto& [name, called] : calls) {
    std::set<std::string> known;
    for (const std::string& word : called)
      if (word != name && calls.contains(word)) known.insert(word);
    called.assign(known.begin(), known.end());
  }
  return calls;
}

StackChain deepest_chain(const std::map<std::string, std::vector<std::string>>& calls,
                         const std::map<std::string, long long>& frames) {
  std::map<std::string, StackChain> known;
  std::set<std::string> open;
  const auto chain = [&](const auto& self, const std::string& name) -> StackChain {
    if (const auto found = known.find(name); found != known.end()) return found->second;
    StackChain deepest;
    if (!open.insert(name).second) return deepest;
    for (const std::string& called : calls.at(name))
      if (StackChain below = self(self, called); below.bytes > deepest.bytes) deepest = std::move(below);
    open.erase(name);
    const auto frame = frames.find(name);
    if (frame != frames.end()) {
      deepest.bytes += frame->second;
      deepest.functions.insert(deepest.functions.begin(), name);
    }
    return known[name] = deepest;
  };
  StackChain deepest;
  for (const auto& [name, called] : calls)
    if (StackChain one = chain(chain, name); one.bytes > deepest.bytes) deepest = std::move(one);
  return deepest;
}

std::optional<CodeMeasures> measure_code(const fs::path& folder, const std::string& source) {
  auto words = c_compiler();
  const TemporaryFolder temporary;
  if (!words || temporary.path().empty()) return std::nullopt;
  CodeMeasures measures;
  measures.compiler = join(*words, " ") + " -O2";
  const fs::path object = temporary.path() / "code.o";
  words->insert(words->end(), {"-std=c99", "-O2", "-ffp-contract=off", "-fstack-usage", "-c", "-o",
                               object.string(), source});
  const ProgramResult compiled = run_program(*words, folder);
  if (!compiled.started || compiled.status != 0) return std::nullopt;
  const auto frames = frames_of(read_text(temporary.path() / "code.su"));
  if (!frames.empty()) {
    StackChain chain = deepest_chain(calls_of(read_text(folder / source)), frames);
    measures.stack = chain.bytes;
    measures.deepest = std::move(chain.functions);
  }
  // "arm-none-eabi-size" of "arm-none-eabi-gcc"
  std::string size = words->front();
  const auto dash = size.rfind("-gcc");
  size = dash == size.npos ? "size" : size.substr(0, dash) + "-size";
  if (const ProgramResult told = run_program({size, object.string()}, folder);
      told.started && told.status == 0)
    take_sizes(told.output, measures);
  return measures;
}

}  // namespace sim
