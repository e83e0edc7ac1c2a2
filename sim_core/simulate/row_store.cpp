#include "sim_core/simulate/row_store.h"

#include <algorithm>

namespace sim {

RowStore::RowStore(std::size_t columns, std::uint64_t first_generation)
    : columns_(columns),
      places_{std::clamp<std::size_t>((std::size_t{1} << 22) / columns, 1, 1024)},
      branches_(first_generation) {}

bool RowStore::find_room() {
  const DoublingChunks::Place place = places_.place_of(branches_.next_place());
  auto& chunk = chunks_[place.chunk];
  double* begin = chunk.load(std::memory_order_relaxed);
  if (!begin) {
    begin = memory_.allocate(place.capacity * columns_);
    chunk.store(begin, std::memory_order_release);
    if (!begin) return false;
  }
  next_row_ = begin + place.row;
  next_capacity_ = place.capacity;
  rows_left_ = place.capacity - place.row;
  return true;
}

bool RowStore::is_full() const {
  const DoublingChunks::Place place = places_.place_of(branches_.next_place());
  return !chunks_[place.chunk].load(std::memory_order_relaxed) &&
         !memory_.has_room_for_copy(place.capacity * columns_);
}

std::span<const double> RowStore::stretch(std::size_t column, RowBranches::View::Stretch of) const {
  const DoublingChunks::Place place = places_.place_of(of.place);
  const double* const chunk = chunks_[place.chunk].load(std::memory_order_acquire);
  return {chunk + column * place.capacity + place.row, std::min(of.count, place.capacity - place.row)};
}

}  // namespace sim
