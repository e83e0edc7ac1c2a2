#include "editor/dialogs/configuration_comparison.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "editor/parameter_text.h"
#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/diagram/model_file.h"

namespace fluxion {

enum Column { Setting, Page, Ours, Theirs, ColumnCount };

ConfigurationComparison::ConfigurationComparison(const Settings& ours, std::vector<OtherConfiguration> others,
                                                 int shown, QWidget* parent)
    : QDialog(parent),
      m_ours(ours),
      m_others(std::move(others)),
      m_choice(new QComboBox(this)),
      m_note(new QLabel(this)),
      m_table(new QTableWidget(this)) {
  setObjectName(QStringLiteral("configurationComparison"));
  setWindowTitle(tr("Compare Configurations"));
  m_choice->setObjectName(QStringLiteral("otherConfiguration"));
  m_choice->setAccessibleName(tr("Compare with"));
  for (const OtherConfiguration& other : m_others) m_choice->addItem(other.name);
  auto* label = new QLabel(tr("Compare &with"), this);
  label->setBuddy(m_choice);
  auto* open = new QPushButton(tr("Another &Model…"), this);
  open->setObjectName(QStringLiteral("compareModel"));
  open->setToolTip(tr("Compare with the configuration of a model file"));
  open->setAutoDefault(false);
  m_note->setWordWrap(true);
  m_note->setMinimumHeight(fontMetrics().lineSpacing());
  m_table->setObjectName(QStringLiteral("differences"));
  m_table->setAccessibleName(tr("Settings that differ"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Setting"), tr("Page"), tr("This model"), tr("The other")});
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  QHeaderView* header = m_table->horizontalHeader();
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setHighlightSections(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(Theirs, QHeaderView::Stretch);
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setTabKeyNavigation(false);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_take = buttons->addButton(tr("&Take Over"), QDialogButtonBox::AcceptRole);
  m_take->setObjectName(QStringLiteral("takeOver"));
  m_take->setToolTip(
      tr("Writes the checked settings into the Configuration dialog; the model changes with Apply"));
  auto* top = new QHBoxLayout;
  top->addWidget(label);
  top->addWidget(m_choice, 1);
  top->addWidget(open);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(top);
  layout->addWidget(m_note);
  layout->addWidget(m_table, 1);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_choice, &QComboBox::currentIndexChanged, this, &ConfigurationComparison::show);
  connect(open, &QPushButton::clicked, this, &ConfigurationComparison::chooseModel);
  connect(m_table, &QTableWidget::itemChanged, this, &ConfigurationComparison::updateButton);
  if (shown >= 0 && shown < m_choice->count()) m_choice->setCurrentIndex(shown);
  show(m_choice->currentIndex());
  resize(720, 420);
}

void ConfigurationComparison::show(int index) {
  m_differences.clear();
  const QSignalBlocker quiet(m_table);
  m_table->setRowCount(0);
  if (index < 0 || index >= static_cast<int>(m_others.size())) {
    m_note->setText(tr("Choose a model to compare with."));
    return updateButton();
  }
  OtherConfiguration& other = m_others[static_cast<std::size_t>(index)];
  if (other.load) {
    auto settings = other.load();
    if (!settings) {
      m_note->setText(tr("The configuration of %1 cannot be read.").arg(other.name));
      return updateButton();
    }
    other.settings = *std::move(settings);
    other.load = nullptr;
  }
  m_differences = sim::compare_settings(m_ours, other.settings);
  const Theme theme = Theme::current(palette());
  for (const sim::SettingDifference& difference : m_differences) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto* setting = new QTableWidgetItem(toQString(difference.spec->label));
    setting->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    setting->setCheckState(other.takeAll ? Qt::Checked : Qt::Unchecked);
    setting->setToolTip(plainTip(toQString(difference.spec->help)));
    m_table->setItem(row, Setting, setting);
    auto* page = new QTableWidgetItem(toQString(difference.spec->page));
    page->setForeground(theme.hint);
    m_table->setItem(row, Page, page);
    for (const auto& [column, text] : {std::pair{Ours, difference.ours}, {Theirs, difference.theirs}}) {
      auto* value = new QTableWidgetItem(choiceText(difference.spec->name, text));
      if (text == difference.spec->default_value) value->setForeground(theme.hint);
      m_table->setItem(row, column, value);
    }
  }
  QString note = other.purpose;
  if (m_differences.empty()) note = tr("There is no difference.");
  m_note->setText(note);
  updateButton();
}

bool ConfigurationComparison::addModel(const QString& path) {
  const auto model = sim::load_model(path.toStdString());
  if (!model) {
    m_note->setText(QString::fromStdString(sim::to_text(model.error())));
    return false;
  }
  m_others.push_back({QFileInfo(path).fileName(), path, model->diagram.settings});
  m_choice->addItem(m_others.back().name);
  m_choice->setCurrentIndex(m_choice->count() - 1);
  return true;
}

void ConfigurationComparison::chooseModel() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Compare With"), QString(),
                                                    tr("Fluxion models (*.flx);;All files (*)"));
  if (!path.isEmpty()) addModel(path);
}

QMap<QString, QString> ConfigurationComparison::taken() const {
  QMap<QString, QString> taken;
  for (int row = 0; row < m_table->rowCount(); ++row) {
    if (m_table->item(row, Setting)->checkState() != Qt::Checked) continue;
    const sim::SettingDifference& difference = m_differences[static_cast<std::size_t>(row)];
    taken[toQString(difference.spec->name)] = difference.theirs == difference.spec->default_value
                                                  ? QString()
                                                  : QString::fromStdString(difference.theirs);
  }
  return taken;
}

QString ConfigurationComparison::note() const { return m_note->text(); }

void ConfigurationComparison::updateButton() {
  const auto count = taken().size();
  m_take->setEnabled(count > 0);
  m_take->setText(count == 0 ? tr("&Take Over") : tr("&Take Over %1").arg(count));
}

}  // namespace fluxion
