#include "editor/scopes/min_max_pyramid.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

void MinMaxPyramid::merge(Bucket& into, const Bucket& part) {
  if (part.range.low < into.range.low) {
    into.range.low = part.range.low;
    into.lowRow = part.lowRow;
  }
  if (part.range.high > into.range.high) {
    into.range.high = part.range.high;
    into.highRow = part.highRow;
  }
}

void MinMaxPyramid::append(std::span<const double> values) {
  if (values.empty()) return;
  if (m_levels.empty()) m_levels.emplace_back();
  const std::size_t first = m_size;
  auto& finest = m_levels.front();
  for (double v : values) {
    const std::size_t row = m_size++;
    if (row / base == finest.size()) finest.push_back({{}, row, row});
    if (std::isfinite(v)) merge(finest.back(), {{v, v}, row, row});
  }
  rebuildAbove(first);
}

// Each coarser bucket that holds rows from `firstRow` on, from its parts.
void MinMaxPyramid::rebuildAbove(std::size_t firstRow) {
  std::size_t width = base;
  for (std::size_t level = 0; m_levels[level].size() > 1; ++level) {
    if (level + 1 == m_levels.size()) m_levels.emplace_back();
    const auto& parts = m_levels[level];
    auto& whole = m_levels[level + 1];
    width *= factor;
    const std::size_t start = std::min(whole.size(), firstRow / width);
    whole.resize(start);
    for (std::size_t k = start * factor; k < parts.size(); ++k) {
      if (k % factor == 0) whole.push_back(parts[k]);
      merge(whole.back(), parts[k]);
    }
  }
}

void MinMaxPyramid::collect(std::size_t level, std::size_t k, std::size_t first, std::size_t last,
                            std::vector<std::size_t>& out) const {
  const auto add = [&out](std::size_t row) {
    if (out.empty() || out.back() < row) out.push_back(row);
  };
  std::size_t width = base;
  for (std::size_t l = 0; l < level; ++l) width *= factor;
  const std::size_t begin = k * width, end = std::min(begin + width, m_size);
  if (begin >= first && end <= last) {
    const Bucket& bucket = m_levels[level][k];
    add(std::min(bucket.lowRow, bucket.highRow));
    add(std::max(bucket.lowRow, bucket.highRow));
  } else if (level == 0) {
    for (std::size_t row = std::max(begin, first); row < std::min(end, last); ++row) add(row);
  } else {
    for (std::size_t j = k * factor; j < std::min((k + 1) * factor, m_levels[level - 1].size()); ++j)
      collect(level - 1, j, first, last, out);
  }
}

std::vector<std::size_t> MinMaxPyramid::rows(std::size_t first, std::size_t last, std::size_t limit) const {
  std::vector<std::size_t> out;
  last = std::min(last, m_size);
  if (first >= last) return out;
  limit = std::max<std::size_t>(limit, 8);
  if (last - first <= limit) {
    for (std::size_t row = first; row < last; ++row) out.push_back(row);
    return out;
  }
  // As many neighbors of the finest level that may do as together leave at most `limit` rows.
  std::size_t width = base, level = 0;
  const auto drawn = [&](std::size_t rowsAtOnce) { return 2 * ((last - first) / rowsAtOnce + 2); };
  while (level + 1 < m_levels.size() && drawn(width * factor) > limit) {
    width *= factor;
    ++level;
  }
  std::size_t together = 1;
  while (together < factor && drawn(width * together) > limit) ++together;
  out.push_back(first);
  for (std::size_t k = first / width; k * width < last; k += together) {
    const std::size_t end = std::min(k + together, m_levels[level].size());
    if (k * width < first || end * width > last) {
      for (std::size_t j = k; j < end && j * width < last; ++j) collect(level, j, first, last, out);
      continue;
    }
    Bucket bucket = m_levels[level][k];
    for (std::size_t j = k + 1; j < end; ++j) merge(bucket, m_levels[level][j]);
    for (std::size_t row : {std::min(bucket.lowRow, bucket.highRow), std::max(bucket.lowRow, bucket.highRow)})
      if (out.back() < row) out.push_back(row);
  }
  if (out.back() < last - 1) out.push_back(last - 1);
  return out;
}

}  // namespace fluxion
