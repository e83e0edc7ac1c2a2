#pragma once
// The parameters of a mask: a table of what matters most, and below it all about the selected one.
#include "editor/masks/mask_page.h"

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QTableWidget;
class QToolButton;

namespace fluxion {

class NameCompleter;

class ParametersPage : public MaskPage {
  Q_OBJECT
 public:
  // `proposed` are parameters for what the blocks inside take from outside.
  ParametersPage(std::vector<sim::MaskParameter> proposed, QWidget* parent);

  void show(const sim::Mask& mask) override;
  void put(sim::Mask& mask) const override;
  void showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                  const sim::expr::Scope& inside) override;

  // Texts that use names of the mask are others; what is selected stays.
  void takeTexts(const sim::Mask& mask);

 signals:
  // A parameter has another name, and its uses do not know yet.
  void renamed(const QString& from, const QString& to);

 private:
  QToolButton* button(const char* name, const char* icon, const QString& text);
  QLineEdit* field(const char* name, const QString& label, const QString& tip);
  QPlainTextEdit* area(const char* name, const QString& label, const QString& tip);
  void buildTable();
  void fillTable(int current);
  void fillRow(int row);
  void readRow(int row);
  QString nameOf(int row) const;
  void fillDetails();
  void readDetails();
  void add();
  void addProposed();
  void remove();
  void move(int by);
  void updateButtons();

  std::vector<sim::MaskParameter> m_parameters, m_proposed;
  QTableWidget* m_table;
  QToolButton *m_add, *m_remove, *m_up, *m_down, *m_propose;
  QWidget* m_details;
  QFormLayout* m_form;
  QLineEdit *m_unit, *m_group, *m_minimum, *m_maximum, *m_visible, *m_enabled;
  QPlainTextEdit *m_choices, *m_description;
  std::vector<NameCompleter*> m_completers;  // of the conditions
  bool m_filling = false;
};

}  // namespace fluxion
