#pragma once
// The words after `fluxion-cli COMMAND`, sorted into a model and options.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/result.h"

namespace fluxion {

struct OptionSpec {
  std::string_view name;   // "--out"
  std::string_view value;  // what follows it, "FILE.csv"; empty: nothing
  std::string_view help;
};

struct CommandSpec {
  std::string_view name;     // "run"
  std::string_view summary;  // one line
  std::vector<OptionSpec> options;
  std::string_view files = "MODEL.flx";  // what it works on; empty: nothing
  bool several = false;                  // one file, and more
  bool optional = false;                 // it may be left out
  std::size_t least = 2;                 // how many, where there may be several
};

class Arguments {
 public:
  std::string model;                // the first file
  std::vector<std::string> others;  // further ones, where the command takes several

  void add(std::string_view option, std::string value);
  bool has(std::string_view option) const { return last(option).has_value(); }
  // Of an option given several times, the last one counts.
  std::optional<std::string> last(std::string_view option) const;
  std::vector<std::string> all(std::string_view option) const;
  // All options with their values, in the order in which they were given.
  const std::vector<std::pair<std::string, std::string>>& options() const { return m_options; }

 private:
  std::vector<std::pair<std::string, std::string>> m_options;
};

// Both `--out FILE` and `--out=FILE` are understood; after `--` everything is the model. An unknown option
// offers near ones.
sim::Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words);

}  // namespace fluxion
