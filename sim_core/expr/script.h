#pragma once
// A script: a small program of the expression language, text to tree.
//
//   function [y, n] = limited(u, low, high)   % names of outputs and inputs; without this line: y = f(u)
//   persistent count = 0                      % kept from one execution to the next
//   y = u
//   if u > high                               % elseif, else
//     y = high
//     count = count + 1
//   end
//   for k = 1:3                               % over every element
//     n(k) = count / k
//   end
//   while n(1) < 5 && k < 10                  % as long as the condition holds
//     n(1) = 2*n(1); k = k + 1
//   end
//   s.gain = 2                                % a field, which is a variable of its own
//   [q, r] = deconv([1 3 2], [1 1])           % several results of one function
//   switch mode                               % case 1, otherwise
//   end
//   if n(1) < 0, error('n is negative'), end  % ends the run where it is reached
//   end
//   function z = twice(x)                     % a function of the script's own
//   z = 2*x
//
// persistent n without a value takes it from an `if isempty(n)` that follows.
// A statement ends with its line, a semicolon or a comma; `...` continues a line, `%` begins a comment. The
// final `end` of the function may be left out. Errors name line and column.
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"

namespace sim::expr {

struct Statement;
using Statements = std::vector<Statement>;

struct Assignment {  // name = value, "s.a" of a field; with `target`, the tree of name(...), to elements
  std::string name;
  std::optional<Ast> target;
  Ast value;
};
struct ResultsAssignment {  // [names] = f(x)
  std::vector<std::string> names;
  std::vector<Ast> values;  // of each name
};
struct ScriptBranch {
  std::optional<Ast> condition;  // none: else, the last
  Statements body;
  int line;
};
struct Choice {
  std::vector<ScriptBranch> branches;
  // `if isempty(n)` of persistent names without a value: the first branch gives them their first values. What
  // the script changes elsewhere, also of their fields, is kept; what it does not is computed each time.
  std::vector<std::string> begins = {};
  std::set<std::string> changes = {};
};
struct Loop {
  std::string name;
  Ast range;
  Statements body;
};
struct WhileLoop {
  Ast condition;
  Statements body;
};
struct Persistent {
  std::string name;
  Ast initial;
};
struct ErrorCall {  // error('...')
  std::string message;
};
struct Statement {
  std::variant<Assignment, ResultsAssignment, Choice, Loop, WhileLoop, Persistent, ErrorCall> content;
  int line;  // 1-based
};

struct ScriptHeader {
  std::vector<std::string> inputs{"u"}, outputs{"y"};
};
// Behind the first: what the script calls by name. nargin and nargout are how many there are at a call.
struct ScriptFunction {
  std::string name;
  ScriptHeader header;
  Statements body;
  int line = 1;
  std::size_t further_fields = 0;  // of structures: inputs that nargin does not count
};
struct Script {
  std::string name;  // of the first function; empty without that line
  ScriptHeader header;
  Statements body;
  std::vector<ScriptFunction> functions;
};

inline constexpr int max_script_nesting = 50;              // of if, for and while
inline constexpr std::size_t max_script_branches = 1'000;  // of one if
inline constexpr std::size_t max_script_functions = 100;
inline constexpr std::size_t max_script_ports = 100;  // inputs, and outputs

Result<Script> parse_script(std::string_view text);

// Whether an error() stands anywhere in it.
bool calls_error(const Script& script);

// Whether a function behind the first declares persistent values.
bool functions_keep(const Script& script);

// The first line alone, with those that continue it, whatever is wrong in the others; the default where it
// cannot be read.
ScriptHeader script_header(std::string_view text);

// The script with a conversion of each of these inputs at its beginning, in the line of its header: u =
// int8(u). As it is where it cannot be read.
std::string with_input_types(std::string_view text,
                             const std::vector<std::pair<std::string, std::string>>& types);

// Whether the script itself says what this name means: its inputs, outputs and all it assigns, and the words
// of the language. Of a text that cannot be read no name is.
bool is_script_name(std::string_view text, std::string_view name);

// The names that the script takes from elsewhere: of variables and functions, where they stand in the text.
// None of a text that cannot be read.
std::vector<std::string_view> outside_names(std::string_view text);

}  // namespace sim::expr
