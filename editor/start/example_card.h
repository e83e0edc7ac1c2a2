#pragma once
// One example on the start page: a picture, a title and a line; pressed like a button.
#include <QAbstractButton>
#include <functional>

#include "editor/start/examples.h"

namespace fluxion {

class ExampleCard : public QAbstractButton {
  Q_OBJECT
 public:
  using Render = std::function<QPixmap(const QString& path, QSize size)>;
  static constexpr int width = 264, pictureHeight = 148;

  ExampleCard(Example example, Render render, QWidget* parent = nullptr);

  const Example& example() const { return m_example; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QPixmap picture(QSize size);
  QPixmap curves(QSize size) const;

  Example m_example;
  Render m_render;
  QPixmap m_picture;
  QSize m_wanted;  // the size it was drawn for
};

}  // namespace fluxion
