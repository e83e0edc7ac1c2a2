// Tables as text: data of From File blocks, imported runs, variables, and variables as JSON.
#include "sim_core/expr/variable_files.h"
#include "sim_core/files/csv_records.h"
#include "sim_core/files/data_table.h"
#include "sim_core/run_archive/csv_import.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/json_mutation.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

void run_csv(const std::string& text) {
  const auto table = csv_table(text);
  if (table) {
    require(table->values.size() == table->rows * table->columns, "a table is a rectangle");
    require(table->problems.size() == table->columns && table->time < table->columns,
            "the time is one of the columns");
    (void)picked_columns(*table, "", "");
    (void)picked_columns(*table, "1", "2, 1");
  }
  const auto run = import_csv_text(text, "table.csv");
  if (run) require(run->log && run->log->size() > 0, "an imported run has rows");
  const auto variables = expr::load_variables_csv(text);
  const auto json = expr::load_variables_json(text);
  count(table ? "tables read" : "tables refused");
  count(run ? "runs imported" : "imports refused");
  count(variables ? "variables read" : "variables refused");
  if (json) count("variables of JSON read");
}

static std::string random_field(Random& random) {
  switch (random.below(10)) {
    case 0:
      return "";
    case 1:
      return "\"" + random_number(random) + "\"";
    case 2:
      return "\"a \"\"b\"\",\n; c\"";
    case 3:
      return std::to_string(random.between(-99, 99)) + "," + std::to_string(random.between(0, 99));
    case 4:
      return random.any(std::initializer_list<const char*>{"time", "t", "x[1]", "x[2]", "v [m/s]", "p (Pa)",
                                                           "x[0]", "x[99999999999]", "#", "# a note",
                                                           "\xef\xbb\xbf", "é"});
    default:
      return random_number(random);
  }
}

static std::string random_table(Random& random) {
  constexpr const char* delimiters[] = {",", ";", "\t"};
  const std::string delimiter = random.any(delimiters);
  const int columns = random.between(1, 5);
  std::string text;
  for (int row = random.between(1, 8); row > 0; --row) {
    for (int column = 0; column < columns; ++column) text += (column ? delimiter : "") + random_field(random);
    text += random.chance(90) ? "\n" : "\r\n";
  }
  return text;
}

// The extents of one field.
static std::pair<std::size_t, std::size_t> any_field(const std::string& text, Random& random) {
  constexpr const char* ends = ",;\t\r\n";
  const std::size_t inside = random.below(text.size());
  const std::size_t before = inside == 0 ? std::string::npos : text.find_last_of(ends, inside - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return {begin, std::min(text.find_first_of(ends, inside), text.size())};
}

std::string mutate_csv(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(20)) return bytes(input);
  if (input.starts_with("{")) return mutated_json(input, random);
  if (random.chance(10) || input.empty() || input.size() > 4000) return random_table(random);
  const auto [begin, end] = any_field(input, random);
  if (end < begin) return random_table(random);
  if (random.chance(70)) return std::string(input).replace(begin, end - begin, random_field(random));
  const std::size_t line = input.rfind('\n', begin) == std::string::npos ? 0 : input.rfind('\n', begin) + 1;
  const std::size_t next = std::min(input.find('\n', begin), input.size() - 1) + 1;
  if (next <= line) return random_table(random);
  if (random.chance(50)) return std::string(input).insert(line, input.substr(line, next - line));
  return std::string(input).erase(line, next - line);
}

}  // namespace sim::fuzz
