#include "sim_core/run_archive/compare_runs.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/base/unit.h"
#include "sim_core/run_archive/run_file.h"

namespace sim {

namespace {

using Key = std::tuple<std::string, int, std::string>;
using KeyOf = Key (*)(const RunSignal&);

// Signals that are left are paired where only one in each run has the key.
void pair_by(KeyOf key_of, const RunSummary& baseline, const RunSummary& other,
             std::vector<SignalPair>& pairs, std::set<int>& taken) {
  std::map<Key, std::vector<int>> theirs;
  std::map<Key, int> ours;
  for (int k = 0; k < static_cast<int>(other.recorded.size()); ++k)
    if (!taken.contains(k)) theirs[key_of(other.recorded[static_cast<std::size_t>(k)])].push_back(k);
  for (const SignalPair& pair : pairs)
    if (pair.other < 0) ++ours[key_of(baseline.recorded[static_cast<std::size_t>(pair.baseline)])];
  for (SignalPair& pair : pairs) {
    if (pair.other >= 0) continue;
    const Key key = key_of(baseline.recorded[static_cast<std::size_t>(pair.baseline)]);
    const auto found = theirs.find(key);
    if (found == theirs.end() || found->second.size() != 1 || ours[key] != 1) continue;
    pair.other = found->second.front();
    taken.insert(pair.other);
  }
}

bool has_place(const RunSignal& signal) { return !signal.block.empty(); }
// Signals without a block share no place.
Key full_key(const RunSignal& s) { return {s.block, s.port, s.name}; }
Key place_key(const RunSignal& s) { return has_place(s) ? Key{s.block, s.port, {}} : Key{{}, -1, s.name}; }
Key name_key(const RunSignal& s) { return {{}, 0, s.name}; }

std::string times_differ(const TimeSeries& a, const TimeSeries& b, double tolerance) {
  const auto alike = [&](double x, double y) {
    return std::abs(x - y) <= tolerance + 1e-9 * std::max({std::abs(x), std::abs(y)});
  };
  if (a.empty() != b.empty()) return a.empty() ? "the baseline has no rows" : "the other run has no rows";
  if (a.empty()) return {};
  if (!alike(a.t.front(), b.t.front()))
    return "begins at t = " + to_text(b.t.front()) + " rather than " + to_text(a.t.front());
  if (!alike(a.t.back(), b.t.back()))
    return "ends at t = " + to_text(b.t.back()) + " rather than " + to_text(a.t.back());
  return {};
}

// Between the rows of a table that has few, what differs may be the table and not the signal.
std::string coarseness(const TimeSeries& a, const TimeSeries& b, const SeriesComparison& found) {
  constexpr std::size_t much = 8;
  const auto said = [](const std::string& which, std::size_t rows, double there) {
    return which + " has only " + std::to_string(rows) +
           " rows; between them it is taken as straight, at them the largest difference is " +
           to_text(there, 3);
  };
  if (a.t.size() * much < b.t.size()) return said("the baseline", a.t.size(), found.largest_at_baseline);
  if (b.t.size() * much < a.t.size()) return said("the other run", b.t.size(), found.largest_at_other);
  return {};
}

struct SeriesPair {
  TimeSeries baseline, other;
};

// From the unit of `other` to that of the baseline; units that are not known, or not understood, are taken
// for the same.
Result<UnitConversion> conversion_of(const RunSignal& baseline, const RunSignal& other) {
  if (baseline.unit.empty() || other.unit.empty() || baseline.unit == other.unit) return UnitConversion{};
  const auto to = parse_unit(baseline.unit), from = parse_unit(other.unit);
  if (!to || !from) return UnitConversion{};
  if (!convertible(*from, *to))
    return error({}, "one is in " + baseline.unit + ", the other in " + other.unit,
                 "compare signals that measure the same");
  return conversion(*from, *to);
}

Result<SeriesPair> read_pair(const RunRecord& baseline, const RunRecord& other, const SignalPair& pair,
                             int element) {
  const RunSignal& a = baseline.summary.recorded[static_cast<std::size_t>(pair.baseline)];
  const RunSignal& b = other.summary.recorded[static_cast<std::size_t>(pair.other)];
  const auto in_unit = conversion_of(a, b);
  if (!in_unit) return in_unit.errors();
  const auto ours = run_columns(baseline, a.first + element, 1);
  if (!ours) return ours.errors();
  const auto theirs = run_columns(other, b.first + element, 1);
  if (!theirs) return theirs.errors();
  SeriesPair pair_of{read_series(*ours->log, ours->first, a.held),
                     read_series(*theirs->log, theirs->first, b.held)};
  if (in_unit->factor != 1 || in_unit->offset != 0)
    for (double& y : pair_of.other.y) y = (*in_unit)(y);
  return pair_of;
}

bool is_worse(const SeriesComparison& a, const SeriesComparison& b) {
  return std::pair(a.largest_excess, a.largest_difference) >
         std::pair(b.largest_excess, b.largest_difference);
}

void compare_elements(const RunRecord& baseline, const RunRecord& other, SignalVerdict& verdict) {
  const RunSignal& signal = baseline.summary.recorded[static_cast<std::size_t>(verdict.pair.baseline)];
  for (int k = 0; k < signal.count(); ++k) {
    const auto series = read_pair(baseline, other, verdict.pair, k);
    if (!series) {
      verdict.verdict = Verdict::Failed;
      verdict.message = to_text(series.error());
      return;
    }
    SeriesComparison found = compare_series(series->baseline, series->other, verdict.tolerance);
    if (k == 0) verdict.message = times_differ(series->baseline, series->other, verdict.tolerance.time);
    if (k > 0 && !is_worse(found, verdict.series)) continue;
    verdict.element = k;
    if (!found.within() && !signal.held) verdict.coarse = coarseness(series->baseline, series->other, found);
    verdict.series = std::move(found);
  }
  verdict.verdict = !verdict.series.within()   ? Verdict::Out
                    : !verdict.message.empty() ? Verdict::DifferentTimes
                                               : Verdict::Within;
}

SignalVerdict compare_pair(const RunRecord& baseline, const RunRecord& other, const SignalPair& pair,
                           const CompareOptions& options) {
  const RunSignal& named = pair.baseline >= 0
                               ? baseline.summary.recorded[static_cast<std::size_t>(pair.baseline)]
                               : other.summary.recorded[static_cast<std::size_t>(pair.other)];
  SignalVerdict verdict{pair, named.name, named.block, Verdict::Within, options.of(named.name), 0,
                        {},   {},         {}};
  if (pair.other < 0) {
    verdict.verdict = Verdict::MissingInOther;
  } else if (pair.baseline < 0) {
    verdict.verdict = Verdict::MissingInBaseline;
  } else if (named.count() != other.summary.recorded[static_cast<std::size_t>(pair.other)].count()) {
    verdict.verdict = Verdict::DifferentDimensions;
  } else {
    compare_elements(baseline, other, verdict);
  }
  return verdict;
}

}  // namespace

std::vector<SignalPair> pair_signals(const RunSummary& baseline, const RunSummary& other) {
  std::vector<SignalPair> pairs;
  for (int k = 0; k < static_cast<int>(baseline.recorded.size()); ++k) pairs.push_back({k, -1});
  std::set<int> taken;
  for (KeyOf key : {full_key, place_key, name_key}) pair_by(key, baseline, other, pairs, taken);
  for (int k = 0; k < static_cast<int>(other.recorded.size()); ++k)
    if (!taken.contains(k)) pairs.push_back({-1, k});
  return pairs;
}

const Tolerance& CompareOptions::of(const std::string& signal) const {
  const auto own = by_signal.find(signal);
  return own == by_signal.end() ? tolerance : own->second;
}

int RunComparison::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(verdicts.begin(), verdicts.end(), [&](const auto& s) { return s.verdict == verdict; }));
}

