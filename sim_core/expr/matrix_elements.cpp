#include "sim_core/expr/matrix_elements.h"

#include <algorithm>
#include <variant>

#include "sim_core/expr/parser.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

using Elements = std::vector<std::vector<std::string_view>>;

// Null: the text is no matrix of single elements.
static const Matrix* plain_matrix(const Ast& ast) {
  const auto* matrix = std::get_if<Matrix>(&ast[ast.root()].content);
  if (!matrix || matrix->cell || matrix->rows.empty()) return nullptr;
  const auto is_single = [&](NodeId id) {
    const auto& content = ast[id].content;
    return !std::holds_alternative<Range>(content) && !std::holds_alternative<Matrix>(content) &&
           !std::holds_alternative<StringLiteral>(content);
  };
  for (const auto& row : matrix->rows)
    if (row.empty() || row.size() != matrix->rows.front().size() || !std::ranges::all_of(row, is_single))
      return nullptr;
  return matrix;
}

// The tokenizer has made white space that separates a comma, and a line's end a semicolon.
static Elements cut(std::string_view text) {
  Elements elements(1);
  int depth = 0;
  const char *first = nullptr, *last = nullptr;  // of the element so far
  const auto end_element = [&] {
    if (first) elements.back().emplace_back(first, static_cast<std::size_t>(last - first));
    first = nullptr;
  };
  for (const Token& token : tokenize(text)) {
    using enum TokenKind;
    const bool closes = token.kind == Close || token.kind == BracketClose;
    if (closes) --depth;
    if (depth == 1 && (token.kind == Comma || token.kind == Semicolon)) {
      end_element();
      if (token.kind == Semicolon && !elements.back().empty()) elements.emplace_back();
    } else if (depth > 0) {
      const int quote = token.kind == String ? 1 : 0;  // it is no part of the token
      if (!first) first = token.text.data() - quote;
      last = token.text.data() + token.text.size() + quote;
    }
    if (token.kind == Open || token.kind == MatrixOpen || token.kind == IndexOpen) ++depth;
  }
  end_element();
  if (elements.back().empty()) elements.pop_back();
  return elements;
}

std::optional<Elements> cell_elements(std::string_view text) {
  const auto ast = parse(text);
  if (!ast) return std::nullopt;
  const auto* matrix = std::get_if<Matrix>(&(*ast)[ast->root()].content);
  if (!matrix || !matrix->cell || matrix->rows.empty()) return std::nullopt;
  return cut(text);
}

std::optional<Elements> matrix_elements(std::string_view text) {
  const auto ast = parse(text);
  if (!ast) return std::nullopt;
  const Matrix* matrix = plain_matrix(*ast);
  if (!matrix) return std::nullopt;
  Elements elements = cut(text);
  const auto fits = [](const auto& nodes, const auto& pieces) { return nodes.size() == pieces.size(); };
  if (!std::ranges::equal(matrix->rows, elements, fits)) return std::nullopt;
  return elements;
}

}  // namespace sim::expr
