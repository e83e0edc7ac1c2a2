#include "sim_core/diagram/drawing_commands.h"

#include <algorithm>
#include <array>

#include "sim_core/base/trimmed.h"
#include "sim_core/diagram/mask_drawing.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/statement_split.h"

namespace sim {

static bool is_drawn(std::string_view function) {
  static constexpr std::array known{"plot",  "patch",  "text",       "disp",  "fprintf",
                                    "dpoly", "droots", "port_label", "color", "units"};
  return std::find(known.begin(), known.end(), function) != known.end();
}

static bool readable(const std::vector<std::string>& expressions) {
  return std::all_of(expressions.begin(), expressions.end(),
                     [](const std::string& text) { return bool(expr::parse(text)); });
}

static DrawingCommand command_of(const std::string& statement) {
  using Kind = DrawingCommand::Kind;
  DrawingCommand command;
  command.statement = statement;
  const std::string_view word = expr::first_word(statement),
                         rest = trimmed(std::string_view(statement).substr(word.size()));
  const auto become = [&](Kind kind, std::vector<std::string> arguments) {
    if (!readable(arguments)) return;
    command.kind = kind;
    command.name = word;
    command.arguments = std::move(arguments);
  };
  if (word == "if" || word == "elseif")
    become(word == "if" ? Kind::If : Kind::ElseIf, {std::string(rest)});
  else if ((word == "else" || word == "end") && rest.empty())
    become(word == "else" ? Kind::Else : Kind::End, {});
  else if (rest.starts_with('=') && !rest.starts_with("==") && expr::is_name(word))
    become(Kind::Assign, {std::string(trimmed(rest.substr(1)))});
  else if (is_drawn(word) && rest.starts_with('(') && rest.ends_with(')'))
    become(Kind::Call, expr::split_arguments(rest.substr(1, rest.size() - 2)));
  return command;
}

std::vector<DrawingCommand> read_drawing(std::string_view text) {
  std::vector<DrawingCommand> commands;
  int skipped = 0;  // how deep in a loop or a choice that is not followed
  for (const std::string& statement : expr::split_statements(text)) {
    const std::string_view word = expr::first_word(statement);
    const bool loop = word == "for" || word == "while" || word == "switch" || word == "try";
    const bool opens = loop || word == "if";
    if (skipped > 0) {
      skipped += opens ? 1 : word == "end" ? -1 : 0;
      continue;
    }
    if (commands.size() == max_drawing_commands) break;
    commands.push_back(command_of(statement));
    // A condition that cannot be read decides nothing.
    if (loop || (opens && commands.back().kind == DrawingCommand::Kind::Unknown)) skipped = 1;
  }
  return commands;
}

std::vector<std::string> commands_not_drawn(const std::string& commands) {
  std::vector<std::string> out;
  for (const DrawingCommand& command : read_drawing(commands))
    if (command.kind == DrawingCommand::Kind::Unknown) out.push_back(command.statement);
  return out;
}

std::string drawable_commands(const std::string& commands) {
  std::string out;
  for (const DrawingCommand& command : read_drawing(commands))
    if (command.kind != DrawingCommand::Kind::Unknown) out += command.statement + '\n';
  return out;
}

}  // namespace sim
