#pragma once
// Numbers that are read, not written into a field that takes expressions: as the locale says, like the axes
// of plots. Files, expressions and what is copied as a table have points always.
#include <QLocale>
#include <QString>
#include <optional>

namespace fluxion {

inline QLocale numberLocale() {
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale;
}

// With so many digits; `format` as of QString::number.
inline QString shownNumber(double value, int digits = 6, char format = 'g') {
  return numberLocale().toString(value, format, digits);
}

// What is typed into a field for a number: as it is shown, or with a point.
inline std::optional<double> typedNumber(const QString& text) {
  bool fine = false;
  double value = numberLocale().toDouble(text.trimmed(), &fine);
  if (!fine) value = QLocale::c().toDouble(text.trimmed(), &fine);
  return fine ? std::optional(value) : std::nullopt;
}

}  // namespace fluxion
