// Calls and indices of formulas.
#include "sim_core/block/formula_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "sim_core/base/work.h"
#include "sim_core/block/formula_functions.h"

namespace sim {

using ir::Op;

// An index, or a call. Some functions are values by themselves too: zeros, and zeros(3, 1).
ir::Value FormulaWriter::node(const expr::Apply& n) {
  const auto* name = std::get_if<expr::Name>(&ast_[n.target].content);
  if (name && is_own_function(name->name)) return call_own(name->name, n);
  const expr::Function* function =
      name && !is_variable(name->name) ? expr::find_function(name->name) : nullptr;
  if (function && function->name == "feval") return call_by_name(n);
  if (function) return call_function(*function, n);
  if (name && !n.braces && is_text(n.target)) return call_named(texts_.at(n.target), n);
  if (is_cell(n.target)) return element_of_cell(n);
  if (n.results > 1)
    fail("'" + (name ? name->name : "") + "' is a variable, and has one value, not " +
             std::to_string(n.results),
         "write one line for each name, or give the variable another name");
  const ir::Value target = values_[static_cast<std::size_t>(n.target)];
  if (const auto of = structures_.find(n.target); of != structures_.end()) return element(of->second, n);
  if (n.braces)
    fail("{ } takes an element of a cell array, and this is none", "choose elements of numbers with ( )");
  if (!target) fail("this cannot be indexed");
  if (n.arguments.empty()) return target;
  (void)need_sized(n.target);
  if (const ir::Value chosen = chosen_by_signal(target, n)) return chosen;
  const bool all = std::holds_alternative<expr::WholeDimension>(ast_[n.arguments.front()].content);
  const bool list = is_list(n.target), of_row = list && n.arguments.size() > 1;
  const Elements chosen = elements(n, of_row ? Shape{1, target.shape().count()} : target.shape(), false);
  set_list(list && !of_row && !all && chosen.shape.cols == 1);  // v(:) is a column
  if (chosen.at.size() == 1) return ir::slice(target, chosen.at[0], scalar_shape);
  return ir::gather(target, chosen.at, chosen.shape);
}

ir::Value FormulaWriter::call_function(const expr::Function& function, const expr::Apply& n) {
  // What is done with each element does not depend on how many there are.
  const bool each = function.elementary.has_value();
  std::vector<ir::Value> arguments;
  for (expr::NodeId id : n.arguments) {
    const bool text = !each && (is_text(id) || is_cell(id));
    arguments.push_back(text ? ir::Value{} : each ? need(id) : need_oriented(id));
    set_expanded(expanded_[static_cast<std::size_t>(at_)] || expanded(id));
  }
  if (each) join_lists(n.arguments, arguments);
  return call(function, n, arguments);
}

// feval('sin', x)
ir::Value FormulaWriter::call_by_name(const expr::Apply& n) {
  if (n.arguments.empty() || !is_text(n.arguments.front()))
    fail("the name of the function is missing", "write it in quotes: feval('sin', x)");
  expr::Apply called = n;
  called.arguments.erase(called.arguments.begin());
  return call_named(texts_.at(n.arguments.front()), called);
}

// feval, and f(x) where f is the name of a function, as of @sin.
ir::Value FormulaWriter::call_named(const std::string& name, const expr::Apply& called) {
  if (is_own_function(name)) return call_own(name, called);
  const expr::Function* function = expr::find_function(name);
  if (!function || function->name == "feval")
    fail("there is no function '" + name.substr(0, 80) + "'",
         "a string before ( ) is the name of a function");
  types_.set(at_, types_.of_call(*function, called.arguments));
  return call_function(*function, called);
}

// An element of a vector that a signal counts; none there is nan, which the run tells of.
ir::Value FormulaWriter::chosen_by_signal(ir::Value target, const expr::Apply& n) const {
  constexpr int most = 1000;
  const Shape shape = target.shape();
  struct Place {
    ir::Value index;  // none: it is known
    int first, last;
  };
  std::vector<Place> places;
  if (n.arguments.size() == 1 && shape.is_vector()) places = {{{}, 1, shape.count()}};
  if (n.arguments.size() == 2) places = {{{}, 1, shape.rows}, {{}, 1, shape.cols}};
  if (places.empty() || shape.count() > most) return {};
  bool is_known_place = true;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const ir::Value index = values_[static_cast<std::size_t>(n.arguments[k])];
    if (!index || !index.shape().is_scalar() || index.shape().complex) return {};
    if (!is_known(index)) {
      places[k].index = index;
      is_known_place = false;
      continue;
    }
    const double at = decided(index)[0];
    if (!(at >= 1 && at <= places[k].last) || at != std::floor(at)) return {};
    places[k].first = places[k].last = static_cast<int>(at);
  }
  if (is_known_place) return {};
  if (places.size() == 1) places.push_back({{}, 1, 1});
  const bool column = n.arguments.size() == 2;
  ir::Value chosen = graph_.constant(std::numeric_limits<double>::quiet_NaN());
  for (int c = places[1].first; c <= places[1].last; ++c)
    for (int r = places[0].first; r <= places[0].last; ++r) {
      ir::Value here;
      for (const auto& [index, at] : {std::pair(places[0].index, r), std::pair(places[1].index, c)}) {
        if (!index) continue;
        const ir::Value is = ir::make(Op::Equal, index, graph_.constant(at));
        here = here ? here & is : is;
      }
      chosen =
          select(here, ir::slice(target, r - 1 + (column ? (c - 1) * shape.rows : 0), scalar_shape), chosen);
    }
  return chosen;
}

