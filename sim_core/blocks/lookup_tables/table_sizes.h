#pragma once
// Tables of one to five dimensions that are written as vectors and matrices: how long each dimension is.
#include <cmath>
#include <optional>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

inline constexpr int most_table_dimensions = 5;

struct TableSizes {
  Param dimensions, table, sizes;

  // Declares what the three have to keep to.
  TableSizes(BlockTypeBuilder& b, const char* default_dimensions, const char* default_table)
      : dimensions(b.integer("NumberOfTableDimensions", "Number of dimensions", default_dimensions)
                       .range(1, most_table_dimensions)),
        table(b.real("Table", "Table data", default_table)
                  .not_tunable()
                  .doc("Counted along the first dimension first: a matrix is one by columns; of three "
                       "dimensions "
                       "write the pages beside each other, [page1, page2, ...].")),
        sizes(
            b.real("TableSizes", "Sizes of the dimensions", "auto")
                .automatic(0)
                .list()
                .not_tunable()
                .doc("auto: those of the vector or matrix. Needed from three dimensions on: [rows, columns, "
                     "pages, ...].")) {
    b.require([self = *this](const ParameterValues& v) { return self.of(v).has_value(); },
              "the table has not as many numbers as its dimensions ask for",
              "give the sizes of all dimensions; their product is the number of entries");
  }

  // Nothing where they do not fit the table.
  std::optional<std::vector<int>> of(const ParameterValue& how_many, const ParameterValue& entries,
                                     const ParameterValue& given) const {
    const auto count = static_cast<std::size_t>(how_many.number());
    if (given.numbers.size() == 1 && given.number() == 0) {
      if (count == 2) return std::vector<int>{entries.shape.rows, entries.shape.cols};
      if (count == 1 && entries.shape.is_vector()) return std::vector<int>{entries.shape.count()};
      return std::nullopt;
    }
    std::vector<int> found;
    double product = 1;
    for (double size : given.numbers) {
      if (!(size >= 1 && size <= 1e9) || size != std::floor(size)) return std::nullopt;
      found.push_back(static_cast<int>(size));
      product *= size;
    }
    if (found.size() != count || product != static_cast<double>(entries.numbers.size())) return std::nullopt;
    return found;
  }
  std::optional<std::vector<int>> of(const ParameterValues& v) const {
    return of(v.of(dimensions), v.of(table), v.of(sizes));
  }
  std::vector<int> of(Equations& e) const {
    return of(e.value(dimensions), e.value(table), e.value(sizes)).value_or(std::vector<int>{1});
  }
};

}  // namespace sim::blocks
