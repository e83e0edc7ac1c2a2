#include "editor/dock_tools.h"

#include <QCompleter>
#include <QInputDialog>
#include <QLineEdit>

namespace fluxion {

QComboBox* makeList(QWidget* parent, const char* name, const QString& accessible) {
  auto* made = new QComboBox(parent);
  made->setObjectName(QLatin1String(name));
  made->setAccessibleName(accessible);
  made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return made;
}

QString askForParameter(QWidget* parent, const QStringList& known, const QString& title,
                        const QString& label) {
  QInputDialog dialog(parent);
  dialog.setWindowTitle(title.isEmpty() ? QInputDialog::tr("Add Parameter") : title);
  dialog.setLabelText(label.isEmpty() ? QInputDialog::tr("Block/path.parameter:") : label);
  dialog.setComboBoxItems(known);
  dialog.setComboBoxEditable(true);
  dialog.setTextValue({});
  if (auto* list = dialog.findChild<QComboBox*>(); list && list->completer()) {
    list->completer()->setFilterMode(Qt::MatchContains);
    list->completer()->setCompletionMode(QCompleter::PopupCompletion);
    list->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    // While the list of completions is open, it has the keys: Enter would only close it.
    QObject::connect(list->lineEdit(), &QLineEdit::returnPressed, &dialog, &QDialog::accept);
  }
  return dialog.exec() == QDialog::Accepted ? dialog.textValue().trimmed() : QString();
}

}  // namespace fluxion
