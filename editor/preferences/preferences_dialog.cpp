#include "editor/preferences/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <functional>

#include "editor/library/user_libraries.h"
#include "editor/preferences/shortcuts_page.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/solvers/methods/registry.h"

namespace fluxion {

PreferencesDialog::PreferencesDialog(const QObject& commands, QWidget* parent)
    : QDialog(parent), m_pages(new QTabWidget(this)), m_shortcuts(new ShortcutsPage(commands)) {
  setObjectName(QStringLiteral("preferencesDialog"));
  setWindowTitle(tr("Preferences"));
  m_pages->setObjectName(QStringLiteral("preferencePages"));
  m_pages->tabBar()->setAccessibleName(tr("Pages"));
  m_pages->addTab(makeAppearance(), tr("Appearance"));
  m_pages->addTab(makeFiles(), tr("Models and Files"));
  m_pages->addTab(makeSimulation(), tr("Simulation"));
  m_pages->addTab(m_shortcuts, tr("Keys"));
  m_pages->addTab(makeLibraries(), tr("Libraries"));
  auto* buttons =
      new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::Apply, this);
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_pages, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    apply();
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &PreferencesDialog::apply);
  fill(storedPreferences());
  resize(QSize(720, 520).expandedTo(sizeHint()));
}

void PreferencesDialog::showPage(int page) { m_pages->setCurrentIndex(page); }

static QComboBox* choice(const char* name, const QStringList& texts) {
  auto* box = new QComboBox;
  box->setObjectName(QLatin1String(name));
  box->addItems(texts);
  return box;
}

QWidget* PreferencesDialog::makeAppearance() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  m_theme = choice("preferTheme", {tr("As the desktop"), tr("Light"), tr("Dark")});
  m_fontSize = new QSpinBox;
  m_fontSize->setObjectName(QStringLiteral("preferFontSize"));
  m_fontSize->setRange(5, 36);
  m_fontSize->setSpecialValueText(tr("As the desktop"));
  m_fontSize->setSuffix(tr(" pt"));
  m_fontSize->setToolTip(tr("Of menus, dialogs and docks; diagrams are zoomed"));
  m_numbers =
      choice("preferNumbers", {tr("As the desktop"), tr("With a point: 1.5"), tr("With a comma: 1,5")});
  m_numbers->setToolTip(
      tr("How fields, axes and read-outs write numbers. Expressions and files always have a point."));
  form->addRow(tr("&Theme"), m_theme);
  form->addRow(tr("&Font size"), m_fontSize);
  form->addRow(tr("N&umbers"), m_numbers);
  return page;
}

static QWidget* folderRow(QLineEdit*& field, const char* name, const QString& title, const QString& usual) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins({});
  field = new QLineEdit;
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(title);
  field->setPlaceholderText(usual);
  auto* browse = new QPushButton(PreferencesDialog::tr("Browse…"));
  browse->setAccessibleName(PreferencesDialog::tr("Browse: %1").arg(title));
  browse->setAutoDefault(false);
  QObject::connect(browse, &QPushButton::clicked, row, [row, edit = field, title] {
    const QString folder = QFileDialog::getExistingDirectory(row, title, edit->text());
    if (!folder.isEmpty()) edit->setText(folder);
  });
  layout->addWidget(field, 1);
  layout->addWidget(browse);
  return row;
}

QWidget* PreferencesDialog::makeFiles() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  m_tabs = choice("preferTabs", {tr("As a tab"), tr("In a window of its own")});
  m_reopen = new QCheckBox(tr("&Reopen at the start what was open last"));
  m_reopen->setObjectName(QStringLiteral("preferReopen"));
  m_autosave = new QSpinBox;
  m_autosave->setObjectName(QStringLiteral("preferAutosave"));
  m_autosave->setRange(0, 3600);
  m_autosave->setSpecialValueText(tr("Never"));
  m_autosave->setSuffix(tr(" s after a change"));
  m_autosave->setToolTip(tr("Copies of what is not saved, which are offered after a crash"));
  form->addRow(tr("&Open further models"), m_tabs);
  form->addRow(QString(), m_reopen);
  form->addRow(tr("&Write copies"), m_autosave);
  form->addRow(tr("Folder of models"),
               folderRow(m_modelFolder, "preferModelFolder", tr("Folder of models"), tr("Documents")));
  form->addRow(tr("Folder of pictures"), folderRow(m_pictureFolder, "preferPictureFolder",
                                                   tr("Folder of pictures"), tr("Beside the model")));
  return page;
}

QWidget* PreferencesDialog::makeSimulation() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  m_solver = new QComboBox;
  m_solver->setObjectName(QStringLiteral("preferSolver"));
  const sim::SettingSpec& spec = *sim::find_setting("Solver");
  for (const std::string_view choice : spec.choices) {
    const QString name = QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
    if (choice == "auto" || sim::find_method(choice)) m_solver->addItem(name);
  }
  form->addRow(tr("&Solver of new diagrams"), m_solver);
  return page;
}