bool FormulaWriter::is_variable(const std::string& name) const {
  if (names_.inputs.contains(name) || (names_.texts && names_.texts->contains(name))) return true;
  if (names_.variables.leaf(name) || structure(name)) return true;
  const auto variable = names_.variables.find(name);
  return variable && *variable;
}

// An argument without a value is a string.
ir::Value FormulaWriter::call(const expr::Function& function, const expr::Apply& n,
                              const std::vector<ir::Value>& arguments) {
  const int count = static_cast<int>(arguments.size());
  if (count < function.min_arguments || count > function.max_arguments)
    fail("'" + std::string(function.name) + "' is written " + std::string(function.signature));
  check_arguments(function, n);
  if (function.name == "norm" && arguments[0] && !is_known(arguments[0])) return norm(n, arguments);
  if (function.name == "isequal" && count == 2 && !arguments[0] != !arguments[1]) return graph_.constant(0);
  if (function.name == "isequal" && count == 2 && arguments[0] && arguments[1] &&
      !(is_known(arguments[0]) && is_known(arguments[1])))
    return real_shape(arguments[0].shape()) == real_shape(arguments[1].shape())
               ? reduce(expr::Reduction::All, ir::make(Op::Equal, arguments[0], arguments[1]))
               : graph_.constant(0);
  if (function.name == "interp1" && arguments[2] && !is_known(arguments[2]))
    return interpolated(n, arguments);
  const auto is_text = [](ir::Value v) { return !v; };
  if (std::any_of(arguments.begin(), arguments.end(), is_text))
    return call_with_constants(function, n, arguments);
  if (n.results > 1) return call_of_signals(function, n, arguments);
  if (function.elementary && count == expr::info(*function.elementary).arity)
    return held(make(*function.elementary, arguments[0], count > 1 ? arguments[1] : ir::Value{}),
                *function.elementary, n.arguments);
  if (function.reduction && count == 1 && arguments[0].shape().is_vector())
    return reduce(*function.reduction, arguments[0]);
  if (function.name == "dot" && arguments[0].shape().is_vector() && arguments[1].shape().is_vector() &&
      arguments[0].shape().count() == arguments[1].shape().count()) {
    const auto column = [](ir::Value v) { return v.shape().rows == 1 ? ir::transpose(v) : v; };
    return ir::total(ir::conjugate(column(arguments[0])) * column(arguments[1]));
  }
  return call_of_signals(function, n, arguments);
}

static bool asks_for_type(const expr::Function& function) {
  constexpr std::string_view names[] = {"isnumeric", "islogical", "isinteger", "isfloat", "isa", "class"};
  return std::find(std::begin(names), std::end(names), function.name) != std::end(names);
}

ir::Value FormulaWriter::norm(const expr::Apply& n, const std::vector<ir::Value>& arguments) {
  const ir::Value magnitudes = ir::make(Op::Abs, arguments[0]);
  const bool has_order = arguments.size() > 1;
  const std::string order_text = has_order && !arguments[1] ? texts_.at(n.arguments[1]) : "";
  double order = order_text == "inf" || order_text == "Inf" ? std::numeric_limits<double>::infinity() : 2;
  if (has_order && arguments[1]) {
    if (!is_known(arguments[1])) fail("the order of a norm must be known", "it is 1, 2, inf or 'fro'");
    order = decided(arguments[1])[0];
  }
  const ir::Value made = norm_of_signals(magnitudes, order, order_text == "fro");
  if (!made)
    fail("'norm' of signals needs the order 1, 2 or inf, of a matrix 1, inf or 'fro'",
         "norm(A) of a matrix asks for singular values, which are functions of numbers");
  return made;
}

// What is done with numbers while the equations are written, or with signals (formula_functions.h).
ir::Value FormulaWriter::call_of_signals(const expr::Function& function, const expr::Apply& n,
                                         const std::vector<ir::Value>& arguments) {
  const auto known = [this](ir::Value v) { return is_known(v); };
  if (std::all_of(arguments.begin(), arguments.end(), known) || arguments.empty())
    return call_with_constants(function, n, arguments);
  const auto number = [&](std::size_t k) -> std::optional<double> {
    if (!is_known(arguments[k]) || !arguments[k].shape().is_scalar()) return std::nullopt;
    return decided(arguments[k])[0];
  };
  const auto numbers = [&](std::size_t k) {
    return is_known(arguments[k]) ? decided(arguments[k]) : std::vector<double>();
  };
  const SignalFunction made =
      signal_function(function.name, {arguments, number, numbers, n.result, n.results});
  if (*made.why)
    fail("'" + std::string(function.name) + "' of signals needs " + made.why,
         "see docs/function-block.md for what it can do there");
  if (!made.value) return call_with_constants(function, n, arguments);
  check_size(made.value.shape().count());
  return made.value;
}

