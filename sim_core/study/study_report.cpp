#include "sim_core/study/study_report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"

namespace sim {

using OrderedJson = nlohmann::ordered_json;

StudyReport study_report(const Study& study, const std::vector<StudyRow>& rows) {
  StudyReport report;
  report.runs = rows.size();
  report.failed =
      static_cast<std::size_t>(std::ranges::count_if(rows, [](const auto& r) { return !r.message.empty(); }));
  report.statistics = statistics_of(study, rows);
  report.sensitivities = sensitivities(study, rows);
  return report;
}

namespace {

using Table = std::vector<std::vector<std::string>>;

// Columns are aligned: the first to the left, numbers to the right.
std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& row : table)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k == widths.size()) widths.push_back(0);
      widths[k] = std::max(widths[k], row[k].size());
    }
  std::string text;
  for (const auto& row : table) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string room(widths[k] - row[k].size(), ' ');
      line += k == 0 ? row[k] + room : "  " + room + row[k];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string shown(double value) {
  if (!std::isfinite(value)) return "-";
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::general, 5);
  return {digits, end.ptr};
}

std::string statistics_text(const StudyReport& report) {
  Table table{{"result", "runs", "mean", "std", "min", "5 %", "median", "95 %", "max"}};
  for (const ResultStatistics& s : report.statistics) {
    std::vector<std::string> row{s.result, std::to_string(s.runs)};
    for (const double value : {s.mean, s.deviation, s.minimum, s.low, s.median, s.high, s.maximum})
      row.push_back(s.runs > 0 ? shown(value) : "-");
    table.push_back(std::move(row));
  }
  return aligned(table);
}

std::string sensitivity_text(const Study& study, const Sensitivity& found) {
  std::string text = found.result;
  if (study.sampling == Sampling::OneAtATime && !found.measures.empty())
    text += ", with all in the middle " + shown(found.base);
  if (found.left_out > 0) text += ", " + std::to_string(found.left_out) + " left out";
  if (found.measures.empty()) return text + ": too few runs\n";
  Table table{{"  variation"}};
  for (const SensitivityMeasure& measure : found.measures) {
    table.front().push_back(measure.name);
    if (!measure.low.empty()) table.front().push_back("95 % interval");
  }
  for (std::size_t j = 0; j < study.variations.size(); ++j) {
    auto& row = table.emplace_back(std::vector<std::string>{"  " + study.variations[j].name});
    for (const SensitivityMeasure& measure : found.measures) {
      row.push_back(shown(measure.values[j]));
      if (!measure.low.empty()) row.push_back(shown(measure.low[j]) + " to " + shown(measure.high[j]));
    }
  }
  return text + '\n' + aligned(table);
}

OrderedJson json_number(double value) { return std::isfinite(value) ? OrderedJson(value) : OrderedJson(); }

OrderedJson json_numbers(const std::vector<double>& values) {
  OrderedJson all = OrderedJson::array();
  for (const double value : values) all.push_back(json_number(value));
  return all;
}

}  // namespace

std::string study_report_text(const Study& study, const StudyReport& report) {
  std::string text = statistics_text(report);
  for (const Sensitivity& found : report.sensitivities) text += '\n' + sensitivity_text(study, found);
  return text;
}

std::string study_report_json(const Study& study, const StudyReport& report) {
  OrderedJson json = {{"runs", report.runs}, {"failed", report.failed}};
  json["statistics"] = OrderedJson::array();
  for (const ResultStatistics& s : report.statistics) {
    OrderedJson one = {{"result", s.result}, {"runs", s.runs}};
    const std::pair<const char*, double> numbers[] = {
        {"mean", s.mean},     {"std", s.deviation}, {"min", s.minimum}, {"q05", s.low},
        {"median", s.median}, {"q95", s.high},      {"max", s.maximum}};
    for (const auto& [name, value] : numbers) one[name] = s.runs > 0 ? json_number(value) : OrderedJson();
    json["statistics"].push_back(std::move(one));
  }
  json["sampling"] = std::string(sampling_names[static_cast<std::size_t>(study.sampling)]);
  json["variations"] = OrderedJson::array();
  for (const Variation& v : study.variations) json["variations"].push_back(v.name);
  json["sensitivities"] = OrderedJson::array();
  for (const Sensitivity& found : report.sensitivities) {
    OrderedJson one = {{"result", found.result}, {"used", found.used}, {"left_out", found.left_out}};
    if (study.sampling == Sampling::OneAtATime) one["base"] = json_number(found.base);
    for (const SensitivityMeasure& measure : found.measures) {
      one[measure.name] = json_numbers(measure.values);
      if (!measure.low.empty())
        one[measure.name + " interval"] = {json_numbers(measure.low), json_numbers(measure.high)};
    }
    json["sensitivities"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace sim
