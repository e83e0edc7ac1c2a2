#pragma once
// Edits the program of a Function block: numbered lines, words of the language told apart, new lines indented
// as the one before, and the line that something is wrong with marked.
#include <QPlainTextEdit>

namespace fluxion {

class ScriptEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit ScriptEditor(QWidget* parent);
  void markLine(int line);  // 1-based; 0: none
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  friend class LineNumbers;
  int numbersWidth() const;
  void layOutNumbers();
  void paintNumbers(QPaintEvent* event);
  void showMark();
  void breakLine();

  QWidget* m_numbers;
  int m_marked = 0;
};

}  // namespace fluxion
