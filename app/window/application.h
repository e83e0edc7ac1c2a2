#pragma once
// The application: what a handler of an event throws becomes a message, and the program goes on with the
// documents as they are.
#include <QApplication>

namespace fluxion {

class Application : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

 private:
  bool m_telling = false;
};

}  // namespace fluxion
