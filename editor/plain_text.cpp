#include "editor/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QTextDocument>

namespace fluxion {

namespace {

// Before a label is laid out for the first time it is polished: until then no text has been interpreted.
class PlainLabels : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    // Tips are labels too; who writes one decides.
    if (label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
      label->setTextFormat(Qt::PlainText);
    return false;
  }
};

}  // namespace

void keepLabelsPlain(QCoreApplication& application) {
  const QString name = QStringLiteral("plainLabels");
  if (application.findChild<QObject*>(name, Qt::FindDirectChildrenOnly)) return;
  auto* labels = new PlainLabels(&application);
  labels->setObjectName(name);
  application.installEventFilter(labels);
}

QString plainTip(const QString& text) {
  return Qt::mightBeRichText(text) ? QStringLiteral("<qt>%1</qt>").arg(Qt::convertFromPlainText(text)) : text;
}

PlainMessageBox::PlainMessageBox(Icon icon, const QString& title, const QString& text, QWidget* parent)
    : QMessageBox(icon, title, {}, NoButton, parent) {
  setTextFormat(Qt::PlainText);
  setText(text);
}

void showWarning(QWidget* parent, const QString& title, const QString& text) {
  PlainMessageBox box(QMessageBox::Warning, title, text, parent);
  box.setStandardButtons(QMessageBox::Ok);
  box.exec();
}

bool askYesNo(QWidget* parent, const QString& title, const QString& question) {
  PlainMessageBox box(QMessageBox::Question, title, question, parent);
  box.setStandardButtons(QMessageBox::Yes | QMessageBox::No);
  return box.exec() == QMessageBox::Yes;
}

}  // namespace fluxion
