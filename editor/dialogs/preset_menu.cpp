#include "editor/dialogs/preset_menu.h"

#include <QInputDialog>
#include <QMenu>

#include "editor/dialogs/user_presets.h"
#include "editor/line_icon.h"

namespace fluxion {

PresetMenu::PresetMenu(std::function<Settings()> settings, QWidget* parent)
    : QPushButton(tr("&Presets"), parent), m_settings(std::move(settings)), m_menu(new QMenu(this)) {
  setObjectName(QStringLiteral("presets"));
  setIcon(lineIcon(QStringLiteral("preset")));
  setToolTip(tr("Settings for a purpose, your own ones, and other configurations to compare with"));
  setAutoDefault(false);
  setMenu(m_menu);
  connect(m_menu, &QMenu::aboutToShow, this, &PresetMenu::fill);
  fill();
}

std::vector<OtherConfiguration> PresetMenu::presets() const {
  const Settings now = m_settings();
  std::vector<OtherConfiguration> all;
  const auto add = [&](const sim::SettingPreset& preset) {
    all.push_back({QString::fromStdString(preset.name), QString::fromStdString(preset.purpose),
                   sim::with_preset(now, preset), true});
  };
  for (const sim::SettingPreset& preset : sim::standard_presets()) add(preset);
  for (const sim::SettingPreset& preset : userPresets()) add(preset);
  return all;
}

static QString menuText(const QString& name, const QString& purpose) {
  QString text = name;
  text.replace(u'&', QStringLiteral("&&"));
  return purpose.isEmpty() ? text : QStringLiteral("%1 — %2").arg(text, purpose);
}

void PresetMenu::fill() {
  m_menu->clear();
  const int standard = static_cast<int>(sim::standard_presets().size());
  const std::vector<OtherConfiguration> all = presets();
  for (int k = 0; k < static_cast<int>(all.size()); ++k) {
    if (k == standard) m_menu->addSeparator();
    const OtherConfiguration& preset = all[static_cast<std::size_t>(k)];
    m_menu->addAction(menuText(preset.name, preset.purpose), this,
                      [this, k] { emit comparisonRequested(k); });
  }
  m_menu->addSeparator();
  m_menu->addAction(tr("&Save as Preset…"), this, &PresetMenu::askAndSave);
  QMenu* remove = m_menu->addMenu(tr("&Delete Preset"));
  for (int k = standard; k < static_cast<int>(all.size()); ++k) {
    const QString name = all[static_cast<std::size_t>(k)].name;
    remove->addAction(menuText(name, {}), this, [this, name] {
      emit said(deleteUserPreset(name)
                    ? tr("The preset %1 is deleted.").arg(name)
                    : tr("The presets could not be written to %1.").arg(userPresetsFile()));
    });
  }
  remove->setEnabled(!remove->isEmpty());
  m_menu->addSeparator();
  m_menu->addAction(tr("&Compare With…"), this, [this] { emit comparisonRequested(-1); });
}

bool PresetMenu::save(const QString& name, const QString& purpose) {
  sim::SettingPreset preset{name.toStdString(), purpose.toStdString(), {}};
  const Settings now = m_settings();
  for (const sim::SettingSpec& spec : sim::all_settings()) {
    if (!sim::is_preset_setting(spec)) continue;
    const auto given = now.find(std::string(spec.name));
    if (given != now.end()) preset.settings.insert(*given);
  }
  const bool done = saveUserPreset(preset);
  emit said(done ? tr("The preset %1 is saved.").arg(name)
                 : tr("The presets could not be written to %1.").arg(userPresetsFile()));
  return done;
}

void PresetMenu::askAndSave() {
  bool given = false;
  const QString name = QInputDialog::getText(this, tr("Save as Preset"), tr("Name of the preset:"),
                                             QLineEdit::Normal, {}, &given)
                           .trimmed();
  if (given && !name.isEmpty()) save(name, tr("your own"));
}

}  // namespace fluxion