// A list of files or folders with what adds and removes.
static QWidget* listOfPaths(QListWidget*& list, const char* name, const QString& title, const QString& tip,
                            const std::function<QString(QWidget*)>& choose) {
  auto* group = new QGroupBox(title);
  list = new QListWidget;
  list->setObjectName(QLatin1String(name));
  list->setAccessibleName(title);
  list->setToolTip(tip);
  auto* add = new QPushButton(PreferencesDialog::tr("Add…"));
  auto* remove = new QPushButton(PreferencesDialog::tr("Remove"));
  add->setAccessibleName(PreferencesDialog::tr("Add: %1").arg(title));
  remove->setAccessibleName(PreferencesDialog::tr("Remove: %1").arg(title));
  QObject::connect(add, &QPushButton::clicked, group, [list, group, choose] {
    const QString path = choose(group);
    if (!path.isEmpty() && list->findItems(path, Qt::MatchExactly).isEmpty()) list->addItem(path);
  });
  QObject::connect(remove, &QPushButton::clicked, group, [list] { delete list->currentItem(); });
  auto* side = new QVBoxLayout;
  for (QPushButton* button : {add, remove}) {
    button->setAutoDefault(false);
    side->addWidget(button);
  }
  side->addStretch();
  auto* row = new QHBoxLayout(group);
  row->addWidget(list, 1);
  row->addLayout(side);
  return group;
}

QWidget* PreferencesDialog::makeLibraries() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->addWidget(listOfPaths(
      m_libraries, "preferLibraries", tr("Libraries"),
      tr("Models whose subsystems the library offers as links"), [](QWidget* parent) {
        return QFileDialog::getOpenFileName(parent, tr("Add a Library"), {}, tr("Fluxion models (*.flx)"));
      }));
  column->addWidget(
      listOfPaths(m_plugins, "preferPlugins", tr("Folders with plug-ins, from the next start on"),
                  tr("Shared libraries with further blocks are looked for there"), [](QWidget* parent) {
                    return QFileDialog::getExistingDirectory(parent, tr("Add a Folder with Plug-ins"));
                  }));
  return page;
}

void PreferencesDialog::fill(const Preferences& p) {
  m_theme->setCurrentIndex(static_cast<int>(p.theme));
  m_numbers->setCurrentIndex(static_cast<int>(p.numbers));
  m_fontSize->setValue(p.fontSize == 0 ? m_fontSize->minimum() : p.fontSize);
  m_tabs->setCurrentIndex(p.opensTabs ? 0 : 1);
  m_reopen->setChecked(p.reopensModels);
  m_autosave->setValue(p.autosaveSeconds);
  m_modelFolder->setText(p.modelFolder);
  m_pictureFolder->setText(p.pictureFolder);
  const QString usual = QString::fromStdString(sim::setting({}, "Solver"));
  m_solver->setCurrentIndex(std::max(0, m_solver->findText(p.solver.isEmpty() ? usual : p.solver)));
  m_libraries->addItems(UserLibraries::instance().files());
  m_plugins->addItems(p.pluginFolders);
}

static QStringList pathsIn(const QListWidget& list) {
  QStringList paths;
  for (int k = 0; k < list.count(); ++k) paths << list.item(k)->text();
  return paths;
}

Preferences PreferencesDialog::preferences() const {
  Preferences p;
  p.theme = static_cast<Preferences::Theme>(m_theme->currentIndex());
  p.numbers = static_cast<Preferences::Numbers>(m_numbers->currentIndex());
  p.fontSize = m_fontSize->value() == m_fontSize->minimum() ? 0 : m_fontSize->value();
  p.opensTabs = m_tabs->currentIndex() == 0;
  p.reopensModels = m_reopen->isChecked();
  p.autosaveSeconds = m_autosave->value();
  p.modelFolder = m_modelFolder->text().trimmed();
  p.pictureFolder = m_pictureFolder->text().trimmed();
  const QString usual = QString::fromStdString(sim::setting({}, "Solver"));
  p.solver = m_solver->currentText() == usual ? QString() : m_solver->currentText();
  p.pluginFolders = pathsIn(*m_plugins);
  return p;
}

void PreferencesDialog::apply() {
  const QStringList wanted = pathsIn(*m_libraries);
  for (const QString& file : UserLibraries::instance().files())
    if (!wanted.contains(file)) UserLibraries::instance().remove(file);
  for (const QString& file : wanted) UserLibraries::instance().add(file);
  storeChangedKeys(m_shortcuts->changed());
  store(preferences());
  emit applied(preferences());
}

}  // namespace fluxion
