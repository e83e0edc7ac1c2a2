#include "editor/run_archive/import_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/run_archive/signal_pairing.h"
#include "sim_core/run_archive/mat_import.h"

namespace fluxion {

ImportDialog::ImportDialog(RunLibrary& library, const QString& path, QWidget* parent)
    : QDialog(parent),
      m_library(library),
      m_path(path),
      m_time(new QComboBox(this)),
      m_compared(new QComboBox(this)),
      m_pairing(new SignalPairing(this)),
      m_note(new QLabel(this)),
      m_table(new QTableWidget(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("importDialog"));
  setWindowTitle(tr("Open %1 as a Run").arg(QFileInfo(path).fileName()));
  build();
  load();
}

void ImportDialog::build() {
  m_time->setObjectName(QStringLiteral("importTime"));
  m_time->setAccessibleName(tr("The column that is the time"));
  m_time->setToolTip(tr("The column that is the time, in s; its numbers must not go back"));
  m_time->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_time->setEnabled(false);
  auto* label = new QLabel(tr("&Time"), this);
  label->setBuddy(m_time);
  auto* head = new QHBoxLayout;
  head->addWidget(label);
  head->addWidget(m_time);
  head->addStretch(1);
  auto* compare = new QLabel(tr("&Compare with"), this);
  compare->setBuddy(m_compared);
  head->addWidget(compare);
  head->addWidget(m_compared);
  m_compared->setObjectName(QStringLiteral("importCompared"));
  m_compared->setAccessibleName(tr("The run that the table is compared with"));
  m_compared->addItem(tr("nothing"), QString());
  const auto& runs = m_library.runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it)
    m_compared->addItem(QString::fromStdString((*it)->summary.name),
                        QString::fromStdString((*it)->summary.id));
  // The newest one that the model made.
  const auto made =
      std::find_if(runs.rbegin(), runs.rend(), [](const Run& run) { return !run->summary.solver.empty(); });
  m_compared->setCurrentIndex(made == runs.rend() ? 0 : static_cast<int>(made - runs.rbegin()) + 1);
  m_note->setObjectName(QStringLiteral("importNote"));
  m_note->setTextFormat(Qt::PlainText);
  m_note->setWordWrap(true);
  m_note->setText(tr("Reading…"));
  m_table->setObjectName(QStringLiteral("importPreview"));
  m_table->setAccessibleName(tr("The first rows"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionMode(QAbstractItemView::NoSelection);
  m_table->setTabKeyNavigation(false);
  m_table->setAlternatingRowColors(true);
  m_table->setShowGrid(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  QPushButton* import = m_buttons->addButton(tr("&Open"), QDialogButtonBox::AcceptRole);
  import->setObjectName(QStringLiteral("importAccept"));
  import->setEnabled(false);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_note);
  layout->addWidget(m_pairing);
  layout->addWidget(m_buttons);
  resize(640, 420);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &ImportDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_time, &QComboBox::currentIndexChanged, this, &ImportDialog::markTime);
  connect(m_time, &QComboBox::currentIndexChanged, this, &ImportDialog::fillPairing);
  connect(m_compared, &QComboBox::currentIndexChanged, this, &ImportDialog::fillPairing);
}

void ImportDialog::load() {
  using Preview = sim::Result<sim::TablePreview>;
  const QPointer<ImportDialog> dialog(this);
  m_library.later<Preview>([path = m_path.toStdString()] { return sim::preview_table(path); },
                           [dialog](const Preview& preview) {
                             if (dialog) dialog->take(preview);
                           });
}

static QString delimiterText(char delimiter) {
  return delimiter == ';'    ? ImportDialog::tr("Fields are separated by semicolons.")
         : delimiter == '\t' ? ImportDialog::tr("Fields are separated by tabs.")
         : delimiter == ','  ? ImportDialog::tr("Fields are separated by commas.")
                             : QString();
}

void ImportDialog::take(const sim::Result<sim::TablePreview>& preview) {
  m_busy = false;
  if (!preview) {
    m_note->setText(QString::fromStdString(sim::to_text(preview.error())));
    emit shown();
    return;
  }
  m_preview = *preview;
  const auto& columns = m_preview.columns;
  m_table->setColumnCount(static_cast<int>(columns.size()));
  m_table->setRowCount(static_cast<int>(m_preview.rows));
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    const auto& column = columns[static_cast<std::size_t>(c)];
    const QString name = QString::fromStdString(column.name), unit = QString::fromStdString(column.unit);
    auto* header = new QTableWidgetItem(unit.isEmpty() ? name : tr("%1 (%2)").arg(name, unit));
    header->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setHorizontalHeaderItem(c, header);
    for (int r = 0; r < static_cast<int>(column.values.size()); ++r) {
      auto* item = new QTableWidgetItem(QString::fromStdString(column.values[static_cast<std::size_t>(r)]));
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      m_table->setItem(r, c, item);
    }
    if (column.may_be_time) m_time->addItem(name, c);
  }
  m_table->resizeColumnsToContents();
  QStringList notes{delimiterText(m_preview.delimiter)};
  if (!m_preview.left_out.empty()) {
    QStringList names;
    for (const std::string& name : m_preview.left_out) names += QString::fromStdString(name);
    notes += (m_preview.delimiter != 0 ? tr("Skipped non-numeric columns: %1.")
                                       : tr("Skipped, as their length is not that of the time: %1."))
                 .arg(names.join(tr(", ")));
  }
  notes.removeAll(QString());
  m_note->setText(notes.join(u' '));
  m_note->setVisible(!notes.isEmpty());
  m_time->setEnabled(true);
  m_time->setCurrentIndex(m_time->findData(static_cast<int>(m_preview.time)));
  markTime();
  fillPairing();
  auto* import = m_buttons->findChild<QPushButton*>(QStringLiteral("importAccept"));
  import->setEnabled(m_time->currentIndex() >= 0);
  import->setDefault(true);
  m_time->setFocus();
  emit shown();
}

// The column that is the time stands out.
void ImportDialog::markTime() {
  const int time = m_time->currentData().toInt();
  for (int c = 0; c < m_table->columnCount(); ++c) {
    QFont font = m_table->font();
    font.setBold(c == time);
    if (QTableWidgetItem* header = m_table->horizontalHeaderItem(c)) header->setFont(font);
    for (int r = 0; r < m_table->rowCount(); ++r)
      if (QTableWidgetItem* item = m_table->item(r, c)) item->setFont(font);
  }
}

// Of all columns but the time.
void ImportDialog::fillPairing() {
  std::vector<sim::TableColumn> columns;
  for (int c = 0; c < static_cast<int>(m_preview.columns.size()); ++c)
    if (const auto& column = m_preview.columns[static_cast<std::size_t>(c)];
        c != m_time->currentData().toInt())
      columns.push_back({column.name, column.unit});
  const Run run = m_library.find(m_compared->currentData().toString());
  m_pairing->setSignals(sim::table_signals(columns),
                        run ? run->summary.recorded : std::vector<sim::RunSignal>{});
}

QString ImportDialog::note() const { return m_note->text(); }

void ImportDialog::accept() {
  if (m_busy || m_time->currentIndex() < 0) return;
  sim::TableOptions options;
  options.time_column = m_preview.columns[static_cast<std::size_t>(m_time->currentData().toInt())].name;
  const QString compared = m_compared->currentData().toString();
  // The dialog is gone when the table is there.
  m_library.open(m_path, options, m_pairing->renaming(), [done = m_done, compared](const Run& run) {
    if (done) done(QString::fromStdString(run->summary.id), compared);
  });
  QDialog::accept();
}

}  // namespace fluxion
