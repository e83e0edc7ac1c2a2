#pragma once
// The Model Explorer's page of the configuration.
#include <QWidget>

#include "sim_core/diagram/edit.h"

class QCheckBox;

namespace fluxion {

class DiagramDocument;
class SettingTable;
class TablePage;

class SettingsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SettingsPanel(DiagramDocument& document, QWidget* parent = nullptr);

  TablePage& table() { return *m_page; }
  void update(const sim::Edit& edit);
  void rebuild();
  // Selects a setting, shown whatever the filter was.
  void showSetting(const QString& name);

 private:
  SettingTable* m_settings;
  TablePage* m_page;
  QCheckBox* m_onlyChanged;
};

}  // namespace fluxion
