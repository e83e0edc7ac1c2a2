#include "sim_core/import/corpus_statistics.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sim_core/base/text.h"

namespace sim::importing {

void CorpusStatistics::add(const ImportReport& report, double seconds) {
  File file{std::filesystem::path(report.file).filename().string(),
            report.format,
            {},
            report.undefined.size(),
            seconds};
  for (const ImportedBlock& block : report.blocks) {
    ++file.counts[static_cast<std::size_t>(block.outcome)];
    if (block.outcome == Outcome::Exact) continue;
    auto& reasons = types_[std::string(name_of(block.outcome)) + ", " + block.source_type];
    for (const std::string& remark : block.remarks) ++reasons[remark];
    if (!block.instead.empty()) ++reasons[block.instead];
  }
  files_.push_back(std::move(file));
}

void CorpusStatistics::add_failure(const std::string& file, const Diagnostic& why) {
  failures_.push_back(std::filesystem::path(file).filename().string() + ": " + sim::to_text(why));
}

std::size_t CorpusStatistics::count(Outcome outcome) const {
  std::size_t sum = 0;
  for (const File& file : files_) sum += file.counts[static_cast<std::size_t>(outcome)];
  return sum;
}

static std::string padded(std::string text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

static std::string to_tenths(double value) { return sim::to_text(std::round(value * 10) / 10); }

static std::string row(const std::string& name, const std::size_t (&counts)[4], std::size_t undefined,
                       double seconds, const std::string& format) {
  constexpr std::size_t width = 46;
  std::string text = name.substr(0, width);
  text.resize(width, ' ');
  for (const std::size_t count : counts) text += padded(std::to_string(count), 7);
  text +=
      padded(std::to_string(undefined), 7) + padded(std::to_string(std::lround(seconds * 1000)) + " ms", 10);
  return text + "  " + format + '\n';
}

std::string CorpusStatistics::to_text() const {
  std::string text =
      "file                                             exact approx unres.   left  names      time  "
      "format\n";
  File total{"total", {}, {}, 0, 0};
  for (const File& file : files_) {
    text += row(file.name, file.counts, file.undefined, file.seconds, file.format);
    for (std::size_t n = 0; n < 4; ++n) total.counts[n] += file.counts[n];
    total.undefined += file.undefined, total.seconds += file.seconds;
  }
  text += row(total.name, total.counts, total.undefined, total.seconds, {});
  const double all = static_cast<double>(total.counts[0] + total.counts[1] + total.counts[2]);
  const double kept = all > 0 ? 100 * static_cast<double>(total.counts[0] + total.counts[1]) / all : 100;
  text += to_tenths(kept) + " % of " + sim::to_text(all) + " blocks are exact or approximated\n";
  for (const std::string& failure : failures_) text += "cannot be read: " + failure + '\n';
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const auto& [type, reasons] : types_)
    for (const auto& [reason, n] : reasons) lines.push_back({n, type + ": " + reason});
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [n, line] : lines) text += std::to_string(n) + "  " + line + '\n';
  return text;
}

}  // namespace sim::importing
