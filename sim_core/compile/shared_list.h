#pragma once
// A list that many blocks have alike: copies are one list until one of them is changed.
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>

namespace sim::compile_phases {

template <class List>
class SharedList {
 public:
  using Item = typename List::value_type;

  SharedList() = default;
  SharedList(List list) : list_(std::make_shared<List>(std::move(list))) {}
  SharedList(std::initializer_list<Item> items) : SharedList(List(items)) {}

  const List& get() const {
    static const List none;
    return list_ ? *list_ : none;
  }
  operator const List&() const { return get(); }
  std::size_t size() const { return list_ ? list_->size() : 0; }
  bool empty() const { return size() == 0; }
  const Item& operator[](std::size_t k) const { return (*list_)[k]; }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }

  // That of this one alone, to change it.
  List& own() {
    if (!list_)
      list_ = std::make_shared<List>();
    else if (list_.use_count() > 1)
      list_ = std::make_shared<List>(*list_);
    return *list_;
  }
  void push_back(Item item) { own().push_back(std::move(item)); }

 private:
  std::shared_ptr<List> list_;
};

}  // namespace sim::compile_phases
