#include "editor/window/questions.h"

#include <QMessageBox>
#include <QPushButton>

#include "editor/plain_text.h"

namespace fluxion {

namespace {

class QuestionBox : public PlainMessageBox {
 public:
  QuestionBox(const QString& text, QWidget& window, const char* name = "question")
      : PlainMessageBox(QMessageBox::Question, Questions::tr("Fluxion"), text, &window) {
    setObjectName(QLatin1String(name));
  }
};

}  // namespace

Questions::Questions(QWidget& window)
    : m_window(window),
      m_ask([this](Question question, const QString& text) { return askWithDialog(question, text); }),
      m_tell([&window](const QString& title, const QString& text) { showWarning(&window, title, text); }) {}

Questions::Answer Questions::askWithDialog(Question question, const QString& text) const {
  switch (question) {
    case Question::ChangedOnDisk:
    case Question::OverwriteChanged:
      return askAboutFile(question, text);
    case Question::RunIsActive:
      return askAboutRun(text);
    default:
      return askAboutSave(question, text);
  }
}

Questions::Answer Questions::askAboutFile(Question question, const QString& text) const {
  QuestionBox box(text, m_window);
  if (question == Question::ChangedOnDisk) {
    box.setInformativeText(tr("Reload it? Changes made here are lost then, and cannot be undone."));
    auto* reload = box.addButton(tr("&Reload"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(tr("&Keep What Is Here"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == reload ? Answer::Reload : Answer::Keep;
  }
  box.setInformativeText(tr("Overwrite what it says now? Save As keeps both."));
  auto* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
  box.setDefaultButton(box.addButton(QMessageBox::Cancel));
  box.exec();
  return box.clickedButton() == overwrite ? Answer::Overwrite : Answer::Cancel;
}

Questions::Answer Questions::askAboutRun(const QString& text) const {
  QuestionBox box(text, m_window);
  auto* stop = box.addButton(tr("&Stop the Run"), QMessageBox::AcceptRole);
  box.addButton(tr("&Keep Running"), QMessageBox::RejectRole);
  box.exec();
  return box.clickedButton() == stop ? Answer::Stop : Answer::Keep;
}

Questions::Answer Questions::askAboutSave(Question question, const QString& text) const {
  QuestionBox box(text, m_window);
  if (question == Question::SaveHangs) {
    box.setInformativeText(
        tr("If you do not wait, changes may be lost. Save As saves them in another place."));
    auto* wait = box.addButton(tr("Keep &Waiting"), QMessageBox::AcceptRole);
    auto* leave = box.addButton(tr("Do &Not Wait"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(wait);
    box.exec();
    return box.clickedButton() == wait    ? Answer::Save
           : box.clickedButton() == leave ? Answer::Discard
                                          : Answer::Cancel;
  }
  box.setInformativeText(tr("Save them first?"));
  box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  box.setDefaultButton(QMessageBox::Save);
  const int pressed = box.exec();
  return pressed == QMessageBox::Save      ? Answer::Save
         : pressed == QMessageBox::Discard ? Answer::Discard
                                           : Answer::Cancel;
}

bool Questions::mayAllow(const QString& text) const {
  QuestionBox box(text, m_window, "allowAccess");
  auto* allow = box.addButton(tr("&Allow"), QMessageBox::AcceptRole);
  box.setDefaultButton(box.addButton(tr("&Do Not Allow"), QMessageBox::RejectRole));
  box.exec();
  return box.clickedButton() == allow;
}

}  // namespace fluxion
