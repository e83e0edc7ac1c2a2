#include "sim_core/study/correlations.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/study/samples.h"
#include "sim_core/study/study.h"

namespace sim {

namespace {

std::size_t place_of(const Study& study, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(study.variations, name, &Variation::name) -
                                  study.variations.begin());
}

// The variations that are correlated, and R by rows.
struct CorrelationMatrix {
  std::vector<std::size_t> places;
  std::vector<double> entries;
};

CorrelationMatrix correlation_matrix(const Study& study) {
  CorrelationMatrix out;
  std::set<std::size_t> places;
  for (const Correlation& each : study.correlations)
    places.insert({place_of(study, each.first), place_of(study, each.second)});
  out.places.assign(places.begin(), places.end());
  const std::size_t n = out.places.size();
  out.entries.assign(n * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) out.entries[k * n + k] = 1;
  const auto row_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::lower_bound(out.places, place_of(study, name)) -
                                    out.places.begin());
  };
  for (const Correlation& each : study.correlations) {
    const std::size_t i = row_of(each.first), j = row_of(each.second);
    out.entries[i * n + j] = out.entries[j * n + i] = each.value;
  }
  return out;
}

// Cholesky's factor in place of the lower triangle. False: the matrix is not positive definite.
bool factorize(std::vector<double>& r, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = r[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= r[i * n + k] * r[j * n + k];
      if (i != j)
        r[i * n + j] = sum / r[j * n + j];
      else if (!(sum > 1e-12))
        return false;
      else
        r[i * n + i] = std::sqrt(sum);
    }
  return true;
}

std::string pair_text(const Correlation& each) { return each.first + " ~ " + each.second; }

Diagnostics check_each(const Study& study) {
  Diagnostics problems;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const Correlation& each : study.correlations) {
    const auto wrong = [&](std::string message, std::string remedy) {
      problems.push_back(error(pair_text(each), std::move(message), std::move(remedy)));
    };
    for (const std::string& name : {each.first, each.second}) {
      const std::size_t at = place_of(study, name);
      if (at == study.variations.size())
        wrong("no variation has the name '" + name + "'", "correlate variations of the study");
      else if (!study.variations[at].values.empty())
        wrong(name + " takes the values of a list", "give it a distribution");
    }
    if (each.first == each.second) wrong("a variation goes together with itself anyway", "name two");
    if (!pairs.insert(std::minmax(each.first, each.second)).second)
      wrong("their correlation is given twice", "remove one");
    if (!(each.value > -1 && each.value < 1))
      wrong("a correlation of " + told(each.value) + " is not between -1 and 1", "change it");
  }
  return problems;
}

}  // namespace

Result<std::vector<Correlation>> read_correlations(std::string_view text) {
  std::vector<Correlation> all;
  while (!trimmed(text).empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view one = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.empty()) continue;
    const std::size_t wave = one.find('~'), equals = one.rfind('=');
    const auto value =
        equals == std::string_view::npos ? std::nullopt : parse_number(trimmed(one.substr(equals + 1)));
    if (wave == std::string_view::npos || equals < wave || !value)
      return error(std::string(one), "this is no correlation", "write mass ~ speed = 0.8");
    all.push_back({std::string(trimmed(one.substr(0, wave))),
                   std::string(trimmed(one.substr(wave + 1, equals - wave - 1))), *value});
  }
  return all;
}

std::string write_correlations(const std::vector<Correlation>& all) {
  std::vector<std::string> texts;
  for (const Correlation& each : all) texts.push_back(pair_text(each) + " = " + to_text(each.value));
  return join(texts, "; ");
}

Diagnostics check_correlations(const Study& study) {
  if (study.correlations.empty()) return {};
  using enum Sampling;
  if (study.sampling != Random && study.sampling != LatinHypercube && study.sampling != Sobol)
    return {error("correlations", "only random values can go together",
                  "set sampling to random, latin_hypercube or sobol")};
  Diagnostics problems = check_each(study);
  if (!problems.empty()) return problems;
  CorrelationMatrix matrix = correlation_matrix(study);
  if (!factorize(matrix.entries, matrix.places.size()))
    return {error("correlations", "they contradict each other: no variables have all of them at once",
                  "make some smaller")};
  return {};
}

GaussianCopula::GaussianCopula(const Study& study) {
  if (study.correlations.empty()) return;
  CorrelationMatrix matrix = correlation_matrix(study);
  factorize(matrix.entries, matrix.places.size());
  places_ = std::move(matrix.places);
  factor_ = std::move(matrix.entries);
}

void GaussianCopula::correlate(std::vector<double>& u) const {
  const std::size_t n = places_.size();
  std::vector<double> normal(n);
  for (std::size_t k = 0; k < n; ++k) normal[k] = normal_quantile(u[places_[k]]);
  for (std::size_t i = 0; i < n; ++i) {
    double z = 0;
    for (std::size_t j = 0; j <= i; ++j) z += factor_[i * n + j] * normal[j];
    u[places_[i]] = std::clamp(0.5 * std::erfc(-z / std::numbers::sqrt2), 0x1p-60, 1 - 0x1p-53);
  }
}

}  // namespace sim
