#pragma once
// The row of fields that sets a scope's trigger.
#include <QWidget>
#include <vector>

#include "editor/scopes/trigger.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace fluxion {

class TriggerBar : public QWidget {
  Q_OBJECT
 public:
  struct Source {
    QString name;
    int input = 0, element = 0;
  };

  explicit TriggerBar(QWidget* parent = nullptr);

  void setSources(const std::vector<Source>& sources);
  void setSettings(const TriggerSettings& settings);
  const TriggerSettings& settings() const { return m_settings; }

 signals:
  void changed(const TriggerSettings& settings);  // by the user
  void armed();

 private:
  QLineEdit* addNumber(const QString& name, const QString& label, const QString& tip);
  void take();
  void showWhatApplies();

  TriggerSettings m_settings;
  std::vector<Source> m_sources;
  QComboBox *m_kind, *m_source, *m_mode;
  QLineEdit *m_level, *m_hysteresis, *m_low, *m_high, *m_holdoff;
  QSpinBox* m_position;
  QPushButton* m_arm;
};

}  // namespace fluxion
