#pragma once
// The dense loops of a factorization by fronts (multifrontal_factors.cpp). Matrices are stored by columns,
// `ld` numbers from one to the next. Results do not depend on the processor.
namespace sim {

struct FrontMatrix {
  double* first = nullptr;
  int rows = 0, cols = 0, ld = 0;
  double& operator()(int i, int j) const { return first[i + static_cast<long>(j) * ld]; }
  FrontMatrix part(int row, int col, int row_count, int col_count) const {
    return {first + row + static_cast<long>(col) * ld, row_count, col_count, ld};
  }
};

// c <- c - a b
void subtract_product(const FrontMatrix& a, const FrontMatrix& b, const FrontMatrix& c);

// y <- y - a x
void subtract_product(const FrontMatrix& a, const double* x, double* y);

// b <- L^-1 b; L: the square, unit lower triangle of `l`.
void solve_unit_lower(const FrontMatrix& l, const FrontMatrix& b);

struct Pivots {
  double smallest = 0, largest = 0;  // magnitudes
  double growth = 0;                 // the largest magnitude in L
};
// The columns of `panel` become those of L, below its unit diagonal, and of U, with pivots from the diagonal.
// False: one is zero or not finite.
bool factor_panel(const FrontMatrix& panel, Pivots& pivots);

}  // namespace sim
