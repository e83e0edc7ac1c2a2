#pragma once
// For loops over all of something: each pass looks at the stop of the thread's work (work.h).
//
//   for (Instance& instance : stoppable(model.instances)) ...
//   for (const int k : StoppableIndices<int>(count, 1024)) ...
#include <cstddef>
#include <iterator>

#include "sim_core/base/work.h"

namespace sim {

template <class Iterator>
class Stoppable {
 public:
  struct Pass {
    Iterator at;
    decltype(auto) operator*() const {
      check_stop();
      return *at;
    }
    Pass& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const Pass&) const = default;
  };
  Stoppable(Iterator first, Iterator end) : first_{first}, end_{end} {}
  Pass begin() const { return first_; }
  Pass end() const { return end_; }

 private:
  Pass first_, end_;
};

template <class All>
auto stoppable(All& all) {
  return Stoppable(std::begin(all), std::end(all));
}

// From 0 to size - 1; looks at the stop at every `interval`-th, where each costs little.
template <class Index>
class StoppableIndices {
 public:
  struct Pass {
    Index at, interval;
    Index operator*() const {
      if (at % interval == 0) check_stop();
      return at;
    }
    Pass& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const Pass& other) const { return at == other.at; }
  };
  StoppableIndices(Index size, Index interval) : size_(size), interval_(interval) {}
  Pass begin() const { return {Index{0}, interval_}; }
  Pass end() const { return {size_, interval_}; }

 private:
  Index size_, interval_;
};

}  // namespace sim
