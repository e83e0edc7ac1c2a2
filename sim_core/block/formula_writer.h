#pragma once
// Writes one parsed expression as equations (formula.h, script.h). For this folder.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim_core/block/formula_types.h"
#include "sim_core/block/formula_variables.h"
#include "sim_core/expr/ast.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/functions.h"
#include "sim_core/ir/values.h"

namespace sim {

// What a comparison of signals becomes, where it is not the bare operation: Less, LessEqual, Greater,
// GreaterEqual, Equal or NotEqual.
using ComparisonRule = std::function<ir::Value(expr::Elementary, ir::Value a, ir::Value b)>;

struct FormulaCell;

// What is passed to a function, and what it gives.
struct FormulaValue {
  ir::Value value;
  bool list = false;
  NumberType type = ElementType::Double;
  std::optional<std::string> text = {};          // a string, which is no value of equations
  std::shared_ptr<const FormulaCell> cell = {};  // {a, 'b'}, neither
};

struct FormulaCell {
  Shape shape;
  std::vector<FormulaValue> elements;  // by column
};
using FormulaCells = std::map<std::string, std::shared_ptr<const FormulaCell>>;

// The functions that a script defines itself.
class OwnFunctions {
 public:
  virtual ~OwnFunctions() = default;
  virtual bool has(const std::string& name) const = 0;
  // The `result`-th, from 1, of `results`. Throws UnsupportedFormula.
  virtual FormulaValue call(const std::string& name, const std::vector<FormulaValue>& arguments, int result,
                            int results) = 0;
};

struct FormulaNames {
  const std::map<std::string, ir::Value>& inputs;  // they hide variables of the same name
  FormulaVariables& variables;
  const std::set<std::string>* lists = nullptr;               // inputs that are lists; none: none is
  OwnFunctions* functions = nullptr;                          // they hide variables; none: there are none
  const std::map<std::string, NumberType>* types = nullptr;   // of inputs; none: unknown
  const std::map<std::string, std::string>* texts = nullptr;  // further names that are strings
  const FormulaCells* cells = nullptr;                        // or cell arrays
};

// What cannot be written. Thrown by the writer, made a value by who calls it.
struct UnsupportedFormula {
  Diagnostic why;  // the message has the column
};

// A list, as [1 2 3], is a vector like a signal where elements are computed with, and a row, as it is in a
// parameter, where rows and columns matter: transposed, in products of matrices, under one another.
class FormulaWriter {
 public:
  FormulaWriter(const expr::Ast& ast, ir::Graph& graph, const FormulaNames& names,
                const ComparisonRule* compare = nullptr);

  ir::Value write();
  // The same where it may be a string.
  FormulaValue write_any();

  // Which elements, counted from 0 by column, of a variable that has grown to the shape `of`.
  struct Elements {
    std::vector<std::int32_t> at;
    Shape shape;
    Shape of = {};
  };
  // Of an expression that is name(...), for a variable of this shape; where `grows`, elements may lie behind
  // its end. Nothing else of the expression is looked at.
  Elements elements_of(Shape shape, bool grows);

 private:
  struct Index {
    std::vector<int> at;  // from 0
    Shape shape;
    bool whole = false;  // :
  };

  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const;
  // Fails where a value of so many elements, which is to be made, would be too large.
  void check_size(double elements) const;
  ir::Value need(expr::NodeId id) const;
  // Where it matters how many elements there are.
  ir::Value need_sized(expr::NodeId id) const;
  bool expanded(expr::NodeId id) const { return expanded_[static_cast<std::size_t>(id)] != 0; }
  void set_expanded(bool is) { expanded_[static_cast<std::size_t>(at_)] = is; }
  // Depends on no signal.
  bool is_known(ir::Value v) const { return sim::is_known(&names_.variables, v); }
  std::vector<double> decided(ir::Value v) const { return decided_value(&names_.variables, v); }
  bool is_variable(const std::string& name) const;
  ir::Value chosen_by_signal(ir::Value target, const expr::Apply& n) const;
  ir::Value constant(const expr::Value& v);
  ir::Value make(expr::Elementary e, ir::Value a, ir::Value b = {});
  void expand(ir::Value& a, ir::Value& b) const;
  ir::Value complex_constant(expr::Elementary e, ir::Value a, ir::Value b);
  ir::Value apply(expr::Elementary e, ir::Value a, ir::Value b);
  // The result of an operation of integers: rounded, and held within their range (expr/integers.h).
  ir::Value held(ir::Value v, expr::Elementary e, const std::vector<expr::NodeId>& operands) const;
  void check_enumerations(const expr::Binary& n) const;
  void refuse_integers(const char* operation, const std::vector<expr::NodeId>& operands) const;
  void check_arguments(const expr::Function& function, const expr::Apply& n) const;
  ir::Value power(ir::Value a, ir::Value b);
  expr::Value decided_argument(const expr::Function& function, expr::NodeId id, ir::Value v) const;
  bool is_list(expr::NodeId id) const { return lists_[static_cast<std::size_t>(id)] != 0; }
  void set_list(bool is) { lists_[static_cast<std::size_t>(at_)] = is; }
  // Where rows and columns matter: a list is a row.
  ir::Value need_oriented(expr::NodeId id) const;
  void join_lists(const std::vector<expr::NodeId>& operands, std::vector<ir::Value>& values);
  void find_short_circuits();
  void cut_short();
  void write_operands(expr::NodeId end);
  void write_node();  // at at_

