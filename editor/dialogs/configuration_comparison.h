#pragma once
// Two configurations side by side: the settings that differ, with both values, each to be taken over or not.
// The other one is a preset, that of a run, or of another model.
#include <QDialog>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "sim_core/diagram/setting_presets.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace fluxion {

using Settings = std::map<std::string, std::string>;  // by name; what is not there is the default

struct OtherConfiguration {
  QString name, purpose;
  Settings settings;
  bool takeAll = false;  // all that differs is to be taken over unless it is unchecked
  // Where they have to be read first: the settings, when somebody looks at them; none: they cannot be read.
  std::function<std::optional<Settings>()> load = {};
};

class ConfigurationComparison : public QDialog {
  Q_OBJECT
 public:
  ConfigurationComparison(const Settings& ours, std::vector<OtherConfiguration> others, int shown,
                          QWidget* parent = nullptr);

  void show(int other);
  // Adds the configuration of a model file and shows it; false, with a message beside, if it cannot be read.
  bool addModel(const QString& path);
  // By setting: the text to take over, as a field of the Configuration dialog has it (empty: the default).
  QMap<QString, QString> taken() const;
  QTableWidget& table() { return *m_table; }
  QString note() const;

 private:
  void chooseModel();
  void updateButton();

  Settings m_ours;
  std::vector<OtherConfiguration> m_others;
  std::vector<sim::SettingDifference> m_differences;
  QComboBox* m_choice;
  QLabel* m_note;
  QTableWidget* m_table;
  QPushButton* m_take;
};

}  // namespace fluxion
