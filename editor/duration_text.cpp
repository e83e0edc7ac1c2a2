#include "editor/duration_text.h"

#include <QCoreApplication>

#include "editor/shown_number.h"

namespace fluxion {

static QString trDuration(const char* text) { return QCoreApplication::translate("Duration", text); }

QString durationText(double seconds) {
  if (seconds < 1) return trDuration("%1 ms").arg(shownNumber(1000 * seconds, 3));
  if (seconds < 100) return trDuration("%1 s").arg(shownNumber(seconds, 3));
  const auto whole = static_cast<qint64>(seconds);
  if (seconds < 3600) return trDuration("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  if (seconds >= 3.6e6) return trDuration("more than 1000 h");
  return trDuration("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}  // namespace fluxion
