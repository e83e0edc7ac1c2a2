// Functions that call another one by its name: for one of its results where a value is wanted, or for the
// first.
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/parser.h"

namespace sim::expr {

// (n, 'f', ...) or (n, of how many, 'f', ...).
Value one_result(Arguments arguments) {
  const auto count = [&](std::size_t k, const char* what) {
    const double n = whole_number(arguments[k], what);
    if (n < 1 || n > static_cast<double>(max_results))
      fail(std::string(what) + " must be from 1 to " + std::to_string(max_results));
    return static_cast<int>(n);
  };
  const int result = count(0, "the number of the result");
  const bool of_many = !arguments[1].is_string();
  const int results = of_many ? count(1, "the number of results") : result;
  const std::size_t at = of_many ? 2 : 1;
  if (at >= arguments.size() || !arguments[at].is_string())
    fail("the name of the function is missing", "write it in quotes: nthargout(2, 'butter', 4, 0.2)");
  if (result > results)
    fail("there is no result " + std::to_string(result) + " of " + std::to_string(results));
  const std::string& name = arguments[at].text();
  const Function* function = find_function(name);
  if (!function || function->name == "nthargout")
    fail("there is no function '" + name.substr(0, 80) + "'", "write the name of a function of the language");
  auto value = call(*function, arguments.subspan(at + 1), result, results);
  if (!value) fail(value.error().message, value.error().remedy);
  return *std::move(value);
}

// ('f', ...)
Value result_of_named(Arguments arguments) {
  if (!arguments[0].is_string())
    fail("the name of the function is missing", "write it in quotes: feval('sin', x)");
  const std::string& name = arguments[0].text();
  const Function* function = find_function(name);
  if (!function || function->name == "feval")
    fail("there is no function '" + name.substr(0, 80) + "'", "write the name of a function of the language");
  auto value = call(*function, arguments.subspan(1));
  if (!value) fail(value.error().message, value.error().remedy);
  return *std::move(value);
}

}  // namespace sim::expr
