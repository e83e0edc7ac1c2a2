#pragma once
// Indicators: blocks on the canvas that show the newest value of their input, as a light, a needle or words.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

enum class IndicatorKind { Lamp, Gauge, TextDisplay };

// None: no indicator.
std::optional<IndicatorKind> indicator_kind(const std::string& block_type);

// How an indicator shows a value.
struct IndicatorSpec {
  IndicatorKind kind = IndicatorKind::Lamp;
  double threshold = 0.5;  // of a lamp
  std::string color;
  double low = 0, high = 1;        // of a gauge
  std::vector<double> values;      // of a text display, each with
  std::vector<std::string> texts;  // its text; as many
  std::string problem;             // in words; empty: nothing is wrong
};

IndicatorSpec read_indicator(const Diagram& diagram, const BlockLibrary& library, Id indicator);

// Of a text display: the text of the value that is nearest; empty where there is none, or for NaN.
std::string text_for(const IndicatorSpec& spec, double value);

}  // namespace sim
