#pragma once
// Drawing commands as they are written, before they are drawn. Inside this folder only.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

struct DrawingCommand {
  enum class Kind { Call, Assign, If, ElseIf, Else, End, Unknown };
  Kind kind = Kind::Unknown;
  std::string name;                    // of the function or the variable
  std::vector<std::string> arguments;  // of a Call; of an Assign its expression, of a condition the condition
  std::string statement;               // as it is written
};

// One statement after the other. What is inside of for, while, switch and try is one Unknown.
std::vector<DrawingCommand> read_drawing(std::string_view text);

}  // namespace sim
