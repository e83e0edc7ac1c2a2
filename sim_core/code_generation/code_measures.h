#pragma once
// What a compiler makes of generated code: sizes, and the stack that it needs.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sim {

struct CodeMeasures {
  std::string compiler;            // its words
  long long code = -1, data = -1;  // bytes of the file: instructions and constants, variables; -1: not known
  long long stack = -1;            // bytes that the deepest chain of calls takes; -1: not known
  std::vector<std::string> deepest;  // the functions of that chain
};

// Compiles `source`, a file in `folder`, once more, beside it; nothing where that fails.
std::optional<CodeMeasures> measure_code(const std::filesystem::path& folder, const std::string& source);

// The functions that a generated C file defines, and which of them each calls.
std::map<std::string, std::vector<std::string>> calls_of(const std::string& source);

// The chain of calls with the largest sum, from any function on. Without recursion; functions of no known
// size count as nothing.
struct StackChain {
  long long bytes = 0;
  std::vector<std::string> functions;
};
StackChain deepest_chain(const std::map<std::string, std::vector<std::string>>& calls,
                         const std::map<std::string, long long>& frames);

}  // namespace sim
