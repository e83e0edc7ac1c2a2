#include "app/cli/arguments.h"

#include "sim_core/base/text.h"

namespace fluxion {

void Arguments::add(std::string_view option, std::string value) {
  m_options.emplace_back(option, std::move(value));
}

std::optional<std::string> Arguments::last(std::string_view option) const {
  auto values = all(option);
  if (values.empty()) return {};
  return std::move(values.back());
}

std::vector<std::string> Arguments::all(std::string_view option) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : m_options)
    if (name == option) values.push_back(value);
  return values;
}

static sim::Diagnostic usageError(const CommandSpec& command, std::string message, const std::string& hint) {
  const std::string help = "see fluxion-cli " + std::string(command.name) + " --help";
  return sim::error({}, std::move(message), hint.empty() ? help : hint);
}

static sim::Diagnostic unknownOption(const CommandSpec& command, const std::string& name) {
  std::vector<std::string> names{"--help"};
  for (const OptionSpec& option : command.options) names.emplace_back(option.name);
  return usageError(command, std::string(command.name) + " has no option '" + name + "'",
                    sim::did_you_mean(name, names));
}

sim::Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words) {
  Arguments arguments;
  bool onlyModel = false, hasModel = false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    if (!onlyModel && word == "--") {
      onlyModel = true;
      continue;
    }
    if (onlyModel || word.size() < 2 || word[0] != '-') {
      if (command.files.empty())
        return usageError(command, std::string(command.name) + " takes no file, and '" + word + "' is given",
                          {});
      if (hasModel && command.several) {
        arguments.others.push_back(word);
        continue;
      }
      if (hasModel)
        return usageError(command, "two models are given, '" + arguments.model + "' and '" + word + "'",
                          "give one");
      hasModel = true;
      arguments.model = word;
      continue;
    }
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OptionSpec* spec = nullptr;
    for (const OptionSpec& option : command.options)
      if (option.name == name) spec = &option;
    if (!spec) return unknownOption(command, name);
    if (spec->value.empty()) {
      if (equals != std::string::npos) return usageError(command, name + " takes no value", "write it alone");
      arguments.add(name, {});
    } else if (equals != std::string::npos) {
      arguments.add(name, word.substr(equals + 1));
    } else if (k + 1 < words.size()) {
      arguments.add(name, words[++k]);
    } else {
      return usageError(command, name + " needs a value", "write " + name + ' ' + std::string(spec->value));
    }
  }
  if (command.several && arguments.others.size() + 1 < command.least)
    return usageError(command, std::string(command.name) + " needs two files",
                      "give " + std::string(command.files));
  if (!hasModel && !command.files.empty() && !command.optional)
    return usageError(command, "no model is given", {});
  return arguments;
}

}  // namespace fluxion
