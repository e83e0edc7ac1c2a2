#pragma once
// The libraries that the links of a model refer to, each read once. A library's own links are brought up to
// date when it is taken from the shelf, so that its contents can be copied as they are.
#include <map>
#include <memory>
#include <string>

#include "sim_core/base/memory_budget.h"
#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/file.h"

namespace sim {

class LibraryCache {
 public:
  // `limit`: the most elements that a model may have with what it takes from libraries.
  // `access`: of the model.
  explicit LibraryCache(SharedAccess access = {}, std::size_t limit = max_file_elements)
      : access_(std::move(access)), limit_(limit) {}
  std::size_t limit() const { return limit_; }

  // The library in this file, by its absolute path. Fails where it cannot or may not be read, and where
  // libraries refer to one another in a circle. The pointer is good as long as the shelf.
  Result<const Diagram*> find(const std::string& file);

  // Of what is put in the place of links, against the budget of the work that opens a model.
  MemoryCharge& charge() { return charge_; }

  // What is wrong with the links of the libraries themselves.
  Diagnostics& findings() { return findings_; }

 private:
  SharedAccess access_;
  std::size_t limit_;
  Diagnostics findings_;
  MemoryCharge charge_;
  std::map<std::string, Result<std::unique_ptr<Diagram>>> libraries_;
};

}  // namespace sim
