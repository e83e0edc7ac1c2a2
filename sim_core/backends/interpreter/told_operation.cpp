#include "sim_core/backends/interpreter/told_operation.h"

#include "sim_core/base/told_number.h"

namespace sim::interpreter {

static const char* form_of(ir::Op op) {
  switch (op) {
#define OP(name, arity, value, tangent, text, ...) \
  case ir::Op::name:                               \
    return text;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return "";
  }
}

static std::string told_call(const CallRun& call, const double* memory) {
  constexpr std::size_t most = 6;
  std::string numbers;
  for (std::size_t k = 0; k < call.arguments.size() && k < most; ++k)
    numbers += (k ? ", " : "") + told(memory[call.arguments[k]]);
  if (call.arguments.size() > most) numbers += ", ...";
  return numbers.empty() ? std::string() : "its inputs and parameters are " + numbers;
}

std::string told_operation(const Run& run, const Tape& tape, const double* memory, int element) {
  if (run.op == ir::Op::Call) return told_call(tape.calls[static_cast<std::size_t>(run.first)], memory);
  if (run.op == ir::Op::LinearSolve) return "the matrix of its linear equations is singular";
  std::string text = form_of(run.op);
  const int arity = ir::arity_of(run.op);
  for (int k = 0; k < arity && !text.empty(); ++k) {
    const std::int32_t at = run.scattered
                                ? tape.indices[static_cast<std::size_t>(run.first + arity * element + k)]
                                : run.from[k] + run.step[k] * element;
    const std::string place{'{', static_cast<char>('a' + k), '}'}, number = told(memory[at]);
    for (std::size_t found = text.find(place); found != text.npos;
         found = text.find(place, found + number.size()))
      text.replace(found, place.size(), number);
  }
  // The outer parentheses of a sum or a product say nothing here.
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace sim::interpreter
