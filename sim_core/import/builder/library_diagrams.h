#pragma once
// The libraries of a model as diagrams of their own, each made once.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/import/builder/diagram_builder.h"

namespace sim::importing {

class LibraryDiagrams {
 public:
  LibraryDiagrams(const MappingTable& table, const BlockLibrary& library, const std::string& folder);

  // The link of a block that shows one of these libraries; nothing where the block there is none that can be
  // linked.
  std::optional<LibraryLink> link_to(const SourceLibraryBlock& shown, const SourceModel& model);

  std::vector<ImportedLibrary> take() { return std::move(made_); }

 private:
  const Diagram& diagram_of(const std::string& name, const SourceModel& library);

  const MappingTable& table_;
  const BlockLibrary& library_;
  std::string folder_;
  std::map<std::string, std::size_t> known_;  // where it is among made_
  std::vector<ImportedLibrary> made_;
};

}  // namespace sim::importing
