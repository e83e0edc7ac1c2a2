#include "editor/duration_text.h"

#include <QCoreApplication>

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("Duration", text); }

QString durationText(double seconds) {
  if (seconds < 1) return tr("%1 ms").arg(1000 * seconds, 0, 'g', 3);
  if (seconds < 100) return tr("%1 s").arg(seconds, 0, 'g', 3);
  const auto whole = static_cast<qint64>(seconds);
  if (seconds < 3600) return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  return tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}  // namespace fluxion
