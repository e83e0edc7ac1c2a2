#pragma once
// Tick marks whose numbers never overlap: as many as have room along the axis, and no label that would touch
// the one before it.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace fluxion {

template <class Ticker>
class SparseTicker : public Ticker {
 public:
  // Numbers say how many of `unit` there are: 3600, and what the axis has in seconds stands there in hours.
  explicit SparseTicker(const QCPAxis* axis, double unit = 1) : m_axis(axis), m_unit(unit) {}

  void generate(const QCPRange& ofAxis, const QLocale& locale, QChar formatChar, int precision,
                QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels) override {
    const QCPRange range(ofAxis.lower / m_unit, ofAxis.upper / m_unit);
    const QFontMetrics metrics(m_axis->tickLabelFont());
    const bool upright = m_axis->orientation() == Qt::Vertical;
    const QRect inside = m_axis->axisRect()->rect();
    const int length = upright ? inside.height() : inside.width();
    const int each = upright ? 2 * metrics.height() : metrics.horizontalAdvance(QStringLiteral("-0.00000 "));
    this->setTickCount(std::clamp(length / std::max(1, each), 2, 6));
    m_tight = length < 4 * each;
    Ticker::generate(range, locale, formatChar, precision, ticks, subTicks, labels);
    if (labels != nullptr && length > 0) thin(ticks, *labels, metrics, upright, range, length);
    for (double& tick : ticks) tick *= m_unit;
    if (subTicks)
      for (double& tick : *subTicks) tick *= m_unit;
  }

 protected:
  // Where few numbers have room, the next larger step of 1, 2, 5: the library would say 4.5, or put in more.
  double getTickStep(const QCPRange& range) override {
    if (!m_tight) return Ticker::getTickStep(range);
    const double exact = range.size() / this->tickCount(),
                 decade = std::pow(10, std::floor(std::log10(exact)));
    for (const double mantissa : {1.0, 2.0, 5.0})
      if (exact <= mantissa * decade * (1 + 1e-9)) return mantissa * decade;
    return 10 * decade;
  }

 private:
  double position(double tick, const QCPRange& range, int length) const {
    if (m_axis->scaleType() == QCPAxis::stLogarithmic)
      return range.lower > 0 && tick > 0
                 ? length * std::log(tick / range.lower) / std::log(range.upper / range.lower)
                 : 0;
    return length * (tick - range.lower) / range.size();
  }

  void thin(const QVector<double>& ticks, QVector<QString>& labels, const QFontMetrics& metrics, bool upright,
            const QCPRange& range, int length) const {
    double free = -1e9;  // from here on there is room
    for (qsizetype k = 0; k < labels.size() && k < ticks.size(); ++k) {
      if (labels[k].isEmpty()) continue;
      const double middle = position(ticks[k], range, length);
      const double half = upright ? 0.5 * metrics.height() : 0.5 * metrics.horizontalAdvance(labels[k]) + 4;
      if (middle < -1 || middle > length + 1) continue;  // not drawn
      if (middle - half < free)
        labels[k].clear();
      else
        free = middle + half;
    }
  }

  const QCPAxis* m_axis;
  double m_unit;
  bool m_tight = false;
};

}  // namespace fluxion
