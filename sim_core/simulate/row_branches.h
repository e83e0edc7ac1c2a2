#pragma once
// Which rows of a recording are valid, and where they stand: one thread appends rows and steps back over
// some, others read without a lock. A row that was published never changes. Who steps back goes on elsewhere,
// on a branch, so that a view of what was there before stays whole as long as the recording itself.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace sim {

class RowBranches {
  struct Branch {
    Branch(const Branch* before, std::size_t first, std::size_t at, std::uint64_t number)
        : parent(before), begin(first), place(at), generation(number), end(first) {}
    const Branch* parent;  // has the rows before `begin`
    std::size_t begin, place;
    std::uint64_t generation;
    std::atomic<std::size_t> end;
  };

 public:
  // The rows that were there at one moment.
  class View {
   public:
    std::size_t size() const { return size_; }
    std::uint64_t generation() const { return branch_->generation; }
    struct Stretch {
      std::size_t place, count;
    };
    // Where a row below size() stands, and how many rows, from it on, stand behind one another there.
    Stretch stretch(std::size_t row) const {
      assert(row < size_);
      const Branch* branch = branch_;
      std::size_t end = size_;
      for (; row < branch->begin; branch = branch->parent) end = branch->begin;
      return {branch->place + (row - branch->begin), end - row};
    }
    std::size_t place(std::size_t row) const { return stretch(row).place; }

   private:
    friend RowBranches;
    explicit View(const Branch& branch)
        : branch_(&branch), size_(branch.end.load(std::memory_order_acquire)) {}
    const Branch* branch_;
    std::size_t size_;
  };

  // Generations are counted from `first_generation` on.
  explicit RowBranches(std::uint64_t first_generation = 0) : first_generation_(first_generation) {
    begin_branch(nullptr, 0, 0);
  }

  // --- the thread that writes

  std::size_t size() const { return newest_->end.load(std::memory_order_relaxed); }
  // The place of the next row; then, once it is written, publish(); or those of several.
  std::size_t next_place() const { return newest_->place + (size() - newest_->begin); }
  void publish(std::size_t rows = 1) { newest_->end.store(size() + rows, std::memory_order_release); }
  // Rows from `rows` on are forgotten: views from now on do not have them.
  void go_back(std::size_t rows) {
    assert(rows <= size());
    const std::size_t place = next_place();
    const Branch* parent = newest_;
    while (parent != nullptr && parent->begin >= rows) parent = parent->parent;
    begin_branch(parent, rows, place);
  }

  // --- any thread

  View view() const { return View(*published_.load(std::memory_order_acquire)); }

 private:
  void begin_branch(const Branch* parent, std::size_t rows, std::size_t place) {
    newest_ = &all_.emplace_back(parent, rows, place, first_generation_ + all_.size());
    published_.store(newest_, std::memory_order_release);
  }

  const std::uint64_t first_generation_;
  std::deque<Branch> all_;
  Branch* newest_ = nullptr;
  std::atomic<const Branch*> published_{nullptr};
};

}  // namespace sim
