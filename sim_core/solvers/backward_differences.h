#pragma once
// A polynomial of degree k in t, with values in R^n, by its backward differences on a grid of spacing h that
// ends in t:   P(t + s h) = x + sum_{j=1}^{k} D^j x  s (s + 1) ... (s + j - 1) / j!
#include <span>
#include <vector>

namespace sim {

class BackwardDifferences {
 public:
  static constexpr int most = 7;  // differences kept: two more than the highest order

  explicit BackwardDifferences(int size) : size_(static_cast<std::size_t>(size)), columns_(size_ * most) {}

  std::span<double> operator[](int j) { return {columns_.data() + offset(j), size_}; }
  std::span<const double> operator[](int j) const { return {columns_.data() + offset(j), size_}; }
  std::span<const double> all() const { return columns_; }
  std::span<double> all() { return columns_; }
  void clear();
  void swap(BackwardDifferences& other) { columns_.swap(other.columns_); }

  // P(t + s h), of degree k, with its value x at t.
  void evaluate(int k, double s, std::span<const double> x, std::span<double> out) const;

  // The differences of the same polynomial on the grid of spacing ratio * h that ends in t + shift * h.
  void change_grid(int k, double shift, double ratio);

 private:
  std::size_t offset(int j) const { return static_cast<std::size_t>(j - 1) * size_; }
  std::size_t size_;
  std::vector<double> columns_;
};

}  // namespace sim
