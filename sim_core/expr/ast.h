#pragma once
// A parsed expression: an immutable tree, shared by its copies. Its nodes lie in one array in which
// operands always precede the node that uses them, so a backend can walk it with one loop and no
// recursion:
//
//   for (const Node& node : ast.nodes()) std::visit(Overloaded{...}, node.content);
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim_core/expr/elementary.h"

namespace sim::expr {

enum class UnaryOperator { Plus, Minus, Not, Transpose, ConjugateTranspose };

// Element-wise, then matrix operators, then those that may leave the right operand unevaluated.
// `a .\ b` is parsed as b ./ a.
enum class BinaryOperator {
  Add,
  Subtract,
  Multiply,
  Divide,
  Power,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  MatrixMultiply,
  MatrixDivide,
  MatrixLeftDivide,
  MatrixPower,
  ShortCircuitAnd,
  ShortCircuitOr
};

// As written: "+", ".*".
std::string_view symbol(UnaryOperator op);
std::string_view symbol(BinaryOperator op);

// The element-wise operation an operator stands for. A matrix operator stands for it only when its
// operands are scalars (for * one of them; for / the right one; for \ the left one, and then it is
// right / left). None for +a and the transposes, which leave the elements of a real value as they are.
std::optional<Elementary> elementary(UnaryOperator op);
Elementary elementary(BinaryOperator op);
bool is_matrix_operator(BinaryOperator op);

using NodeId = int;  // index into Ast::nodes()

struct Number {
  double value;
  bool imaginary;  // 2i
};
struct StringLiteral {
  std::string value;
};
struct Name {  // of a variable, a constant or a function
  std::string name;
};
struct WholeDimension {};  // the lone : of x(:, 1)
struct End {};             // the last index of the array being indexed
struct Unary {
  UnaryOperator op;
  NodeId operand;
};
struct Binary {
  BinaryOperator op;
  NodeId left, right;
};
struct Conditional {  // condition ? yes : no
  NodeId condition, yes, no;
};
struct Range {  // first : last, or first : step : last
  NodeId first;
  std::optional<NodeId> step;
  NodeId last;
};
struct Matrix {  // [ , ; ]
  std::vector<std::vector<NodeId>> rows;
  bool cell = false;  // { , ; }
};
struct Apply {  // target(arguments): a call when target names a function, else an index
  NodeId target;
  std::vector<NodeId> arguments;
  // Of a call: which of its results it gives, of how many that are asked for, as in [q, r] = deconv(p, d).
  int result = 1, results = 1;
  bool braces = false;  // target{arguments}, what is in an element of a cell array
};

struct Member {  // target.name, a field of a structure
  NodeId target;
  std::string name;
};

struct Node {
  std::variant<Number, StringLiteral, Name, WholeDimension, End, Unary, Binary, Conditional, Range, Matrix,
               Apply, Member>
      content;
  int column;  // 1-based, in characters, of the node's operator or first character
};

class Ast {
 public:
  // The last node is the root; there is at least one.
  Ast(std::string text, std::vector<Node> nodes);

  const std::vector<Node>& nodes() const { return tree_->nodes; }
  NodeId root() const { return static_cast<NodeId>(tree_->nodes.size()) - 1; }
  const Node& operator[](NodeId id) const { return tree_->nodes[static_cast<std::size_t>(id)]; }
  const std::string& text() const { return tree_->text; }

 private:
  struct Tree {
    std::string text;
    std::vector<Node> nodes;
  };
  std::shared_ptr<const Tree> tree_;
};

// Helper for std::visit.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

// Every name in the expression, each once, in order of appearance.
std::vector<std::string> names(const Ast& ast);

// Those that are neither functions nor constants of the language: what a scope must define.
std::vector<std::string> free_names(const Ast& ast);

}  // namespace sim::expr
