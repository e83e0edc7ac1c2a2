#include "sim_core/study/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim_core/expr/evaluate.h"
#include "sim_core/study/sensitivity_designs.h"
#include "sim_core/study/study_random.h"
#include "sim_core/study/study_statistics.h"

namespace sim {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t resamples = 100;

// The results of the runs of a block.
struct DesignBlock {
  std::uint64_t number = 0;
  std::vector<double> y;
};

// The blocks of which every run has a result.
std::vector<DesignBlock> whole_blocks(const Study& study, const std::vector<StudyRow>& rows,
                                      std::size_t result) {
  const std::uint64_t size = design_block(study.sampling, study.variations.size()),
                      count = run_count(study) / size;
  std::vector<DesignBlock> blocks(count);
  std::vector<std::uint64_t> there(count);
  for (const StudyRow& row : rows) {
    const std::uint64_t at = row.sample / size;
    if (at >= count || result >= row.results.size()) continue;
    blocks[at].y.resize(size, none);
    blocks[at].y[row.sample % size] = row.results[result];
  }
  std::vector<DesignBlock> whole;
  for (std::uint64_t k = 0; k < count; ++k) {
    blocks[k].number = k;
    if (!blocks[k].y.empty() && std::ranges::all_of(blocks[k].y, [](double y) { return std::isfinite(y); }))
      whole.push_back(std::move(blocks[k]));
  }
  return whole;
}

double deviation_of(const std::vector<double>& values) {
  const double count = static_cast<double>(values.size()),
               mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1));
}

// What a measure comes to with these blocks, by variation; a block may be there several times.
using Picked = std::vector<const DesignBlock*>;
template <class Measure>
SensitivityMeasure measured(const Study& study, const std::vector<DesignBlock>& blocks, std::string name,
                            const Measure& measure) {
  SensitivityMeasure made{std::move(name), {}, {}, {}};
  Picked picked;
  for (const DesignBlock& block : blocks) picked.push_back(&block);
  made.values = measure(picked);
  if (blocks.size() < 2) return made;
  std::vector<std::vector<double>> drawn(made.values.size());
  for (std::uint32_t r = 0; r < resamples; ++r) {
    for (std::size_t k = 0; k < blocks.size(); ++k)
      picked[k] = &blocks[study_bits(study.seed, k, r, StudyStream::Resampling) % blocks.size()];
    const std::vector<double> values = measure(picked);
    for (std::size_t j = 0; j < values.size(); ++j) drawn[j].push_back(values[j]);
  }
  for (std::size_t j = 0; j < drawn.size(); ++j) {
    constexpr double quantile = 1.959963984540054;  // of 97.5 percent
    const double away = quantile * deviation_of(drawn[j]);
    made.low.push_back(made.values[j] - away);
    made.high.push_back(made.values[j] + away);
  }
  return made;
}

void measure_ends(const Study& study, const std::vector<DesignBlock>& blocks, Sensitivity& found) {
  const std::vector<double>& y = blocks.front().y;
  found.base = y[0];
  SensitivityMeasure low{"low", {}, {}, {}}, high{"high", {}, {}, {}};
  for (std::size_t j = 0; j < study.variations.size(); ++j) {
    low.values.push_back(y[1 + 2 * j]);
    high.values.push_back(y[2 + 2 * j]);
  }
  found.measures = {std::move(low), std::move(high)};
}

// Elementary effects of a trajectory, by variation.
std::vector<double> effects_of(const Study& study, const DesignBlock& block) {
  const std::vector<std::size_t> order = morris_order(study, block.number);
  const std::uint64_t size = block.y.size();
  std::vector<double> before = design_place(study, block.number * size), effects(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    // From the upper levels it moves down.
    const double step = before[order[k]] < 0.5 ? morris_step : -morris_step;
    effects[order[k]] = (block.y[k + 1] - block.y[k]) / step;
  }
  return effects;
}

void measure_effects(const Study& study, const std::vector<DesignBlock>& blocks, Sensitivity& found) {
  const std::size_t n = study.variations.size();
  std::vector<DesignBlock> effects;  // in place of the results
  for (const DesignBlock& block : blocks) effects.push_back({block.number, effects_of(study, block)});
  const auto each = [n](const auto& statistic) {
    return [n, statistic](const Picked& picked) {
      std::vector<double> all;
      for (std::size_t j = 0; j < n; ++j) all.push_back(statistic(picked, j));
      return all;
    };
  };
  const auto mean = [](const Picked& picked, std::size_t j) {
    double sum = 0;
    for (const DesignBlock* block : picked) sum += block->y[j];
    return sum / static_cast<double>(picked.size());
  };
  const auto magnitude = [](const Picked& picked, std::size_t j) {
    double sum = 0;
    for (const DesignBlock* block : picked) sum += std::abs(block->y[j]);
    return sum / static_cast<double>(picked.size());
  };
  const auto deviation = [](const Picked& picked, std::size_t j) {
    std::vector<double> effects_of_one;
    for (const DesignBlock* block : picked) effects_of_one.push_back(block->y[j]);
    return picked.size() < 2 ? none : deviation_of(effects_of_one);
  };
  found.measures.push_back(measured(study, effects, "mu*", each(magnitude)));
  found.measures.push_back(measured(study, effects, "mu", each(mean)));
  found.measures.push_back(measured(study, effects, "sigma", each(deviation)));
}

