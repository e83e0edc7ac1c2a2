#pragma once
// The conventional colors of sample times: continuous black, D1 red, D2 green, ..., constant magenta,
// triggered cyan, hybrid yellow; each in a shade that can be told from light and from dark ground.
#include <QString>
#include <vector>

#include "editor/overlays/diagram_facts.h"
#include "editor/theme.h"

namespace fluxion {

QColor sampleTimeColor(const DiagramFacts& facts, const sim::SampleTime& time, bool hybrid,
                       const Theme& theme);

struct LegendRow {
  QColor color;
  QString name, meaning;  // "D1", "every 0.1 s"
};
// Only what occurs on this level.
std::vector<LegendRow> sampleTimeLegend(const DiagramFacts& facts, const sim::Diagram& diagram, sim::Id level,
                                        const Theme& theme);

}  // namespace fluxion
