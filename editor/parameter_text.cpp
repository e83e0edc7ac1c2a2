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
