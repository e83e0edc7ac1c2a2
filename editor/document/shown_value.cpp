#include "editor/document/shown_value.h"

#include "editor/shown_number.h"

namespace fluxion {

QString shownValue(const sim::expr::Value& value) {
  constexpr int most = 24;  // elements
  if (value.size() > most || value.numbers() > most)
    return QString::fromStdString(sim::expr::describe(value));
  QString text = QString::fromStdString(sim::expr::to_text(value));
  const QString point = numberLocale().decimalPoint();
  if (!value.is_numeric() || point == u".") return text;
  for (qsizetype k = 1; k + 1 < text.size(); ++k)
    if (text[k] == u'.' && text[k - 1].isDigit() && text[k + 1].isDigit()) text.replace(k, 1, point);
  return text;
}

}  // namespace fluxion
