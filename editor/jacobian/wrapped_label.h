#pragma once
// Plain text that is as high as it needs at the width it has. (A label that wraps asks for the height of a
// narrow column, or is cut off.)
#include <QLabel>
#include <algorithm>

namespace fluxion {

class WrappedLabel : public QLabel {
 public:
  explicit WrappedLabel(const char* name) {
    setObjectName(QLatin1String(name));
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setTextFormat(Qt::PlainText);
  }
  void say(const QString& text) {
    setText(text);
    fit();
  }
  QSize minimumSizeHint() const override {
    return {14 * fontMetrics().averageCharWidth(), fontMetrics().height()};
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QLabel::resizeEvent(event);
    fit();
  }

 private:
  void fit() {
    setMinimumHeight(0);  // else the height for a width is no less than it was
    setMinimumHeight(std::max(0, heightForWidth(width())));
  }
};

}  // namespace fluxion
