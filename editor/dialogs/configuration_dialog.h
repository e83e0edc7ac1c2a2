#pragma once
// The simulation settings of a model (Ctrl+E): the pages and fields of all_settings(), each with what its
// expression is worth or what is wrong with it, and the model's variables. OK and Apply make one undo step;
// an error keeps the dialog open.
#include <QDialog>
#include <QMap>
#include <functional>

#include "editor/dialogs/configuration_comparison.h"
#include "editor/document/diagram_document.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/workspace.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolButton;

namespace sim {
struct Method;
struct RunStatistics;
}  // namespace sim

namespace fluxion {

class CompiledModels;
class ConservedList;
class IdleSettings;
class InputsPage;
class JacobianView;
class LoggedSignalsPage;
class PresetMenu;
class VariablesPage;

class ConfigurationDialog : public QDialog {
  Q_OBJECT
 public:
  // What its pages compile, others may ask for too: `models` are those of the document; null: its own.
  explicit ConfigurationDialog(DiagramDocument& document, QWidget* parent = nullptr,
                               std::shared_ptr<CompiledModels> models = nullptr);

  // The text a field holds, empty for the default; its editor is named after the setting.
  QString text(const QString& setting) const;
  void setText(const QString& setting, const QString& text);
  // What is wrong with the field, in words; empty if nothing is.
  QString problem(const QString& setting) const;
  bool isApplicable(const QString& setting) const;
  VariablesPage& variables() { return *m_variables; }
  InputsPage& inputs() { return *m_inputs; }
  LoggedSignalsPage& loggedSignals() { return *m_logged; }
  // The model as it would be if the changes were applied.
  sim::Diagram draft() const;
  void showPage(const QString& title);
  // What the model's last run cost, and the settings it had.
  void setLastRun(const sim::RunStatistics& statistics, const Settings& settings);
  // Runs that were kept, to compare with.
  void setKeptRuns(std::vector<OtherConfiguration> runs) { m_keptRuns = std::move(runs); }
  // As the fields stand; what is not there is the default.
  Settings settings() const;
  // Writes these into the fields: by setting, the text; empty for the default. They are marked until applied.
  void take(const QMap<QString, QString>& settings);
  PresetMenu& presets() { return *m_presets; }

  // False, with the messages beside the fields, if one is wrong; nothing is applied then.
  bool apply();
  void resetToDefaults();
  void accept() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Field {
    const sim::SettingSpec* spec = nullptr;
    QWidget* editor = nullptr;
    QLabel *label = nullptr, *note = nullptr;
    QString problem;
    QWidget* page = nullptr;
    QFormLayout* form = nullptr;
    QWidget* row = nullptr;         // the editor and its note
    QToolButton* define = nullptr;  // of expressions: a name that is not known becomes a variable
  };
  void buildPages(const std::shared_ptr<CompiledModels>& models);
  void addField(QFormLayout* form, const sim::SettingSpec& spec, QWidget* page);
  void addFileChoice(QLineEdit& edit);
  QWidget* makeEditor(const sim::SettingSpec& spec);
  void load();
  void review();
  void renameInFields(const QString& from, const QString& to);
  void offerToDefine(Field& field, const std::vector<std::string>& unknown);
  QString withTimeUnit(const sim::SettingSpec& spec, const QString& given, const sim::expr::Scope& variables,
                       const QString& note) const;
  void reviewField(Field& field, const sim::expr::Scope& variables);
  void reviewCallBacks(const sim::Diagram& model);
  // "line 2: ...": what is wrong in a field, of several lines with the one it is in.
  static QString inLine(const sim::Diagnostic& problem);
  void showWhatApplies();
  void markChanges();
  void compare(int preset);
  const sim::Method* chosenMethod() const;  // null: not known here
  sim::Edit edit(const std::function<sim::Id()>& newId) const;

  DiagramDocument& m_document;
  QMap<QString, Field> m_fields;
  QMap<QWidget*, IdleSettings*> m_idle;  // by page: what does not apply there
  QListWidget* m_list;
  QStackedWidget* m_pages;
  VariablesPage* m_variables;
  InputsPage* m_inputs;
  LoggedSignalsPage* m_logged;
  JacobianView* m_jacobian = nullptr;
  ConservedList* m_conserved = nullptr;
  PresetMenu* m_presets = nullptr;
  std::vector<OtherConfiguration> m_lastRun;  // none, or one
  std::vector<OtherConfiguration> m_keptRuns;
  QLabel* m_help;
};

}  // namespace fluxion
