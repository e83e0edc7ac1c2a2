#include "editor/scopes/scope_settings.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "editor/scopes/axis_titles_text.h"

namespace fluxion {

namespace {

template <class Enum, std::size_t n>
using Names = std::array<std::pair<const char*, Enum>, n>;

constexpr Names<ScopeSettings::Scaling, 4> scalings{{{"always", ScopeSettings::Scaling::Always},
                                                     {"grow only", ScopeSettings::Scaling::GrowOnly},
                                                     {"at the end", ScopeSettings::Scaling::AtEnd},
                                                     {"manual", ScopeSettings::Scaling::Manual}}};
constexpr Names<CurveStyle::Line, 3> lines{{{"line", CurveStyle::Line::Straight},
                                            {"stairs", CurveStyle::Line::Stairs},
                                            {"points", CurveStyle::Line::None}}};
constexpr Names<Qt::PenStyle, 4> dashes{
    {{"solid", Qt::SolidLine}, {"dash", Qt::DashLine}, {"dot", Qt::DotLine}, {"dashdot", Qt::DashDotLine}}};
constexpr Names<CurveStyle::Marker, 7> markers{{{"none", CurveStyle::Marker::None},
                                                {"disc", CurveStyle::Marker::Dot},
                                                {"circle", CurveStyle::Marker::Circle},
                                                {"square", CurveStyle::Marker::Square},
                                                {"diamond", CurveStyle::Marker::Diamond},
                                                {"triangle", CurveStyle::Marker::Triangle},
                                                {"cross", CurveStyle::Marker::Cross}}};
constexpr Names<TriggerSettings::Kind, 5> kinds{{{"rising", TriggerSettings::Kind::Rising},
                                                 {"falling", TriggerSettings::Kind::Falling},
                                                 {"either", TriggerSettings::Kind::Either},
                                                 {"enters", TriggerSettings::Kind::Enters},
                                                 {"leaves", TriggerSettings::Kind::Leaves}}};
constexpr Names<TriggerSettings::Mode, 3> modes{{{"auto", TriggerSettings::Mode::Auto},
                                                 {"normal", TriggerSettings::Mode::Normal},
                                                 {"single", TriggerSettings::Mode::Single}}};

template <class Enum, std::size_t n>
const char* nameOf(const Names<Enum, n>& names, Enum value) {
  for (const auto& [name, v] : names)
    if (v == value) return name;
  return names.front().first;
}

template <class Enum, std::size_t n>
bool read(const Names<Enum, n>& names, const QString& text, Enum& into) {
  for (const auto& [name, v] : names)
    if (text == QLatin1String(name)) return into = v, true;
  return false;
}

QString number(double v) { return QString::number(v, 'g', QLocale::FloatingPointShortest); }

// "name=value"; empty if the word is not of this name.
QString valueOf(const QString& word, const char* name) {
  const QString start = QLatin1String(name) + u'=';
  return word.startsWith(start) ? word.mid(start.size()) : QString();
}

void readNumber(const QString& text, double& into) {
  bool fine = false;
  const double value = text.toDouble(&fine);
  if (fine && std::isfinite(value)) into = value;
}

// Ports and elements are counted from 1 where people read them.
QString keyText(CurveKey key) { return QStringLiteral("%1.%2").arg(key.first + 1).arg(key.second + 1); }

std::optional<CurveKey> readKey(const QString& text) {
  const QStringList parts = text.split(u'.');
  if (parts.size() != 2) return std::nullopt;
  const int input = parts[0].toInt(), element = parts[1].toInt();
  if (input < 1 || element < 1) return std::nullopt;
  return CurveKey{input - 1, element - 1};
}

QString styleText(const CurveStyle& style) {
  QStringList words{QLatin1String(nameOf(lines, style.line))};
  if (style.dash != Qt::SolidLine) words << QLatin1String(nameOf(dashes, style.dash));
  if (style.marker != CurveStyle::Marker::None)
    words << QStringLiteral("marker=") + QLatin1String(nameOf(markers, style.marker));
  words << QStringLiteral("width=") + number(style.width);
  if (style.color.isValid()) words << QStringLiteral("color=") + style.color.name();
  return words.join(u' ');
}

bool readStyleWord(const QString& word, CurveStyle& style) {
  if (read(lines, word, style.line) || read(dashes, word, style.dash)) return true;
  if (const QString v = valueOf(word, "marker"); !v.isEmpty()) return read(markers, v, style.marker);
  if (const QString v = valueOf(word, "color"); !v.isEmpty()) return style.color = QColor(v), true;
  if (const QString v = valueOf(word, "width"); !v.isEmpty()) {
    readNumber(v, style.width);
    style.width = std::clamp(style.width, 0.5, 10.0);
    return true;
  }
  return false;
}

QString curveText(CurveKey key, const CurveSettings& curve) {
  QStringList words{keyText(key)};
  if (curve.plot >= 0) words << QStringLiteral("plot=%1").arg(curve.plot + 1);
  if (curve.side == PlotCanvas::Side::Right) words << QStringLiteral("right");
  if (curve.hidden) words << QStringLiteral("hidden");
  if (curve.removed) words << QStringLiteral("removed");
  if (curve.style) words << styleText(*curve.style);
  return words.join(u' ');
}

void readCurve(const QString& text, std::map<CurveKey, CurveSettings>& curves) {
  const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
  const auto key = words.isEmpty() ? std::nullopt : readKey(words.front());
  if (!key) return;
  CurveSettings curve;
  for (const QString& word : words.mid(1)) {
    CurveStyle style = curve.style.value_or(CurveStyle{});
    if (word == QLatin1String("right"))
      curve.side = PlotCanvas::Side::Right;
    else if (word == QLatin1String("hidden"))
      curve.hidden = true;
    else if (word == QLatin1String("removed"))
      curve.removed = true;
    else if (const int plot = valueOf(word, "plot").toInt(); plot > 0 && plot <= 64)
      curve.plot = plot - 1;
    else if (readStyleWord(word, style))
      curve.style = style;
  }
  if (curve != CurveSettings{}) curves[*key] = curve;
}

QString triggerText(const TriggerSettings& t) {
  if (t == TriggerSettings{}) return {};
  QStringList words;
  if (t.kind == TriggerSettings::Kind::Off)
    words << QStringLiteral("off");
  else
    words << QLatin1String(nameOf(kinds, t.kind));
  words << keyText({t.input, t.element}) << QLatin1String(nameOf(modes, t.mode));
  const TriggerSettings plain;
  const auto add = [&](const char* name, double value, double standard) {
    if (value != standard) words << QLatin1String(name) + u'=' + number(value);
  };
  add("level", t.level, plain.level);
  add("hysteresis", t.hysteresis, plain.hysteresis);
  add("low", t.low, plain.low);
  add("high", t.high, plain.high);
  add("holdoff", t.holdoff, plain.holdoff);
  add("position", t.position, plain.position);
  return words.join(u' ');
}

TriggerSettings readTrigger(const QString& text) {
  TriggerSettings t;
  for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
    if (read(kinds, word, t.kind) || read(modes, word, t.mode)) continue;
    if (const auto key = readKey(word)) {
      t.input = key->first;
      t.element = key->second;
      continue;
    }
    for (auto [name, value] : {std::pair{"level", &t.level},
                               {"hysteresis", &t.hysteresis},
                               {"low", &t.low},
                               {"high", &t.high},
                               {"holdoff", &t.holdoff},
                               {"position", &t.position}})
      if (const QString v = valueOf(word, name); !v.isEmpty()) readNumber(v, *value);
  }
  t.hysteresis = std::max(0.0, t.hysteresis);
  t.holdoff = std::max(0.0, t.holdoff);
  t.position = std::clamp(t.position, 0.0, 1.0);
  return t;
}

// "t 1 3": the time axis, and the vertical axes of plots 1 and 3; "magnitude": all of them, of magnitudes.
QString logText(const ScopeSettings& s) {
  QStringList words;
  if (s.logarithmicTime) words << QStringLiteral("t");
  if (s.magnitude) words << QStringLiteral("magnitude");
  for (int plot : s.logarithmic) words << QString::number(plot + 1);
  return words.join(u' ');
}

void readLog(const QString& text, ScopeSettings& s) {
  for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
    if (word == QLatin1String("t")) s.logarithmicTime = true;
    if (word == QLatin1String("magnitude")) s.magnitude = true;
    if (const int plot = word.toInt(); plot > 0 && plot <= 64) s.logarithmic.insert(plot - 1);
  }
}

}  // namespace

