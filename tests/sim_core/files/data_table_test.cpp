#include "sim_core/files/data_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "sim_core/files/mat_file.h"

namespace sim {

// What a From File block plays is in seconds, whatever the file is in.
TEST(DataTable, TimesAreInSeconds) {
  const auto table = csv_table("time [d],speed [m/s]\n0,1\n0.5,2\n");
  ASSERT_TRUE(table);
  const auto all = picked_columns(*table, "", "");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->values, (std::vector<double>{0, 43200, 1, 2}));
  const auto other = csv_table("speed,minutes [min]\n1,0\n2,3\n");
  ASSERT_TRUE(other);
  EXPECT_EQ(picked_columns(*other, "minutes", "speed")->values, (std::vector<double>{0, 180, 1, 2}));
}

TEST(DataTable, ATimeInAnythingElseIsRefused) {
  const auto table = csv_table("time [km],speed\n0,1\n1,2\n");
  ASSERT_TRUE(table);
  const auto picked = picked_columns(*table, "", "");
  ASSERT_FALSE(picked);
  EXPECT_EQ(picked.error().message, "'km' is not a unit of time");
}

// One matrix has its time in the first column or in the first row. Where neither falls, there are more
// instants than signals.
TEST(DataTable, AMatrixHasItsTimeWhereThereAreMoreInstants) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("fluxion_table_" + std::to_string(::getpid()) + ".mat"))
          .string();
  const auto first = [&](std::size_t rows, std::size_t columns, const std::vector<double>& values) {
    MatWriter writer(path);
    writer.add("u", rows, columns, values);
    EXPECT_TRUE(writer.finish());
    const auto table = mat_table(path, "");
    EXPECT_TRUE(table);
    return table ? std::vector<double>(table->values.begin(),
                                       table->values.begin() + static_cast<std::ptrdiff_t>(table->rows))
                 : std::vector<double>{};
  };
  EXPECT_EQ(first(2, 3, {0, 5, 1, 6, 2, 7}), (std::vector<double>{0, 1, 2}));  // both rise
  EXPECT_EQ(first(3, 2, {0, 1, 2, 5, 6, 7}), (std::vector<double>{0, 1, 2}));  // both rise
  EXPECT_EQ(first(3, 2, {3, 1, 2, 5, 6, 7}), (std::vector<double>{3, 5}));     // the row does
  EXPECT_EQ(first(2, 3, {0, 5, 9, 6, 2, 7}), (std::vector<double>{0, 5}));     // the column does
  std::filesystem::remove(path);
}

}  // namespace sim
