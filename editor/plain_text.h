#pragma once
// Text of a model is plain text wherever it is shown: Qt takes what looks like HTML for HTML, and HTML loads
// files. Labels are plain unless they say otherwise (keepLabelsPlain); tips and message boxes are made with
// these functions. tests/architecture/check_texts.py finds what goes around them.
#include <QMessageBox>
#include <QString>

class QCoreApplication;

namespace fluxion {

// Labels whose format nobody has chosen show their text as it is, those inside of message boxes too. Once for
// an application; again does nothing.
void keepLabelsPlain(QCoreApplication& application);

// A tool tip, or another text that Qt would guess the format of, that shows `text` as it is.
QString plainTip(const QString& text);

// A message box whose texts are plain, without buttons.
class PlainMessageBox : public QMessageBox {
 public:
  PlainMessageBox(Icon icon, const QString& title, const QString& text, QWidget* parent);
};
void showWarning(QWidget* parent, const QString& title, const QString& text);
bool askYesNo(QWidget* parent, const QString& title, const QString& question);

}  // namespace fluxion
