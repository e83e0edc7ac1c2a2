#include "sim_core/linalg/front_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim_core/base/wide_code.h"

namespace sim {

namespace {

constexpr int strip = 8;      // rows that are worked on together
constexpr int deepest = 256;  // terms of a product that are summed before they are subtracted
constexpr int narrow = 8;     // columns below which nothing is split

#if defined(__GNUC__)
// Four numbers side by side; where the processor has no room for four, the compiler takes two and two.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
#endif

// sum[8 j + i] = sum over k of a[8 k + i] b[k + j ldb]
template <int Columns>
SIM_IN_WIDE_CODE inline void multiply_strip(const double* a, const double* b, long ldb, int depth,
                                            double* sum) {
#if defined(__GNUC__)
  Four s[Columns][2] = {};
  for (int k = 0; k < depth; ++k) {
    const Four* four = reinterpret_cast<const Four*>(a + strip * k);
    for (int j = 0; j < Columns; ++j) {
      const double factor = b[k + j * ldb];
      s[j][0] += four[0] * factor;
      s[j][1] += four[1] * factor;
    }
  }
  for (int j = 0; j < Columns; ++j) std::memcpy(sum + strip * j, s[j], sizeof s[j]);
#else
  std::fill_n(sum, strip * Columns, 0.0);
  for (int k = 0; k < depth; ++k)
    for (int j = 0; j < Columns; ++j)
      for (int i = 0; i < strip; ++i) sum[strip * j + i] += a[strip * k + i] * b[k + j * ldb];
#endif
}

template <int Columns>
SIM_IN_WIDE_CODE inline void subtract_strip(const double* a, const FrontMatrix& b, int depth,
                                            const FrontMatrix& c, int row, int column, int first) {
  double sum[strip * Columns];
  multiply_strip<Columns>(a, &b(first, column), b.ld, depth, sum);
  const int rows = std::min(strip, c.rows - row);
  for (int j = 0; j < Columns; ++j) {
    double* to = &c(row, column + j);
    if (rows == strip)
      for (int i = 0; i < strip; ++i) to[i] -= sum[strip * j + i];
    else
      for (int i = 0; i < rows; ++i) to[i] -= sum[strip * j + i];
  }
}

SIM_IN_WIDE_CODE inline void subtract(const FrontMatrix& a, const FrontMatrix& b, const FrontMatrix& c) {
  double packed[strip * deepest];
  for (int first = 0; first < b.rows; first += deepest) {
    const int depth = std::min(deepest, b.rows - first);
    for (int row = 0; row < c.rows; row += strip) {
      const int rows = std::min(strip, c.rows - row);
      for (int k = 0; k < depth; ++k) {
        const double* from = &a(row, first + k);
        for (int i = 0; i < rows; ++i) packed[strip * k + i] = from[i];
        for (int i = rows; i < strip; ++i) packed[strip * k + i] = 0;
      }
      int column = 0;
      for (; column + 4 <= c.cols; column += 4) subtract_strip<4>(packed, b, depth, c, row, column, first);
      for (; column < c.cols; ++column) subtract_strip<1>(packed, b, depth, c, row, column, first);
    }
  }
}

void subtract_here(const FrontMatrix& a, const FrontMatrix& b, const FrontMatrix& c) { subtract(a, b, c); }
SIM_WIDE_CODE void subtract_wide(const FrontMatrix& a, const FrontMatrix& b, const FrontMatrix& c) {
  subtract(a, b, c);
}

SIM_IN_WIDE_CODE inline void subtract_vector(const FrontMatrix& a, const double* x, double* y) {
  const auto* columns = a.first;
  const long ld = a.ld;
  int j = 0;
  for (; j + 4 <= a.cols; j += 4, columns += 4 * ld)
    for (int i = 0; i < a.rows; ++i)
      y[i] -= (columns[i] * x[j] + columns[i + ld] * x[j + 1]) +
              (columns[i + 2 * ld] * x[j + 2] + columns[i + 3 * ld] * x[j + 3]);
  for (; j < a.cols; ++j, columns += ld)
    for (int i = 0; i < a.rows; ++i) y[i] -= columns[i] * x[j];
}
void subtract_vector_here(const FrontMatrix& a, const double* x, double* y) { subtract_vector(a, x, y); }
SIM_WIDE_CODE void subtract_vector_wide(const FrontMatrix& a, const double* x, double* y) {
  subtract_vector(a, x, y);
}

bool factor_narrow(const FrontMatrix& panel, Pivots& pivots) {
  for (int k = 0; k < panel.cols; ++k) {
    const double pivot = panel(k, k), size = std::fabs(pivot);
    if (!(size > 0) || !std::isfinite(size)) return false;
    pivots.smallest = std::min(pivots.smallest, size);
    pivots.largest = std::max(pivots.largest, size);
    double* lower = &panel(0, k);
    double growth = pivots.growth;
    for (int i = k + 1; i < panel.rows; ++i) growth = std::max(growth, std::fabs(lower[i] /= pivot));
    pivots.growth = growth;
    for (int j = k + 1; j < panel.cols; ++j) {
      double* column = &panel(0, j);
      const double factor = column[k];
      for (int i = k + 1; i < panel.rows; ++i) column[i] -= lower[i] * factor;
    }
  }
  return true;
}

// Where what is `width` wide is split: in a half that is a multiple of what is not split.
int first_part(int width) { return (width / 2 + narrow - 1) / narrow * narrow; }

}  // namespace

void subtract_product(const FrontMatrix& a, const FrontMatrix& b, const FrontMatrix& c) {
  if (c.rows == 0 || c.cols == 0) return;
  has_wide_code() ? subtract_wide(a, b, c) : subtract_here(a, b, c);
}

void subtract_product(const FrontMatrix& a, const double* x, double* y) {
  has_wide_code() ? subtract_vector_wide(a, x, y) : subtract_vector_here(a, x, y);
}

void solve_unit_lower(const FrontMatrix& l, const FrontMatrix& b) {
  if (b.cols == 0) return;
  if (b.rows > narrow) {
    const int top = first_part(b.rows), bottom = b.rows - top;
    const FrontMatrix upper_part = b.part(0, 0, top, b.cols), lower_part = b.part(top, 0, bottom, b.cols);
    solve_unit_lower(l.part(0, 0, top, top), upper_part);
    subtract_product(l.part(top, 0, bottom, top), upper_part, lower_part);
    solve_unit_lower(l.part(top, top, bottom, bottom), lower_part);
    return;
  }
  for (int j = 0; j < b.cols; ++j)
    for (int k = 0; k < b.rows; ++k)
      for (int i = k + 1; i < b.rows; ++i) b(i, j) -= l(i, k) * b(k, j);
}

bool factor_panel(const FrontMatrix& panel, Pivots& pivots) {
  if (panel.cols <= narrow) return factor_narrow(panel, pivots);
  const int left = first_part(panel.cols), right = panel.cols - left, below = panel.rows - left;
  if (!factor_panel(panel.part(0, 0, panel.rows, left), pivots)) return false;
  const FrontMatrix above = panel.part(0, left, left, right), rest = panel.part(left, left, below, right);
  solve_unit_lower(panel.part(0, 0, left, left), above);
  subtract_product(panel.part(left, 0, below, left), above, rest);
  return factor_panel(rest, pivots);
}

}  // namespace sim
