#pragma once
// Which inputs each output of a block reads at the same instant: its direct feedthrough. Outputs that read
// the same inputs share one set: in a physical network everything acts on everything, and it costs no more
// than its ports.
#include <cstddef>
#include <vector>

namespace sim {

class ReadSets {
 public:
  // Adds a set of inputs, ascending, for outputs to share; gives its number.
  int add_set(std::vector<int> inputs);
  // The next output reads this set.
  void add_output(int set) { sets_of_outputs_.push_back(set); }

  std::size_t outputs() const { return sets_of_outputs_.size(); }
  std::size_t sets() const { return sets_.size(); }
  int set_of(std::size_t output) const { return sets_of_outputs_[output]; }
  const std::vector<int>& of_set(int set) const { return sets_[static_cast<std::size_t>(set)]; }
  const std::vector<int>& of(std::size_t output) const { return of_set(set_of(output)); }
  bool operator()(std::size_t output, std::size_t input) const;

 private:
  std::vector<std::vector<int>> sets_;
  std::vector<int> sets_of_outputs_;
};

}  // namespace sim
