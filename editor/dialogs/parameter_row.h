#pragma once
// One parameter in a block's dialog: an editor that suits its kind, and below it the value the text has now,
// or what is wrong with it.
#include <QWidget>

#include "sim_core/block/parameters.h"
#include "sim_core/interfaces/block_interface.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace fluxion {

class NameCompleter;
class ScriptEditor;

class ParameterRow : public QWidget {
  Q_OBJECT
 public:
  ParameterRow(const sim::ParameterSpec& spec, const QString& text, QWidget* parent);

  const sim::ParameterSpec& spec() const { return m_spec; }
  QString text() const;
  void setText(const QString& text);
  // Shows the value or the message; true if the text is a value.
  bool check(const sim::expr::Scope& variables);
  void showError(const QString& message);

 signals:
  void edited();
  void defineRequested(const QString& variable);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitNote();
  void offerToDefine(const std::vector<std::string>& unknown);
  void editAsTable();
  bool checkScript();

  const sim::ParameterSpec& m_spec;
  QLineEdit* m_line = nullptr;
  ScriptEditor* m_script = nullptr;
  QComboBox* m_combo = nullptr;
  QCheckBox* m_flag = nullptr;
  QLabel* m_note;
  NameCompleter* m_completer = nullptr;
  QToolButton* m_table = nullptr;
  QToolButton* m_define;  // beside the message that a name is not known
  QString m_unknown;
  sim::ParameterValue m_value;  // when it was last one
};

// Every digit: text that is worth the same.
QString exactText(const sim::ParameterValue& value);
// "0.5", "[1 2; 3 4]", or the shape of something large.
QString valueText(const sim::ParameterValue& value);

}  // namespace fluxion
