#include "sim_core/run_archive/comparison_report.h"

#include <algorithm>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"

namespace sim {

static std::string rounded(double value) { return to_text(value, 6); }

static std::string element_name(const SignalVerdict& signal, const RunSummary& baseline) {
  if (signal.pair.baseline < 0) return signal.name;
  const auto& elements = baseline.recorded[static_cast<std::size_t>(signal.pair.baseline)].elements;
  return elements.empty() ? signal.name : elements[static_cast<std::size_t>(signal.element)];
}

static bool has_numbers(const SignalVerdict& signal) {
  return signal.pair.baseline >= 0 && signal.pair.other >= 0 && signal.verdict != Verdict::Failed &&
         signal.verdict != Verdict::DifferentDimensions;
}

std::string verdict_text(const SignalVerdict& signal, const RunSummary& baseline) {
  std::string text = element_name(signal, baseline) + ": " + to_text(signal.verdict);
  if (!signal.message.empty()) text += ": " + signal.message;
  if (!has_numbers(signal)) return text;
  if (signal.series.largest_difference > 0)
    text += "; largest difference " + rounded(signal.series.largest_difference) +
            " at t = " + rounded(signal.series.time_of_largest);
  if (signal.series.first_out) text += ", first out at t = " + rounded(*signal.series.first_out);
  if (!signal.coarse.empty()) text += "; " + signal.coarse;
  return text;
}

std::string conclusion(const RunComparison& comparison) {
  const int all = static_cast<int>(comparison.verdicts.size());
  const int good = comparison.count(Verdict::Within);
  if (all == 0) return "there are no signals to compare";
  if (good == all)
    return all == 1 ? "the signal is within tolerance"
                    : "all " + std::to_string(all) + " signals are within tolerance";
  return std::to_string(all - good) + " of " + std::to_string(all) +
         (all == 1 ? " signal is" : " signals are") + " not within tolerance";
}

std::string comparison_text(const RunComparison& comparison, const RunSummary& baseline,
                            const ReportTitle& title) {
  std::string text = title.other + " compared with " + title.baseline + ": " + conclusion(comparison) + '\n';
  for (const SignalVerdict& signal : comparison.verdicts)
    text += "  " + verdict_text(signal, baseline) + '\n';
  return text;
}

static std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string comparison_html(const RunComparison& comparison, const RunSummary& baseline,
                            const ReportTitle& title) {
  std::string html =
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Comparison</title>\n<style>"
      "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
      "th,td{padding:.3em .8em;text-align:left;border-bottom:1px solid #ccc}td.n{text-align:right}"
      ".good{color:#1a7f37}.bad{color:#b42318;font-weight:bold}</style></head><body>\n";
  html += "<h1>" + escaped(title.other) + " compared with " + escaped(title.baseline) + "</h1>\n";
  html += "<p>" + escaped(conclusion(comparison)) +
          ".</p>\n<table>\n<tr><th>Signal</th><th>Block</th>"
          "<th>Verdict</th><th>Largest difference</th><th>at time</th><th>First "
          "out</th><th>Tolerance</th></tr>\n";
  for (const SignalVerdict& s : comparison.verdicts) {
    const auto cell = [&](const std::string& text) { html += "<td class=\"n\">" + text + "</td>"; };
    html += "<tr><td>" + escaped(element_name(s, baseline)) + "</td><td>" + escaped(s.block) +
            "</td><td class=\"" + (s.verdict == Verdict::Within ? "good" : "bad") + "\">" +
            to_text(s.verdict) + (s.message.empty() ? "" : ": " + escaped(s.message)) +
            (s.coarse.empty() ? "" : "; " + escaped(s.coarse)) + "</td>";
    cell(has_numbers(s) ? rounded(s.series.largest_difference) : "");
    cell(has_numbers(s) && s.series.largest_difference > 0 ? rounded(s.series.time_of_largest) : "");
    cell(s.series.first_out ? rounded(*s.series.first_out) : "");
    html += "<td>" + to_text(s.tolerance) + "</td></tr>\n";
  }
  return html + "</table>\n</body></html>\n";
}

std::string to_text(const Tolerance& tolerance) {
  std::vector<std::string> parts;
  if (tolerance.absolute > 0) parts.push_back("absolute " + to_text(tolerance.absolute));
  if (tolerance.relative > 0) parts.push_back("relative " + to_text(tolerance.relative));
  if (tolerance.time > 0) parts.push_back("time " + to_text(tolerance.time) + " s");
  return parts.empty() ? "none" : join(parts, ", ");
}

Result<Tolerance> parse_tolerance(const std::string& text) {
  Tolerance tolerance;
  std::string rest = text;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string part = rest.substr(0, comma);
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    const auto equals = part.find('=');
    const std::string key = equals == std::string::npos ? "abs" : part.substr(0, equals);
    const auto value = parse_number(equals == std::string::npos ? part : part.substr(equals + 1));
    double* target = key == "abs"    ? &tolerance.absolute
                     : key == "rel"  ? &tolerance.relative
                     : key == "time" ? &tolerance.time
                                     : nullptr;
    if (target == nullptr || !value || !(*value >= 0))
      return error({}, "'" + part + "' is not a tolerance", "write a number, or abs=0.1,rel=0.01,time=1e-3");
    *target = *value;
  }
  return tolerance;
}

}  // namespace sim
