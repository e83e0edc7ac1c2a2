#pragma once
// Tables with rows for blocks, by the index of their instance.
#include <map>
#include <utility>
#include <vector>

#include "sim_core/compile/instance.h"

namespace sim::compile_phases {

// A row for each block.
template <class Row>
class BlockTable {
 public:
  BlockTable() = default;
  explicit BlockTable(std::size_t blocks) : rows_(blocks) {}

  std::size_t size() const { return rows_.size(); }
  void resize(std::size_t blocks) { rows_.resize(blocks); }
  void add(Row row) { rows_.push_back(std::move(row)); }
  Row& operator[](std::size_t block) { return rows_[block]; }
  const Row& operator[](std::size_t block) const { return rows_[block]; }
  Row& operator[](int block) { return rows_[static_cast<std::size_t>(block)]; }
  const Row& operator[](int block) const { return rows_[static_cast<std::size_t>(block)]; }
  Row& operator[](const Instance& block) { return (*this)[block.index]; }
  const Row& operator[](const Instance& block) const { return (*this)[block.index]; }

 private:
  std::vector<Row> rows_;
};

// Rows for the few blocks that are concerned; those of all others are as a row begins.
template <class Row>
class SideTable {
 public:
  Row& of(const Instance& block) { return rows_[block.index]; }
  const Row& operator[](const Instance& block) const {
    static const Row none{};
    if (rows_.empty()) return none;
    const auto found = rows_.find(block.index);
    return found == rows_.end() ? none : found->second;
  }

 private:
  std::map<int, Row> rows_;
};

}  // namespace sim::compile_phases