ScopeParameters toParameters(const ScopeSettings& s, bool phase) {
  ScopeParameters out;
  const auto put = [&](const char* name, const QString& text) {
    if (!text.isEmpty()) out[name] = text.toStdString();
  };
  QStringList curves;
  for (const auto& [key, curve] : s.curves)
    if (curve != CurveSettings{}) curves << curveText(key, curve);
  put("curves", curves.join(QStringLiteral("; ")));
  if (s.scaling != ScopeSettings::Scaling::Always)
    put("axes_scaling", QLatin1String(nameOf(scalings, s.scaling)));
  put("axis_titles", toText(s.titles));
  if (phase) {
    if (!s.direction) put("direction", QStringLiteral("off"));
    if (!s.ends) put("ends", QStringLiteral("off"));
    if (s.equalScales) put("equal_scales", QStringLiteral("on"));
    return out;
  }
  if (s.rows > 0 && s.columns > 0) put("layout", QStringLiteral("%1x%2").arg(s.rows).arg(s.columns));
  if (s.timeSpan > 0) put("time_span", number(s.timeSpan));
  if (s.overrun == ScopeSettings::Overrun::Wrap) put("overrun", QStringLiteral("wrap"));
  put("log_axes", logText(s));
  put("trigger", triggerText(s.trigger));
  return out;
}

