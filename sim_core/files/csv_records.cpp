#include "sim_core/files/csv_records.h"

#include <algorithm>
#include <limits>

#include "sim_core/base/text.h"

namespace sim {

bool CsvRecords::next(CsvFields& fields) {
  while (at_ < text_.size()) {
    line_ = next_line_;
    const std::size_t begin = at_;
    read(fields);
    const bool empty = fields.size() == 1 && trimmed(fields[0]).empty();
    if (!empty && text_[begin] != '#') return true;
  }
  return false;
}

void CsvRecords::read(CsvFields& fields) {
  fields.clear();
  for (bool more = true; more;) {
    fields.emplace_back();
    more = read_field(fields.back());
  }
}

// True: another one follows on the line.
bool CsvRecords::read_field(std::string& field) {
  bool quoted = at_ < text_.size() && text_[at_] == '"';
  if (quoted) ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '\n') ++next_line_;
    if (quoted && c == '"') {
      if (at_ < text_.size() && text_[at_] == '"')
        field += text_[at_++];
      else
        quoted = false;
    } else if (!quoted && c == delimiter_) {
      return true;
    } else if (!quoted && c == '\n') {
      return false;
    } else {
      field += c;
    }
  }
  return false;
}

char find_csv_delimiter(std::string_view text) {
  char best = ',';
  std::size_t most = 1;
  for (char candidate : {';', '\t', ','}) {
    CsvRecords records(text, candidate);
    CsvFields fields;
    std::size_t least = 0;
    for (int k = 0; k < 5 && records.next(fields); ++k)
      least = k == 0 ? fields.size() : std::min(least, fields.size());
    if (least > most) {
      most = least;
      best = candidate;
    }
  }
  return best;
}

std::optional<double> read_csv_number(std::string field, char delimiter) {
  field = trimmed(field);
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (delimiter != ',')
    if (const auto comma = field.find(',');
        comma != std::string::npos && field.find('.') == std::string::npos)
      field[comma] = '.';
  if (field.front() == '+') field.erase(0, 1);
  return parse_number(field);
}

bool is_time_name(std::string_view name) {
  std::string low(name);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return low == "time" || low == "t";
}

}  // namespace sim