bool RunComparison::within() const { return count(Verdict::Within) == static_cast<int>(verdicts.size()); }

RunComparison compare_runs(const RunRecord& baseline, const RunRecord& other, const CompareOptions& options,
                           const std::function<bool()>& go_on) {
  RunComparison comparison;
  for (const SignalPair& pair : pair_signals(baseline.summary, other.summary)) {
    if (go_on && !go_on()) break;
    comparison.verdicts.push_back(compare_pair(baseline, other, pair, options));
  }
  std::stable_sort(comparison.verdicts.begin(), comparison.verdicts.end(), [](const auto& a, const auto& b) {
    if (a.verdict != b.verdict) return a.verdict < b.verdict;
    return is_worse(a.series, b.series);
  });
  return comparison;
}

Result<DifferenceCurves> difference_curves(const RunRecord& baseline, const RunRecord& other,
                                           const SignalVerdict& signal) {
  if (signal.pair.baseline < 0 || signal.pair.other < 0 || signal.verdict == Verdict::DifferentDimensions)
    return error(signal.name, "this signal is not in both runs");
  const auto series = read_pair(baseline, other, signal.pair, signal.element);
  if (!series) return series.errors();
  return difference_curves(series->baseline, series->other, signal.tolerance);
}

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::Out:
      return "out of tolerance";
    case Verdict::DifferentTimes:
      return "covers another time";
    case Verdict::DifferentDimensions:
      return "different dimensions";
    case Verdict::MissingInOther:
      return "missing in the other run";
    case Verdict::MissingInBaseline:
      return "missing in the baseline";
    case Verdict::Failed:
      return "could not be read";
    case Verdict::Within:
      break;
  }
  return "within tolerance";
}

}  // namespace sim