ScopeSettings toSettings(const ScopeParameters& parameters) {
  constexpr int most = 8;
  ScopeSettings s;
  const auto text = [&](const char* name) {
    const auto it = parameters.find(name);
    return it == parameters.end() ? QString() : QString::fromStdString(it->second).trimmed();
  };
  const QStringList layout = text("layout").split(u'x');
  if (layout.size() == 2 && layout[0].toInt() > 0 && layout[1].toInt() > 0) {
    s.rows = std::min(layout[0].toInt(), most);
    s.columns = std::min(layout[1].toInt(), most);
  }
  for (const QString& curve : text("curves").split(u';')) readCurve(curve, s.curves);
  s.titles = readAxisTitles(text("axis_titles"));
  readNumber(text("time_span"), s.timeSpan);
  s.timeSpan = std::max(0.0, s.timeSpan);
  if (text("overrun") == QLatin1String("wrap")) s.overrun = ScopeSettings::Overrun::Wrap;
  read(scalings, text("axes_scaling"), s.scaling);
  readLog(text("log_axes"), s);
  s.trigger = readTrigger(text("trigger"));
  s.direction = text("direction") != QLatin1String("off");
  s.ends = text("ends") != QLatin1String("off");
  s.equalScales = text("equal_scales") == QLatin1String("on");
  return s;
}

const std::set<std::string>& scopeParameterNames(bool phase) {
  static const std::set<std::string> plane{"curves",    "axis_titles", "axes_scaling",
                                           "direction", "ends",        "equal_scales"},
      time{"curves", "axis_titles", "axes_scaling", "layout", "time_span", "overrun", "log_axes", "trigger"};
  return phase ? plane : time;
}

}  // namespace fluxion
