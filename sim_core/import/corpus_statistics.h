#pragma once
// What became of the blocks of many files: for those who work on the mapping, and for tests over real models.
#include <map>
#include <string>
#include <vector>

#include "sim_core/import/import_report.h"

namespace sim::importing {

class CorpusStatistics {
 public:
  void add(const ImportReport& report, double seconds);
  void add_failure(const std::string& file, const Diagnostic& why);

  std::size_t count(Outcome outcome) const;
  // A line for each file, totals, then the types that are not exact, the most frequent first.
  std::string to_text() const;

 private:
  struct File {
    std::string name, format;
    std::size_t counts[4] = {};
    std::size_t undefined = 0;
    double seconds = 0;
  };
  std::vector<File> files_;
  std::vector<std::string> failures_;
  std::map<std::string, std::map<std::string, std::size_t>>
      types_;  // "unresolved, S-Function" -> why -> how often
};

}  // namespace sim::importing
