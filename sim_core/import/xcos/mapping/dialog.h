#pragma once
// The texts and numbers of one block's dialog, while it is translated.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/expr/value.h"
#include "sim_core/import/mapping/block_translation.h"

namespace sim::importing::xcos {

class Dialog {
 public:
  explicit Dialog(BlockTranslation& t) : t(t) {}

  std::string text(int n) const;
  // What it evaluates to; nothing where a name or a function is unknown.
  std::optional<expr::Value> value(int n) const;
  std::optional<double> number(int n) const;
  std::vector<double> numbers(int n) const;            // empty: unknown
  std::vector<double> stored(const char* name) const;  // "rpar", "ipar"

  // The n-th text as a parameter; where it cannot be evaluated here, the numbers that Xcos stored, if any.
  void set(const char* parameter, int n, const std::string& stored_text = {}) const;
  // A matrix of the numbers that Xcos stored under this name, by columns from the one at `from`; empty: they
  // are not there.
  std::string stored_piece(const char* name, std::size_t from, int rows, int columns) const;

  BlockTranslation& t;
};

std::string to_list(const std::vector<double>& numbers);  // "[1 2 3]"

// Event ports of the block are inputs and outputs behind its other ones.
void place_events(BlockTranslation& t);

}  // namespace sim::importing::xcos
