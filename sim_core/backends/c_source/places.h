#pragma once
// Which C expression stands for each number of the interpreter's memory.
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace sim::c_source {

// `count` numbers side by side: elements offset, offset + 1, ... of an array, or one variable.
struct Storage {
  std::int32_t count = 1;
  std::string name;
  bool array = false;
  std::int32_t offset = 0;
  bool number = false;  // `name` has no address: a literal
};

class Places {
 public:
  void add(std::int32_t place, Storage storage) { storages_[place] = std::move(storage); }

  // One number.
  std::string element(std::int32_t place) const;
  // Number `index`, an expression, behind it.
  std::string element(std::int32_t place, const std::string& index) const;
  // A pointer to the first of numbers that lie side by side.
  std::string pointer(std::int32_t place) const;
  // The pieces of [place, place + count) that lie side by side.
  void for_each_piece(std::int32_t place, std::int32_t count,
                      const std::function<void(std::int32_t place, std::int32_t count)>& visit) const;

 private:
  std::map<std::int32_t, Storage>::const_iterator at(std::int32_t place) const;
  std::map<std::int32_t, Storage> storages_;  // by first place
};

}  // namespace sim::c_source
