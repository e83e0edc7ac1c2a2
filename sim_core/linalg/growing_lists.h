#pragma once
// Many short lists of numbered things in one piece of memory; each may grow. The order in a list is kept by
// push() only.
#include <cstddef>
#include <span>
#include <vector>

namespace sim {

template <class T>
class GrowingLists {
 public:
  // Lists that are empty, with room for so many things each.
  explicit GrowingLists(std::span<const int> room) {
    int end = 0;
    for (int count : room) {
      lists_.push_back({end, 0, count});
      end += count;
    }
    pool_.resize(static_cast<std::size_t>(end) + static_cast<std::size_t>(end) / 2);
    end_ = static_cast<std::size_t>(end);
  }

  int size(int list) const { return lists_[static_cast<std::size_t>(list)].size; }
  // Valid until something is pushed.
  std::span<T> operator[](int list) {
    const List& of = lists_[static_cast<std::size_t>(list)];
    return {pool_.data() + of.first, static_cast<std::size_t>(of.size)};
  }

  void push(int list, const T& thing) {
    List& of = lists_[static_cast<std::size_t>(list)];
    if (of.size == of.room) move_to_end(of);
    pool_[static_cast<std::size_t>(of.first + of.size++)] = thing;
  }
  // The last takes its place.
  void remove(int list, std::size_t at) {
    List& of = lists_[static_cast<std::size_t>(list)];
    pool_[static_cast<std::size_t>(of.first) + at] = pool_[static_cast<std::size_t>(of.first + --of.size)];
  }
  void clear(int list) { lists_[static_cast<std::size_t>(list)].size = 0; }

 private:
  struct List {
    int first, size, room;
  };

  void move_to_end(List& of) {
    const int room = 2 * of.room + 4;
    if (end_ + static_cast<std::size_t>(room) > pool_.size())
      pool_.resize(2 * pool_.size() + static_cast<std::size_t>(room));
    for (int k = 0; k < of.size; ++k)
      pool_[end_ + static_cast<std::size_t>(k)] = pool_[static_cast<std::size_t>(of.first + k)];
    of.first = static_cast<int>(end_);
    of.room = room;
    end_ += static_cast<std::size_t>(room);
  }

  std::vector<List> lists_;
  std::vector<T> pool_;
  std::size_t end_ = 0;
};

}  // namespace sim
