#pragma once
// Who reads each output: a table in one piece, so that neither filling nor freeing it takes long in large
// models.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "sim_core/base/work.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class Readers {
 public:
  struct Reader {
    int instance, input;
  };

  // In any order; then, once all are there, close().
  void add(const Driver& from, const Reader& reader) {
    if (from.instance >= 0) added_.push_back({from, reader});
  }
  void close() {
    count_outputs();
    begins_.assign(outputs_.back() + 1, 0);
    for (const Entry& entry : stoppable(added_)) ++begins_[place(entry.from) + 1];
    for (std::size_t k = 1; k < begins_.size(); ++k) begins_[k] += begins_[k - 1];
    readers_.resize(added_.size());
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    for (const Entry& entry : stoppable(added_)) readers_[next[place(entry.from)]++] = entry.reader;
    added_ = {};
  }

  // In the order in which they were added.
  std::span<const Reader> operator()(const Driver& from) const {
    const auto instance = static_cast<std::size_t>(from.instance);
    if (instance + 1 >= outputs_.size() || place(from) >= outputs_[instance + 1]) return {};
    return std::span(readers_).subspan(begins_[place(from)], begins_[place(from) + 1] - begins_[place(from)]);
  }

 private:
  struct Entry {
    Driver from;
    Reader reader;
  };

  std::size_t place(const Driver& from) const {
    return outputs_[static_cast<std::size_t>(from.instance)] + static_cast<std::size_t>(from.port);
  }
  // As many outputs of each instance as anybody reads.
  void count_outputs() {
    int instances = 0;
    for (const Entry& entry : stoppable(added_)) instances = std::max(instances, entry.from.instance + 1);
    outputs_.assign(static_cast<std::size_t>(instances) + 1, 0);
    for (const Entry& entry : stoppable(added_)) {
      std::size_t& count = outputs_[static_cast<std::size_t>(entry.from.instance) + 1];
      count = std::max(count, static_cast<std::size_t>(entry.from.port) + 1);
    }
    for (std::size_t k = 1; k < outputs_.size(); ++k) outputs_[k] += outputs_[k - 1];
  }

  std::vector<Entry> added_;
  std::vector<std::size_t> outputs_;  // by instance: the first of its outputs
  std::vector<std::size_t> begins_;   // by output: the first of its readers
  std::vector<Reader> readers_;
};

}  // namespace sim::compile_phases
