#include "editor/overlays/sample_time_colors.h"

#include <QCoreApplication>
#include <map>

namespace fluxion {

using Kind = sim::SampleTime::Kind;

static QString tr(const char* text) { return QCoreApplication::translate("SampleTimes", text); }

// D1 to D8; further ones use them again.
static QColor rateColor(int rate, bool dark) {
  static const QColor onLight[] = {{0xc6, 0x1f, 0x1f}, {0x1b, 0x84, 0x2c}, {0x1d, 0x4f, 0xd8},
                                   {0x0b, 0x7f, 0xa5}, {0xc4, 0x66, 0x00}, {0x6b, 0x3f, 0xa8},
                                   {0x5e, 0x7a, 0x00}, {0x9a, 0x45, 0x6a}};
  static const QColor onDark[] = {{0xff, 0x6b, 0x60}, {0x5f, 0xd0, 0x70}, {0x76, 0xa4, 0xff},
                                  {0x54, 0xc8, 0xe8}, {0xff, 0xa4, 0x4d}, {0xb9, 0x98, 0xf5},
                                  {0xb8, 0xd2, 0x4a}, {0xe8, 0x8d, 0xb4}};
  return (dark ? onDark : onLight)[rate % 8];
}

QColor sampleTimeColor(const DiagramFacts& facts, const sim::SampleTime& time, bool hybrid,
                       const Theme& theme) {
  if (hybrid) return theme.dark ? QColor(0xf2, 0xd2, 0x3c) : QColor(0xb3, 0x8f, 0x00);
  switch (time.kind) {
    case Kind::Constant:
      return theme.dark ? QColor(0xf0, 0x70, 0xe8) : QColor(0xb8, 0x1f, 0xb0);
    case Kind::Discrete:
      return rateColor(std::max(0, facts.rate(time)), theme.dark);
    case Kind::Triggered:
      return theme.dark ? QColor(0x3c, 0xe0, 0xd8) : QColor(0x00, 0x88, 0x88);
    case Kind::MajorStep:
      return theme.dark ? QColor(0x9a, 0xa0, 0xa8) : QColor(0x75, 0x7b, 0x84);
    default:
      return theme.blockText;
  }
}

static LegendRow row(const DiagramFacts& facts, const sim::SampleTime& time, bool hybrid,
                     const Theme& theme) {
  const QColor color = sampleTimeColor(facts, time, hybrid, theme);
  if (hybrid) return {color, tr("Hybrid"), tr("several sample times inside")};
  switch (time.kind) {
    case Kind::Constant:
      return {color, tr("Constant"), tr("computed once")};
    case Kind::Discrete: {
      const QString every = tr("every %1 s").arg(time.period, 0, 'g', 6);
      return {color, QStringLiteral("D%1").arg(facts.rate(time) + 1),
              time.offset == 0 ? every : tr("%1, from %2 s").arg(every).arg(time.offset, 0, 'g', 6)};
    }
    case Kind::Triggered:
      return {color, tr("Triggered"), tr("when its subsystem is executed")};
    case Kind::MajorStep:
      return {color, tr("Fixed in minor step"), tr("at every major step")};
    default:
      return {color, tr("Continuous"), tr("at all times")};
  }
}

std::vector<LegendRow> sampleTimeLegend(const DiagramFacts& facts, const sim::Diagram& diagram, sim::Id level,
                                        const Theme& theme) {
  std::map<std::pair<int, int>, LegendRow> rows;
  for (const auto& [id, block] : diagram.blocks) {
    const BlockFacts* known = block.parent == level ? facts.block(id) : nullptr;
    if (!known) continue;
    const sim::SampleTime& time = known->sampleTime;
    const int kind = known->hybrid                   ? 90
                     : time.kind == Kind::Continuous ? 0
                     : time.kind == Kind::MajorStep  ? 1
                     : time.kind == Kind::Discrete   ? 2
                     : time.kind == Kind::Triggered  ? 3
                     : time.kind == Kind::Constant   ? 4
                                                     : 5;
    if (kind == 5) continue;
    rows.try_emplace({kind, known->hybrid ? 0 : facts.rate(time)}, row(facts, time, known->hybrid, theme));
  }
  std::vector<LegendRow> out;
  for (auto& [key, each] : rows) out.push_back(std::move(each));
  return out;
}

}  // namespace fluxion
