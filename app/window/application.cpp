#include "app/window/application.h"

#include <utility>

#include "editor/plain_text.h"
#include "sim_core/base/failure_report.h"

namespace fluxion {

bool Application::notify(QObject* receiver, QEvent* event) {
  try {
    return QApplication::notify(receiver, event);
  } catch (...) {
    const QString text = QString::fromStdString(sim::to_text(sim::failure_report("do this")));
    std::fprintf(stderr, "error: %s\n", qPrintable(text));
    if (std::exchange(m_telling, true)) return false;  // one message at a time
    showWarning(activeWindow(), QStringLiteral("Fluxion"), text);
    m_telling = false;
    return false;
  }
}

}  // namespace fluxion
