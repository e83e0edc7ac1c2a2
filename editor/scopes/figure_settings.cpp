#include "editor/scopes/figure_settings.h"

#include <algorithm>

#include "editor/window_settings.h"

namespace fluxion {

static const QString group = QStringLiteral("figure");

FigureSettings rememberedFigure() {
  FigureSettings s;
  WindowSettings stored;
  stored.beginGroup(group);
  const auto number = [&stored](const char* key, double usual, double least, double most) {
    bool fine = false;
    const double value = stored.value(QLatin1String(key)).toDouble(&fine);
    return fine ? std::clamp(value, least, most) : usual;
  };
  s.width = number("width", s.width, 20, 500);
  s.height = number("height", s.height, 20, 500);
  s.font = number("font", s.font, 4, 36);
  s.line = number("line", s.line, 0.1, 10);
  s.dpi = static_cast<int>(number("dpi", s.dpi, 72, 1200));
  s.family = stored.value(QStringLiteral("family")).toString();
  s.legend = static_cast<LegendPlace>(number("legend", 0, 0, static_cast<double>(LegendPlace::None)));
  s.dashes = static_cast<CurveDashes>(number("dashes", 1, 0, static_cast<double>(CurveDashes::Every)));
  return s;
}

void rememberFigure(const FigureSettings& s) {
  WindowSettings stored;
  stored.beginGroup(group);
  stored.setValue(QStringLiteral("width"), s.width);
  stored.setValue(QStringLiteral("height"), s.height);
  stored.setValue(QStringLiteral("font"), s.font);
  stored.setValue(QStringLiteral("line"), s.line);
  stored.setValue(QStringLiteral("dpi"), s.dpi);
  stored.setValue(QStringLiteral("family"), s.family);
  stored.setValue(QStringLiteral("legend"), static_cast<int>(s.legend));
  stored.setValue(QStringLiteral("dashes"), static_cast<int>(s.dashes));
}

}  // namespace fluxion
