#include "editor/window/memory_limit.h"

#include <QInputDialog>

#include "editor/window_settings.h"
#include "sim_core/base/memory_budget.h"

namespace fluxion {

static const QString memoryLimitKey = QStringLiteral("memoryLimit");  // in GB
static constexpr double gigabyte = 1e9;

static void apply(double gigabytes) {
  const double bytes = gigabytes * gigabyte;
  if (bytes >= sim::least_memory_limit && bytes <= sim::most_memory_limit)
    sim::set_memory_limit(static_cast<std::size_t>(bytes));
}

void applyMemoryLimit() {
  const WindowSettings settings;
  if (settings.contains(memoryLimitKey)) apply(settings.value(memoryLimitKey).toDouble());
}

void askForMemoryLimit(QWidget* parent) {
  QInputDialog dialog(parent);
  dialog.setObjectName(QStringLiteral("memoryLimitDialog"));
  dialog.setWindowTitle(QInputDialog::tr("Memory Limit"));
  dialog.setLabelText(
      QInputDialog::tr("Memory that opening, compiling or running a model may take, in GB.\nWhat a run "
                       "records beyond it is kept on "
                       "the disk."));
  dialog.setInputMode(QInputDialog::DoubleInput);
  dialog.setDoubleRange(0.1, sim::most_memory_limit / gigabyte);
  dialog.setDoubleDecimals(1);
  dialog.setDoubleStep(0.5);
  dialog.setDoubleValue(static_cast<double>(sim::memory_limit()) / gigabyte);
  if (dialog.exec() != QDialog::Accepted) return;
  apply(dialog.doubleValue());
  WindowSettings().setValue(memoryLimitKey, dialog.doubleValue());
}

}  // namespace fluxion
