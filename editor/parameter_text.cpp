#include "editor/parameter_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "sim_core/base/text.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("ParameterText", text); }

QString rangeText(const sim::ParameterSpec& spec) {
  const auto number = [](double v) { return QString::fromStdString(sim::to_text(v)); };
  constexpr double beyond = 1e12;  // a limit that only keeps arithmetic in bounds
  const bool low = spec.minimum > -beyond, high = spec.maximum < beyond;
  if (low && high) return tr("%1 to %2").arg(number(spec.minimum), number(spec.maximum));
  if (low && spec.minimum > 0 && spec.minimum <= 1e-6) return tr("above 0");
  if (low) return tr("at least %1").arg(number(spec.minimum));
  if (high) return tr("at most %1").arg(number(spec.maximum));
  return {};
}

namespace {

struct ChoiceWords {
  const char *name, *value, *words;  // without a name: of all that have the value
};

constexpr ChoiceWords choiceWords[] = {
    {"", "UseLocalSettings", QT_TRANSLATE_NOOP("ParameterText", "Use local settings")},
    {"", "EnableAll", QT_TRANSLATE_NOOP("ParameterText", "Enable all")},
    {"", "DisableAll", QT_TRANSLATE_NOOP("ParameterText", "Disable all")},
    {"", "TrustRegion", QT_TRANSLATE_NOOP("ParameterText", "Trust region")},
    {"", "LineSearch", QT_TRANSLATE_NOOP("ParameterText", "Line search")},
    {"", "RefineOutputTimes", QT_TRANSLATE_NOOP("ParameterText", "Steps, refined")},
    {"", "AdditionalOutputTimes", QT_TRANSLATE_NOOP("ParameterText", "Steps and output times")},
    {"", "SpecifiedOutputTimes", QT_TRANSLATE_NOOP("ParameterText", "Output times only")},
    {"", "ToDisk", QT_TRANSLATE_NOOP("ParameterText", "To a file on the disk")},
    {"", "ThinOldest", QT_TRANSLATE_NOOP("ParameterText", "Thin the oldest rows")},
    {"Backend", "auto", QT_TRANSLATE_NOOP("ParameterText", "Auto")},
    {"Backend", "interpreter", QT_TRANSLATE_NOOP("ParameterText", "Interpreter")},
    {"Backend", "native", QT_TRANSLATE_NOOP("ParameterText", "Machine code (native)")},
    {"BdfFormula", "NDF", QT_TRANSLATE_NOOP("ParameterText", "Numerical differentiation (NDF)")},
    {"BdfFormula", "BDF", QT_TRANSLATE_NOOP("ParameterText", "Backward differentiation (BDF)")},
    {"", "isInf", QT_TRANSLATE_NOOP("ParameterText", "is infinite")},
    {"", "isNaN", QT_TRANSLATE_NOOP("ParameterText", "is not a number")},
    {"", "isFinite", QT_TRANSLATE_NOOP("ParameterText", "is finite")},
    {"Function", "sqrt", QT_TRANSLATE_NOOP("ParameterText", "Square root")},
    {"Function", "signedSqrt", QT_TRANSLATE_NOOP("ParameterText", "Signed square root")},
    {"Function", "rSqrt", QT_TRANSLATE_NOOP("ParameterText", "Reciprocal square root")},
    {"Function", "floor", QT_TRANSLATE_NOOP("ParameterText", "Down (floor)")},
    {"Function", "ceil", QT_TRANSLATE_NOOP("ParameterText", "Up (ceil)")},
    {"Function", "round", QT_TRANSLATE_NOOP("ParameterText", "To the nearest (round)")},
    {"Function", "fix", QT_TRANSLATE_NOOP("ParameterText", "Towards zero (fix)")},
    {"Format", "short_e", QT_TRANSLATE_NOOP("ParameterText", "short, with exponent")},
    {"Format", "long_e", QT_TRANSLATE_NOOP("ParameterText", "long, with exponent")},
    {"Format", "hex", QT_TRANSLATE_NOOP("ParameterText", "hexadecimal")},
    {"Operator", "Ts Only", QT_TRANSLATE_NOOP("ParameterText", "Sample time only")},
    {"Operator", "1/Ts Only", QT_TRANSLATE_NOOP("ParameterText", "1 / sample time only")},
    {"InterpMethod", "Interpolation-Extrapolation",
     QT_TRANSLATE_NOOP("ParameterText", "Interpolation and extrapolation")},
    {"InterpMethod", "Interpolation-Use End Values",
     QT_TRANSLATE_NOOP("ParameterText", "Interpolation, end values beyond")},
    {"InterpMethod", "Use Input Nearest", QT_TRANSLATE_NOOP("ParameterText", "Nearest breakpoint")},
    {"InterpMethod", "Use Input Below", QT_TRANSLATE_NOOP("ParameterText", "Breakpoint below")},
    {"InterpMethod", "Use Input Above", QT_TRANSLATE_NOOP("ParameterText", "Breakpoint above")},
    {"Units", "rad/sec", "rad/s"},
    {"", "Customize", QT_TRANSLATE_NOOP("ParameterText", "Custom")},
    {"InitialConditionSource", "internal", QT_TRANSLATE_NOOP("ParameterText", "parameter")},
    {"InitialConditionSource", "external", QT_TRANSLATE_NOOP("ParameterText", "input port")},
    {"IterationSource", "internal", QT_TRANSLATE_NOOP("ParameterText", "parameter")},
    {"IterationSource", "external", QT_TRANSLATE_NOOP("ParameterText", "input port")},
    {"ICSourceX", "internal", QT_TRANSLATE_NOOP("ParameterText", "parameter")},
    {"ICSourceX", "external", QT_TRANSLATE_NOOP("ParameterText", "input port")},
    {"ICSourceDXDT", "internal", QT_TRANSLATE_NOOP("ParameterText", "parameter")},
    {"ICSourceDXDT", "external", QT_TRANSLATE_NOOP("ParameterText", "input port")},
};

}  // namespace

QString choiceText(std::string_view name, std::string_view value) {
  for (const ChoiceWords& row : choiceWords)
    if (value == row.value && (*row.name == 0 || name == row.name)) return tr(row.words);
  return toQString(value);
}

QString parameterTip(const sim::ParameterSpec& spec) {
  const auto html = [](const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); };
  QStringList lines;
  if (!spec.doc.empty()) lines += html(spec.doc);
  QStringList facts;
  if (!spec.unit.empty()) facts += tr("Unit: %1").arg(html(spec.unit));
  if (const QString range = rangeText(spec); !range.isEmpty()) facts += tr("Range: %1").arg(range);
  if (!spec.default_text.empty()) facts += tr("Default: %1").arg(html(spec.default_text));
  facts += spec.tunable || spec.looks ? tr("May be changed while a simulation runs")
                                      : tr("Fixed while a simulation runs");
  lines += facts.join(QStringLiteral("<br>"));
  lines += QStringLiteral("<code>%1</code>").arg(html(spec.name));
  return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>")));
}

}  // namespace fluxion
