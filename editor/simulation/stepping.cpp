#include "editor/simulation/stepping.h"

#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

#include "editor/window_settings.h"

namespace fluxion {

static constexpr int mostKept = 1000, mostSteps = 1'000'000;

Stepping Stepping::remembered() {
  const WindowSettings settings;
  const auto number = [&](const char* key, int usual, int most) {
    return std::clamp(settings.value(QLatin1String(key), usual).toInt(), 1, most);
  };
  Stepping s;
  s.backEnabled = settings.value(QStringLiteral("stepping/back"), true).toBool();
  s.keptPoints = number("stepping/kept", s.keptPoints, mostKept);
  s.interval = number("stepping/interval", s.interval, mostSteps);
  s.moveBy = number("stepping/moveBy", s.moveBy, mostSteps);
  return s;
}

void Stepping::remember() const {
  WindowSettings settings;
  settings.setValue(QStringLiteral("stepping/back"), backEnabled);
  settings.setValue(QStringLiteral("stepping/kept"), keptPoints);
  settings.setValue(QStringLiteral("stepping/interval"), interval);
  settings.setValue(QStringLiteral("stepping/moveBy"), moveBy);
}

static QSpinBox* number(int value, int most, const char* name, const QString& tip) {
  auto* box = new QSpinBox;
  box->setObjectName(QString::fromLatin1(name));
  box->setRange(1, most);
  box->setValue(value);
  box->setToolTip(tip);
  return box;
}

void openSteppingDialog(QWidget* parent) {
  const Stepping now = Stepping::remembered();
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("steppingDialog"));
  dialog->setWindowTitle(QDialog::tr("Stepping Options"));
  auto* form = new QFormLayout(dialog);
  auto* move =
      number(now.moveBy, mostSteps, "moveBy", QDialog::tr("How many major steps forward or back at once"));
  auto* back = new QCheckBox(QDialog::tr("&Keep states to step back to"));
  back->setObjectName(QStringLiteral("backEnabled"));
  back->setChecked(now.backEnabled);
  back->setToolTip(
      QDialog::tr("A run keeps whole states of the model; to an instant between them it goes forward again "
                  "from the one before"));
  auto* kept = number(now.keptPoints, mostKept, "keptPoints", QDialog::tr("The oldest ones are forgotten"));
  auto* interval = number(now.interval, mostSteps, "interval",
                          QDialog::tr("Major steps from one kept state to the next: the more, the further "
                                      "back, and the longer a step back takes"));
  form->addRow(QDialog::tr("&Move by"), move);
  form->addRow(back);
  form->addRow(QDialog::tr("&Number of states"), kept);
  form->addRow(QDialog::tr("&Interval in steps"), interval);
  auto* hint = new QLabel(QDialog::tr("States are kept from the next run on."));
  hint->setEnabled(false);
  form->addRow(hint);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  const auto enable = [=](bool on) { kept->setEnabled(on), interval->setEnabled(on); };
  QObject::connect(back, &QCheckBox::toggled, dialog, enable);
  enable(now.backEnabled);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
  QObject::connect(dialog, &QDialog::accepted, dialog, [=] {
    Stepping{back->isChecked(), kept->value(), interval->value(), move->value()}.remember();
  });
  dialog->open();
}

}  // namespace fluxion
