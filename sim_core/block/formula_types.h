#pragma once
// Which type the parts of a formula have. Equations have numbers only, but a list of booleans as an index
// chooses the elements where it is true, integers are rounded and held within their range, and some functions
// ask for the type. For this folder.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/base/element_type.h"
#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"
#include "sim_core/expr/functions.h"

namespace sim {

struct FormulaNames;

// None: it cannot be told; Double, Boolean or an integer type. Compared without the enumeration.
class NumberType {
 public:
  NumberType() = default;
  NumberType(std::nullopt_t) {}
  NumberType(std::optional<ElementType> type) : type_(type) {}
  NumberType(ElementType type, std::shared_ptr<const std::string> names = {})
      : enumeration(std::move(names)), type_(type) {}

  explicit operator bool() const { return type_.has_value(); }
  ElementType operator*() const { return *type_; }
  ElementType value_or(ElementType otherwise) const { return type_.value_or(otherwise); }
  friend bool operator==(const NumberType& a, const NumberType& b) { return a.type_ == b.type_; }
  friend bool operator<(const NumberType& a, const NumberType& b) { return a.type_ < b.type_; }

  std::shared_ptr<const std::string> enumeration;  // the names that its values have; null: it is none

 private:
  std::optional<ElementType> type_;
};

inline bool is_integer(const NumberType& type) { return type && is_integer(*type); }
// Whether one place may be given the one or the other: an integer type is not mixed with another.
bool may_be_either(const NumberType& a, const NumberType& b);

class FormulaTypes {
 public:
  FormulaTypes(const expr::Ast& ast, const FormulaNames& names);

  // Of a node whose operands are decided.
  void decide(expr::NodeId id);
  // Of a call or a field, what it has given.
  void set(expr::NodeId id, NumberType type);
  NumberType of(expr::NodeId id) const { return kinds_[static_cast<std::size_t>(id)].type; }
  // Of a call of this function with these arguments.
  NumberType of_call(const expr::Function& function, const std::vector<expr::NodeId>& arguments) const;
  // Of what is put together of these.
  Result<ElementType> joined(const std::vector<expr::NodeId>& parts) const;
  // What is written depends on which type this has: the variables that say so keep their types.
  void depend_on(expr::NodeId id) const;

 private:
  struct Kind {
    NumberType type = ElementType::Double;
    std::vector<std::string> by;  // variables whose types it follows from
    bool given = false;           // by set()
  };
  struct Rules;
  const expr::Ast& ast_;
  const FormulaNames& names_;
  std::vector<Kind> kinds_;
};

// The nodes of a matrix, or the ends and the step of a range.
std::vector<expr::NodeId> parts_of(const expr::Matrix& matrix);
std::vector<expr::NodeId> parts_of(const expr::Range& range);

}  // namespace sim
