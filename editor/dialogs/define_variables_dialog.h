#pragma once
// Names that expressions use and nothing defines, in a table with a field for the value of each: variables of
// the model. A name whose field is left empty stays undefined.
#include <QDialog>
#include <QStringList>
#include <vector>

class QLabel;
class QLineEdit;
class QDialogButtonBox;
class QGridLayout;

namespace fluxion {

class DiagramDocument;

struct NameToDefine {
  QString name;
  QStringList uses;  // "Plant/Gain: k"; none: it is not said where
  QString value;     // what the field begins with
};

class DefineVariablesDialog : public QDialog {
  Q_OBJECT
 public:
  // `text`: above the table; may be empty.
  DefineVariablesDialog(DiagramDocument& document, const std::vector<NameToDefine>& names,
                        const QString& text, QWidget* parent = nullptr);
  // Each begins with the value 1.
  DefineVariablesDialog(DiagramDocument& document, const QStringList& names, QWidget* parent = nullptr);

  // All in one undo step.
  void accept() override;

 private:
  enum Column { Name, Value, Uses };
  void addRow(QGridLayout& table, const NameToDefine& name);
  void check();

  struct Row {
    QString name;
    QLineEdit* value;
  };
  DiagramDocument& m_document;
  std::vector<Row> m_rows;
  QLabel* m_problem;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
