#pragma once
// One block of another tool while it is translated: what an entry's own function reads and writes.
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/import/import_report.h"
#include "sim_core/import/mapping/composite.h"
#include "sim_core/import/mapping/mapping_table.h"
#include "sim_core/import/source_model.h"

namespace sim::importing {

struct TranslatedBlock {
  std::string type;  // empty: left out
  std::map<std::string, std::string> parameters;
  Composite composite;  // not empty: a subsystem with these parts
  Outcome outcome = Outcome::Exact;
  std::vector<std::string> remarks;
  std::string instead;
  // Where ports have other places among the inputs and outputs here, from 0; else a Signal port n is n - 1.
  // -1: it leads nowhere.
  std::map<std::pair<SourcePort, int>, int> inputs, outputs;
  bool keeps_contents = false;  // what is inside is translated too
  std::string annotation;       // text that is put in the place of a block that is left out
};

// The lines of a system by the blocks that they reach.
class SystemIndex {
 public:
  explicit SystemIndex(const SourceSystem& system);
  const std::vector<const SourceLine*>& into(const std::string& block) const { return lines(into_, block); }
  const std::vector<const SourceLine*>& from(const std::string& block) const { return lines(from_, block); }
  const SourceBlock* block(const std::string& key) const;

 private:
  using Lines = std::unordered_map<std::string, std::vector<const SourceLine*>>;
  static const std::vector<const SourceLine*>& lines(const Lines& all, const std::string& block);
  Lines into_, from_;
  std::unordered_map<std::string, const SourceBlock*> blocks_;
};

class BlockTranslation {
 public:
  BlockTranslation(const SourceModel& model, const SystemIndex& index, const SourceBlock& block,
                   const MappingTable& table, const BlockLibrary* library = nullptr)
      : model(model), index(index), block(block), table(table), library(library) {}

  const SourceModel& model;
  const SystemIndex& index;
  const SourceBlock& block;
  const MappingTable& table;
  const BlockLibrary* library;  // of the types here; null: they are not looked at
  TranslatedBlock result;

  // The text of the first of these parameters that the block gives, or that the file's defaults give; or
  // `otherwise`. Defaults that the entry declares do not count.
  std::string given(const std::vector<std::string>& names, const std::string& otherwise = {}) const;
  std::string given(const char* name, const std::string& otherwise = {}) const {
    return given(std::vector<std::string>{name}, otherwise);
  }
  bool on(const char* name, bool otherwise = false) const;

  // The type here, as far as it is known.
  const BlockType* target() const { return library ? library->find(result.type) : nullptr; }
  void become(std::string type) { result.type = std::move(type); }
  void set(std::string parameter, std::string text) {
    result.parameters[std::move(parameter)] = std::move(text);
  }
  void set_expression(std::string parameter, const std::string& source_text);
  std::string translated(const std::string& source_text);

  void approximate(std::string how);
  // An Unresolved block with all that the block was.
  void unresolved(std::string instead);
  void leave_out(std::string why);

  // The line that arrives at an input, from 1; null: none.
  const SourceLine* incoming(int number, SourcePort port = SourcePort::Signal) const;
  // The largest number of a port that lines or the block itself say it has.
  int input_count(SourcePort port = SourcePort::Signal) const;
  int output_count(SourcePort port = SourcePort::Signal) const;
  // The name of the signal that arrives at an input, as its line or its source block says it.
  std::string signal_name(int number) const;
};

// The whole of it: the entry of the table, its parameters, caveats and function.
TranslatedBlock translate(const SourceModel& model, const SystemIndex& index, const SourceBlock& block,
                          const MappingTable& table, const BlockLibrary* library = nullptr);

}  // namespace sim::importing
