#pragma once
// The controls that docks about a model have in common.
#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>
#include <QStringList>

namespace fluxion {

// A button at the end of the row; `done` is called where it is clicked. `name`: for layouts and tests.
template <class Done>
QPushButton* addButton(QBoxLayout* row, QWidget* parent, const QString& text, const char* name,
                       const QString& tip, Done done) {
  auto* made = new QPushButton(text, parent);
  made->setObjectName(QLatin1String(name));
  made->setToolTip(tip);
  QObject::connect(made, &QPushButton::clicked, parent, std::move(done));
  row->addWidget(made);
  return made;
}

// A list to choose from, as wide as what is in it. `accessible`: what is chosen.
QComboBox* makeList(QWidget* parent, const char* name, const QString& accessible);

// Asks for "Block/path.parameter", one of these or another one. Empty: none. `label`: what else it may be.
QString askForParameter(QWidget* parent, const QStringList& known, const QString& title = {},
                        const QString& label = {});

}  // namespace fluxion