  ir::Value node(const expr::Number& n);
  ir::Value node(const expr::StringLiteral& n) { return text(n.value); }
  ir::Value node(const expr::WholeDimension&) { return {}; }
  ir::Value node(const expr::End&) { return {}; }
  ir::Value node(const expr::Name& n);
  ir::Value node(const expr::Unary& n);
  ir::Value node(const expr::Binary& n);
  ir::Value node(const expr::Conditional& n);
  ir::Value node(const expr::Range& n);
  ir::Value node(const expr::Matrix& m);
  ir::Value node(const expr::Apply& n);
  ir::Value node(const expr::Member& n);
  // Strings are no values of equations; what is made of them is known when these are written.
  ir::Value text(std::string value) { return texts_[at_] = std::move(value), ir::Value{}; }
  // formula_cells.cpp
  bool is_cell(expr::NodeId id) const { return cells_.contains(id); }
  ir::Value cell_of(const expr::Matrix& m);
  ir::Value element_of_cell(const expr::Apply& n);
  FormulaValue any_value(expr::NodeId id) const;
  ir::Value take(const FormulaValue& v);
  bool is_text(expr::NodeId id) const { return texts_.contains(id); }
  ir::Value compare_texts(const expr::Binary& n);
  bool is_own_function(const std::string& name) const;
  ir::Value call_own(const std::string& name, const expr::Apply& n);
  ir::Value call_by_name(const expr::Apply& n);
  ir::Value call_named(const std::string& name, const expr::Apply& n);
  ir::Value call_function(const expr::Function& function, const expr::Apply& n);

  // A node that is one or more structures of a variable: no value itself, but its fields are.
  struct Structure {
    const expr::Value* value;
    std::size_t element;
    bool chosen;  // one element is meant
    std::string path;
  };
  const expr::Value* structure(const std::string& name) const;
  ir::Value element(const Structure& of, const expr::Apply& n);
  ir::Value content(const Structure& of, std::size_t element);

  ir::Value beside(const std::vector<ir::Value>& parts);
  ir::Value join(const std::vector<std::vector<ir::Value>>& rows);
  ir::Value call(const expr::Function& function, const expr::Apply& n,
                 const std::vector<ir::Value>& arguments);
  ir::Value call_of_signals(const expr::Function& function, const expr::Apply& n,
                            const std::vector<ir::Value>& arguments);
  ir::Value norm(const expr::Apply& n, const std::vector<ir::Value>& arguments);
  expr::Value stand_in(const expr::Function& function, expr::NodeId id, ir::Value v) const;
  ir::Value call_with_constants(const expr::Function& function, const expr::Apply& n,
                                const std::vector<ir::Value>& arguments);
  ir::Value reduce(expr::Reduction reduction, ir::Value v);
  ir::Value interpolated(const expr::Apply& n, const std::vector<ir::Value>& arguments);

  // formula_index.cpp; `length` is what `end` means.
  void find_ends();
  bool holds_end(expr::NodeId id) const { return holds_end_[static_cast<std::size_t>(id)] != 0; }
  double number(expr::NodeId id, int length) const;
  std::vector<double> numbers_of(const expr::Range& n, int length) const;
  Index index(expr::NodeId id, int length, bool grows) const;
  // Whether these are booleans, which choose where they are true. Fails where that cannot be told.
  bool selects(expr::NodeId id, const std::vector<double>& numbers) const;
  Elements elements(const expr::Apply& n, Shape shape, bool grows) const;

  const expr::Ast& ast_;
  ir::Graph& graph_;
  const FormulaNames names_;
  const ComparisonRule* compare_;
  std::vector<ir::Value> values_;
  std::vector<char> expanded_;  // by node: a number in one branch of a choice, but not in the other
  std::vector<char> lists_;     // by node
  FormulaTypes types_;
  std::vector<char> holds_end_;  // by node: whether this is `end`, or arithmetic with it
  std::map<expr::NodeId, expr::NodeId> short_circuits_;  // of a in a && b, the node of it
  std::map<expr::NodeId, bool> decided_early_;           // by a alone
  std::vector<char> unreached_;                          // by node
  std::map<expr::NodeId, Structure> structures_;
  std::map<expr::NodeId, std::string> texts_;
  std::map<expr::NodeId, std::shared_ptr<const FormulaCell>> cells_;
  expr::NodeId at_ = 0;
};

}  // namespace sim
