#pragma once
// A small grid to choose rows and columns in, as for a table: the pointer or the arrow keys mark a size, a
// click or Enter takes it.
#include <QWidget>

namespace fluxion {

class LayoutPicker : public QWidget {
  Q_OBJECT
 public:
  static constexpr int most = 5;

  explicit LayoutPicker(QWidget* parent = nullptr);
  void setChosen(int rows, int columns);

 signals:
  void chosen(int rows, int columns);

 protected:
  QSize sizeHint() const override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void mark(int rows, int columns);
  int m_rows = 1, m_columns = 1;
};

}  // namespace fluxion
