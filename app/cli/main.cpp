// fluxion-cli: what the window does to a model, without a display.
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "sim_core/base/memory_budget.h"
#include "sim_core/base/text.h"

namespace fluxion {

namespace {

void printOption(std::string_view name, std::string_view value, std::string_view help) {
  const std::string left = std::string(name) + (value.empty() ? "" : " ") + std::string(value);
  std::printf("  %-20s  %.*s\n", left.c_str(), static_cast<int>(help.size()), help.data());
}

void printHelp() {
  std::printf("Usage: fluxion-cli COMMAND MODEL.flx [OPTION...]\n\n");
  for (const Command& command : allCommands()) printOption(command.spec.name, "", command.spec.summary);
  std::printf(
      "\n  %-20s  the options of a command\n  %-20s  the version of the program\n\n"
      "Exit status: 0 done, 1 the model has errors or something could not be written, 2 wrong usage,\n"
      "130 interrupted by Ctrl-C; what was computed until then is kept.\n",
      "COMMAND --help", "--version");
}

void printHelp(const CommandSpec& spec) {
  const std::string files = spec.files.empty() ? "" : ' ' + std::string(spec.files);
  std::printf("Usage: fluxion-cli %s%s [OPTION...]\n\n%s.\n\n", std::string(spec.name).c_str(), files.c_str(),
              std::string(spec.summary).c_str());
  for (const OptionSpec& option : spec.options) printOption(option.name, option.value, option.help);
  printOption("--help", "", "this text");
}

int usageError(const std::string& message, const std::string& remedy) {
  report("fluxion-cli", {sim::error({}, message, remedy)});
  return UsageError;
}

int unknownCommand(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : allCommands()) names.emplace_back(command.spec.name);
  const std::string near = sim::did_you_mean(word, names);
  return usageError("there is no command '" + word + "'",
                    near.empty() ? "it may be " + sim::join(names, ", ") : near);
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty()) return usageError("no command is given", "see fluxion-cli --help");
  if (words[0] == "--help" || words[0] == "-h" || (words[0] == "help" && words.size() == 1)) {
    printHelp();
    return Success;
  }
  if (words[0] == "--version") {
    std::printf("fluxion-cli %s\n", FLUXION_VERSION);
    return Success;
  }
  const std::string& name = words[0] == "help" ? words[1] : words[0];
  for (const Command& command : allCommands()) {
    if (command.spec.name != name) continue;
    const std::span rest(words.begin() + 1, words.end());
    bool help = words[0] == "help";
    for (const std::string& word : rest) help = help || word == "--help" || word == "-h";
    if (help) {
      printHelp(command.spec);
      return Success;
    }
    const auto arguments = parseArguments(command.spec, rest);
    if (!arguments) return usageError(arguments.error().message, arguments.error().remedy);
    if (const auto size = arguments->last("--memory")) {
      const auto bytes = sim::parse_memory(*size);
      if (!bytes)
        return usageError("--memory: '" + *size + "' is no size", "write one from 10MB to 16GB, such as 4GB");
      sim::set_memory_limit(*bytes);
    }
    return command.run(*arguments);
  }
  return unknownCommand(name);
}

}  // namespace

}  // namespace fluxion

int main(int count, char** words) {
  try {
    return fluxion::dispatch({words + 1, words + count});
  } catch (const std::bad_alloc&) {
    std::fputs("fluxion-cli: the memory is used up (simulate a shorter time, or record less)\n", stderr);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "fluxion-cli: internal error: %s\n", failure.what());
  }
  return fluxion::ModelError;
}
