#include "sim_core/expr/functions.h"

#include <limits>
#include <new>
#include <numbers>
#include <unordered_map>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

template <Elementary op>
static Value elementwise(Arguments arguments) {
  return arguments.size() == 1 ? apply(op, arguments[0]) : apply(op, arguments[0], arguments[1]);
}

std::span<const Function> functions() {
  using Takes = Function::Takes;
  static const Function table[] = {
#define CONSTANT(name, summary, value) \
  {#name, 0, 0, {}, {}, #name, summary, [](Arguments) { return Value::scalar(value); }},
#define ELEMENTWISE(name, operation, signature, summary) \
  {#name,                                                \
   info(Elementary::operation).arity,                    \
   info(Elementary::operation).arity,                    \
   Elementary::operation,                                \
   {},                                                   \
   signature,                                            \
   summary,                                              \
   &elementwise<Elementary::operation>,                  \
   1,                                                    \
   nullptr,                                              \
   Takes::Integers},
#define REDUCTION(name, most, reduction, signature, summary, code) \
  {#name, 1, most, {}, Reduction::reduction, signature, summary, &code, 1, nullptr, Takes::Integers},
#define EXTREME(name, operation, reduction, signature, summary, code)                  \
  {#name, 1, 3,       Elementary::operation, Reduction::reduction, signature, summary, \
   &code, 1, nullptr, Takes::Integers},
#define FUNCTION(name, fewest, most, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, &code},
#define SEVERAL(name, fewest, most, results, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, nullptr, results, &code},
#define SEVERAL_OF_ANY(name, fewest, most, results, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, nullptr, results, &code, Takes::Anything},
#define OF_ANY(name, fewest, most, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, &code, 1, nullptr, Takes::Anything},
#define OF_INTEGERS(name, fewest, most, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, &code, 1, nullptr, Takes::Integers},
#define MOVING(name, fewest, most, signature, summary, code) \
  {#name, fewest, most, {}, {}, signature, summary, &code, 1, nullptr, Takes::Integers, true},
#include "sim_core/expr/functions.def"
  };
  return table;
}

const Function* find_function(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const Function*> out;
    for (const Function& function : functions()) out.emplace(function.name, &function);
    return out;
  }();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

static std::string arity_text(const Function& f) {
  const std::string most = std::to_string(f.max_arguments);
  const std::string noun = f.max_arguments == 1 ? " argument" : " arguments";
  if (f.min_arguments == f.max_arguments) return most + noun;
  return std::to_string(f.min_arguments) + " to " + most + noun;
}

static void check_kind(const Function& function, const Value& argument) {
  if (function.takes == Function::Takes::Anything) return;
  if (argument.is_structure()) refuse_structure(argument, {});
  if (argument.is_integer() && function.takes == Function::Takes::Numbers)
    fail("it takes no integers (" + std::string(name_of(argument.type())) + ")",
         "convert them first, as in " + std::string(function.name) + "(double(x))");
}

Result<Value> call(const Function& function, std::span<const Value> arguments) {
  return call(function, arguments, 1, 1);
}

Result<Value> call(const Function& function, std::span<const Value> arguments, int result, int results) {
  const auto n = static_cast<int>(arguments.size());
  if (n < function.min_arguments || n > function.max_arguments) {
    return error({},
                 std::string(function.name) + " takes " + arity_text(function) + ", not " + std::to_string(n),
                 "write " + std::string(function.signature));
  }
  if (results > function.max_results) {
    const std::string most = std::to_string(function.max_results);
    return error({},
                 std::string(function.name) + " gives " + (function.max_results == 1 ? "" : "at most ") +
                     most + (function.max_results == 1 ? " result" : " results") + ", not " +
                     std::to_string(results),
                 "write " + std::string(function.signature));
  }
  try {
    for (const Value& argument : arguments) check_kind(function, argument);
    if (function.evaluate) {
      Value value = function.evaluate(arguments);
      if (!function.moves || !arguments[0].is_integer()) return value;
      return of_same_type(arguments[0], value.shape(), value.real());
    }
    std::vector<Value> all = function.evaluate_results(arguments, results);
    return std::move(all.at(static_cast<std::size_t>(result) - 1));
  } catch (const Failure& failure) {
    return error({}, std::string(function.name) + ": " + failure.message, failure.remedy);
  } catch (const std::bad_alloc&) {
    return error({}, std::string(function.name) + ": not enough memory");
  }
}

}  // namespace sim::expr
