#pragma once
// All that is known about one other tool: its block types, its settings, its expressions.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/import/mapping/block_mapping.h"

namespace sim::importing {

// An expression in the words of this program, and what could not be said.
struct TranslatedText {
  std::string text;
  std::vector<std::string> remarks = {};
};
using ExpressionTranslator = std::function<TranslatedText(std::string_view)>;

class MappingTable {
 public:
  explicit MappingTable(std::string tool) : tool_(std::move(tool)) {}

  // A type with a counterpart; one without, and what to use; one that has no effect on a run.
  BlockMapping& block(std::string source, std::string target);
  BlockMapping& none(std::string source, std::string instead);
  BlockMapping& left_out(std::string source, std::string why);
  // A further name of an entry that is there.
  void also(std::string source, const std::string& existing);

  // Null: nothing is known of it.
  const BlockMapping* find(const std::string& source) const;
  std::vector<const BlockMapping*> all() const;
  const std::string& tool() const { return tool_; }

  std::vector<ParameterMapping> settings;              // of the configuration
  ExpressionTranslator translate;                      // null: expressions are the same
  std::function<void(BlockTranslation&)> every_block;  // after each entry; null: nothing

 private:
  BlockMapping& add(BlockMapping entry);
  std::string tool_;
  std::map<std::string, BlockMapping> entries_;
};

}  // namespace sim::importing