ir::Value FormulaWriter::call_with_constants(const expr::Function& function, const expr::Apply& n,
                                             const std::vector<ir::Value>& arguments) {
  // Of constants anything may be computed, and of signals what depends on their dimensions and types only.
  constexpr std::string_view without_value[] = {
      "size",   "rows",     "cols",      "numel",     "length",    "isempty", "isscalar", "isvector",
      "isrow",  "iscolumn", "ndims",     "isreal",    "isnumeric", "ischar",  "isstruct", "iscell",
      "strcmp", "strcmpi",  "islogical", "isinteger", "isfloat",   "isa",     "class"};
  const bool dimensions_only =
      std::find(std::begin(without_value), std::end(without_value), function.name) != std::end(without_value);
  std::vector<expr::Value> values;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const ir::Value v = arguments[k];
    if (!v && is_cell(n.arguments[k])) {
      if (!dimensions_only)
        fail("'" + std::string(function.name) + "' takes no cell array", "choose an element, as in c{2}");
      const Shape shape = cells_.at(n.arguments[k])->shape;
      values.push_back(expr::Value::structure(
          shape, {{"{}", std::vector<expr::Value>(static_cast<std::size_t>(shape.count()))}}));
    } else if (!v) {
      values.push_back(expr::Value::string(texts_.at(n.arguments[k])));
    } else if (dimensions_only && !is_known(v)) {
      values.push_back(stand_in(function, n.arguments[k], v));
    } else if (is_known(v)) {
      values.push_back(decided_argument(function, n.arguments[k], v));
    } else {
      fail("'" + std::string(function.name) + "' is not available for signals",
           "give it numbers that are known when the model is compiled, or use a block for it");
    }
  }
  auto value = expr::call(function, values, n.result, n.results);
  if (!value) throw UnsupportedFormula{value.error()};
  if (value->is_string()) return text(value->text());
  if (!value->is_numeric())
    fail("'" + std::string(function.name) + "' gives a " + expr::describe(*value), "a formula needs numbers");
  types_.set(at_, value->type());
  return constant(*value);
}

// A value of the same dimensions and of the same type.
expr::Value FormulaWriter::stand_in(const expr::Function& function, expr::NodeId id, ir::Value v) const {
  const Shape shape = real_shape(v.shape());
  std::vector<double> zeros(static_cast<std::size_t>(shape.count()));
  const NumberType type = types_.of(id);
  if (asks_for_type(function)) {
    types_.depend_on(id);
    if (!type)
      fail("'" + std::string(function.name) + "' cannot be told of a variable in a formula",
           "equations work on numbers: leave it out");
    if (*type == ElementType::Boolean) return expr::Value::booleans(shape, std::move(zeros));
    if (is_integer(type)) return expr::Value::integers(*type, shape, std::move(zeros));
  }
  if (!ir::is_complex(v)) return expr::Value::matrix(shape, std::move(zeros));
  return expr::Value::matrix(shape, zeros, std::vector<double>(zeros.size(), 1));
}

expr::Value FormulaWriter::decided_argument(const expr::Function& function, expr::NodeId id,
                                            ir::Value v) const {
  std::vector<double> real = decided(v), imaginary;
  const NumberType type = types_.of(id);
  const bool asked = asks_for_type(function);
  if (asked) types_.depend_on(id);
  if (type == ElementType::Boolean) return expr::Value::booleans(real_shape(v.shape()), std::move(real));
  if (is_integer(type)) return expr::Value::integers(*type, real_shape(v.shape()), std::move(real));
  if (!type && asked)
    fail("'" + std::string(function.name) + "' cannot be told of a variable in a formula",
         "equations work on numbers: leave it out");
  if (v.shape().complex) {
    const auto half = real.begin() + static_cast<std::ptrdiff_t>(v.shape().count());
    imaginary.assign(half, real.end());
    real.erase(half, real.end());
  }
  return expr::Value::matrix(real_shape(v.shape()), std::move(real), std::move(imaginary));
}

ir::Value FormulaWriter::reduce(expr::Reduction reduction, ir::Value v) {
  const int count = v.shape().count();
  if (reduction == expr::Reduction::Sum) return ir::total(v);
  if (reduction == expr::Reduction::Mean) return ir::total(v) / graph_.constant(count);
  Op op = Op::Mul;
  if (reduction == expr::Reduction::Minimum) op = Op::Min;
  if (reduction == expr::Reduction::Maximum) op = Op::Max;
  if (reduction == expr::Reduction::Any) op = Op::Or;
  if (reduction == expr::Reduction::All) op = Op::And;
  // Of one element they are its truth, not its value.
  if (op == Op::Or || op == Op::And) v = ir::make(Op::NotEqual, v, graph_.constant(0));
  ir::Value result = ir::slice(v, 0, scalar_shape);
  for (int k = 1; k < count; ++k) result = ir::make(op, result, ir::slice(v, k, scalar_shape));
  return result;
}

}  // namespace sim
