#pragma once
// The button "Presets" of the Configuration dialog: the standard ones and the user's own, each with what it
// is for; saves the fields as they stand as a preset, deletes the user's.
#include <QPushButton>
#include <functional>

#include "editor/dialogs/configuration_comparison.h"

class QMenu;

namespace fluxion {

class PresetMenu : public QPushButton {
  Q_OBJECT
 public:
  // `settings`: as the dialog's fields stand.
  explicit PresetMenu(std::function<Settings()> settings, QWidget* parent = nullptr);

  // Presets as configurations to compare with.
  std::vector<OtherConfiguration> presets() const;
  bool save(const QString& name, const QString& purpose);

 signals:
  // To be looked at before it is applied: a row of presets(), or -1 for something else to compare with.
  void comparisonRequested(int preset);
  void said(const QString& message);

 private:
  void fill();
  void askAndSave();

  std::function<Settings()> m_settings;
  QMenu* m_menu;
};

}  // namespace fluxion
