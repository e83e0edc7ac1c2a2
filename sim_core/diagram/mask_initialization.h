#pragma once
// The initialization of a mask, and the call-backs of a model: lines "name = expression", or
// "[q, r] = deconv(p, d)" for several results of one function. A semicolon or a comma outside of brackets
// ends a statement too. Blank lines and what stands behind % are remarks; an expression goes on in the next
// line while a bracket is open or where "..." ends the line.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"

namespace sim {

inline constexpr std::size_t max_mask_statements = 1000;
inline constexpr std::size_t max_mask_problems = 100;  // more are not told of

struct MaskStatement {
  int line = 1;                         // of its names, from 1
  int column = 1;                       // of its expression, in characters from 1
  std::vector<std::string_view> names;  // one, or those of the results; pieces of the text, as the expression
  std::string_view expression;

  bool defines(std::string_view name) const;
};

// The text that gives the value of the `k`-th name, from 0, where only one can be had: the expression itself,
// or "nthargout(2, 3, 'f', x)" for a name in brackets. Empty where that is no call of a function.
std::string expression_of_name(const MaskStatement& statement, std::size_t k);

struct MaskInitialization {
  std::vector<MaskStatement> statements;
  Diagnostics problems;  // lines that are no statement, at "initialization line 2"
};

// `text` must outlive the result. `what` is what messages call it.
MaskInitialization read_initialization(std::string_view text, std::string_view what = "initialization");

// "initialization line 2".
std::string initialization_place(int line, std::string_view what = "initialization");

}  // namespace sim