// The mean and the variance of y in the matrices A and B together.
std::pair<double, double> spread_of(const Picked& picked) {
  double sum = 0, squares = 0;
  const double count = 2 * static_cast<double>(picked.size());
  for (const DesignBlock* block : picked) sum += block->y[0] + block->y[1];
  const double mean = sum / count;
  for (const DesignBlock* block : picked)
    for (const double y : {block->y[0], block->y[1]}) squares += (y - mean) * (y - mean);
  return {mean, squares / count};
}

void measure_indices(const Study& study, const std::vector<DesignBlock>& blocks, Sensitivity& found) {
  const std::size_t n = study.variations.size();
  // Of y - mean, which is the same index with less variance of the estimate.
  const auto index = [n](bool total) {
    return [n, total](const Picked& picked) {
      const auto [mean, variance] = spread_of(picked);
      std::vector<double> all;
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (const DesignBlock* block : picked) {
          const double a = block->y[0] - mean, b = block->y[1] - mean, ab = block->y[2 + j] - mean;
          sum += total ? (a - ab) * (a - ab) / 2 : b * (ab - a);
        }
        all.push_back(variance > 0 ? sum / static_cast<double>(picked.size()) / variance : none);
      }
      return all;
    };
  };
  found.measures.push_back(measured(study, blocks, "S1", index(false)));
  found.measures.push_back(measured(study, blocks, "ST", index(true)));
}

// Ranks from 1; equal numbers share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return values[k]; });
  std::vector<double> all(values.size());
  for (std::size_t k = 0; k < order.size();) {
    std::size_t end = k + 1;
    while (end < order.size() && values[order[end]] == values[order[k]]) ++end;
    for (std::size_t i = k; i < end; ++i) all[order[i]] = static_cast<double>(k + 1 + end) / 2;
    k = end;
  }
  return all;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double count = static_cast<double>(a.size());
  const double ma = std::accumulate(a.begin(), a.end(), 0.0) / count,
               mb = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    ab += (a[k] - ma) * (b[k] - mb);
    aa += (a[k] - ma) * (a[k] - ma);
    bb += (b[k] - mb) * (b[k] - mb);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : none;
}

void rank_correlation(const Study& study, const std::vector<StudyRow>& rows, std::size_t result,
                      Sensitivity& found) {
  std::vector<const StudyRow*> with;
  std::vector<double> y;
  for (const StudyRow& row : rows)
    if (result < row.results.size() && std::isfinite(row.results[result]))
      with.push_back(&row), y.push_back(row.results[result]);
  found.used = with.size();
  found.left_out = run_count(study) - found.used;
  if (found.used < 3) return;
  const std::vector<double> ranked = ranks(y);
  SensitivityMeasure measure{"rank correlation", {}, {}, {}};
  for (std::size_t j = 0; j < study.variations.size(); ++j) {
    std::vector<double> values;
    for (const StudyRow* row : with) values.push_back(number_of(row->values[j]));
    const bool numbers = std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
    measure.values.push_back(numbers ? correlation(ranks(values), ranked) : none);
  }
  found.measures.push_back(std::move(measure));
}

}  // namespace

std::vector<Sensitivity> sensitivities(const Study& study, const std::vector<StudyRow>& rows) {
  std::vector<Sensitivity> all;
  for (std::size_t result = 0; result < study.results.size(); ++result) {
    Sensitivity& found = all.emplace_back();
    found.result = study.results[result].name;
    if (!is_sensitivity_design(study.sampling)) {
      rank_correlation(study, rows, result, found);
      continue;
    }
    const std::vector<DesignBlock> blocks = whole_blocks(study, rows, result);
    found.used = blocks.size();
    found.left_out = run_count(study) / design_block(study.sampling, study.variations.size()) - blocks.size();
    if (blocks.empty()) continue;
    if (study.sampling == Sampling::OneAtATime)
      measure_ends(study, blocks, found);
    else if (study.sampling == Sampling::Morris)
      measure_effects(study, blocks, found);
    else
      measure_indices(study, blocks, found);
  }
  return all;
}

}  // namespace sim
