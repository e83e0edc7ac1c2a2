#pragma once
// Names that expressions use and nothing defines, with a field for the value of each: variables of the model.
#include <QDialog>
#include <vector>

class QLabel;
class QLineEdit;
class QDialogButtonBox;

namespace fluxion {

class DiagramDocument;

class DefineVariablesDialog : public QDialog {
  Q_OBJECT
 public:
  DefineVariablesDialog(DiagramDocument& document, const QStringList& names, QWidget* parent = nullptr);

  // All in one undo step.
  void accept() override;

 private:
  void check();

  DiagramDocument& m_document;
  QStringList m_names;
  std::vector<QLineEdit*> m_values;
  QLabel* m_problem;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
