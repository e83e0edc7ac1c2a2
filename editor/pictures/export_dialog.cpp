#include "editor/pictures/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/pictures/picture_files.h"
#include "editor/window_settings.h"

namespace fluxion {

ExportDialog::ExportDialog(DiagramScene& scene, QWidget* parent, For purpose)
    : QDialog(parent),
      m_scene(scene),
      m_for(purpose),
      m_level(new QRadioButton(tr("The &level that is shown"))),
      m_selection(new QRadioButton(tr("The &selection"))),
      m_all(new QRadioButton(tr("&All levels"))),
      m_format(new QComboBox),
      m_scale(new QComboBox),
      m_page(new QComboBox),
      m_title(new QCheckBox(tr("&Title block with model, level, date and page"))),
      m_several(new QCheckBox(tr("Se&veral pages for what would be smaller than half of its size"))) {
  setObjectName(QStringLiteral("exportDialog"));
  const bool prints = purpose == For::Printer;
  setWindowTitle(prints ? tr("Print Diagram") : tr("Export Diagram"));
  m_format->setObjectName(QStringLiteral("exportFormat"));
  m_format->addItem(tr("SVG – vectors, for the web and drawing programs"), QStringLiteral("svg"));
  m_format->addItem(tr("PDF – vectors, for papers"), QStringLiteral("pdf"));
  m_format->addItem(tr("PNG – pixels"), QStringLiteral("png"));
  m_scale->setObjectName(QStringLiteral("exportScale"));
  for (double scale : {1.0, 2.0, 3.0, 4.0}) m_scale->addItem(QString(), scale);
  m_scale->setCurrentIndex(1);
  m_page->setObjectName(QStringLiteral("exportPage"));
  m_page->addItem(tr("As large as the picture"), -1);
  for (const QPageSize::PageSizeId size :
       {QPageSize::A4, QPageSize::A3, QPageSize::A2, QPageSize::A1, QPageSize::A0, QPageSize::Letter,
        QPageSize::Legal, QPageSize::Tabloid})
    m_page->addItem(QPageSize::name(size), static_cast<int>(size));
  m_title->setObjectName(QStringLiteral("exportTitleBlock"));
  m_title->setChecked(true);
  m_several->setObjectName(QStringLiteral("exportSeveralPages"));
  m_all->setObjectName(QStringLiteral("exportAllLevels"));
  auto* what = new QVBoxLayout;
  what->addWidget(m_level);
  what->addWidget(m_selection);
  what->addWidget(m_all);
  auto* form = new QFormLayout;
  form->addRow(tr("Picture of"), what);
  form->addRow(tr("&Format"), m_format);
  form->addRow(tr("Si&ze"), m_scale);
  form->addRow(tr("&Page"), m_page);
  form->addRow(QString(), m_title);
  form->addRow(QString(), m_several);
  for (QComboBox* ofFiles : {m_format, m_scale, m_page}) form->setRowVisible(ofFiles, !prints);
  auto* buttons = new QDialogButtonBox(
      (prints ? QDialogButtonBox::Ok : QDialogButtonBox::Save) | QDialogButtonBox::Cancel, this);
  buttons->button(prints ? QDialogButtonBox::Ok : QDialogButtonBox::Save)
      ->setText(prints ? tr("Preview…") : tr("Save As…"));
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(buttons);
  const bool some = !pictureRect(scene, PicturePart::Selection).isNull();
  m_selection->setEnabled(some);
  m_level->setChecked(true);  // what one sees
  m_all->setEnabled(levelsWithContent(scene).size() > 1);
  m_format->setCurrentIndex(std::max(
      0, m_format->findData(WindowSettings().value(QStringLiteral("exportFormat"), QStringLiteral("svg")))));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::updateSize);
  for (QRadioButton* what : {m_level, m_selection, m_all})
    connect(what, &QRadioButton::toggled, this, &ExportDialog::updateSize);
  connect(m_page, &QComboBox::currentIndexChanged, this, &ExportDialog::updateSize);
  updateSize();
}

void ExportDialog::updateSize() {
  m_scale->setEnabled(ending() == QLatin1String("png"));
  const bool pdf = ending() == QLatin1String("pdf");
  m_page->setEnabled(pdf);
  const bool paper = m_for == For::Printer || (pdf && pageSize());
  m_title->setEnabled(paper);
  m_several->setEnabled(paper);
  const QSizeF size = pictureRect(m_scene, part()).size();
  for (int k = 0; k < m_scale->count(); ++k) {
    const QSize pixels = (size * m_scale->itemData(k).toDouble()).toSize();
    m_scale->setItemText(k, tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
  }
}

PicturePart ExportDialog::part() const {
  return m_selection->isChecked() ? PicturePart::Selection : PicturePart::Level;
}
bool ExportDialog::allLevels() const { return m_all->isChecked(); }
PageContent ExportDialog::pages() const {
  using Levels = PageContent::Levels;
  return {m_all->isChecked()         ? Levels::All
          : m_selection->isChecked() ? Levels::Selection
                                     : Levels::Shown,
          m_title->isChecked(), m_several->isChecked()};
}
std::optional<QPageSize::PageSizeId> ExportDialog::pageSize() const {
  const int id = m_page->currentData().toInt();
  return id < 0 ? std::nullopt : std::optional(static_cast<QPageSize::PageSizeId>(id));
}
QString ExportDialog::ending() const { return m_format->currentData().toString(); }
double ExportDialog::scale() const { return m_scale->currentData().toDouble(); }

static QString proposedPath(DiagramScene& scene, const QString& ending) {
  DiagramDocument& document = scene.document();
  QString name = document.title();
  if (const sim::Block* level = document.block(scene.subsystem()))
    name += u'-' + QString::fromStdString(level->name).simplified().replace(u'/', u'_');
  const QString folder = document.path().isEmpty() ? QString() : QFileInfo(document.path()).path() + u'/';
  return folder + name + u'.' + ending;
}

QString exportWithDialog(DiagramScene& scene, QWidget* parent,
                         const std::function<void(const QString&)>& tell) {
  ExportDialog dialog(scene, parent);
  if (dialog.exec() != QDialog::Accepted) return {};
  const QString ending = dialog.ending();
  WindowSettings().setValue(QStringLiteral("exportFormat"), ending);
  QString path =
      QFileDialog::getSaveFileName(parent, ExportDialog::tr("Export Diagram"), proposedPath(scene, ending),
                                   ExportDialog::tr("Pictures (*.%1)").arg(ending));
  if (path.isEmpty()) return {};
  if (QFileInfo(path).suffix().toLower() != ending) path += u'.' + ending;
  const auto size = ending == QLatin1String("pdf") ? dialog.pageSize() : std::nullopt;
  int levels = 0;
  const QString problem = size                 ? writePages(scene, dialog.pages(), *size, path)
                          : dialog.allLevels() ? writeLevels(scene, path, dialog.scale(), levels)
                                               : writePicture(scene, dialog.part(), path, dialog.scale());
  if (problem.isEmpty()) return path;
  tell(problem);
  return {};
}

void printWithPreview(DiagramScene& scene, QWidget* parent) {
  ExportDialog dialog(scene, parent, ExportDialog::For::Printer);
  if (dialog.exec() != QDialog::Accepted) return;
  const PageContent content = dialog.pages();
  const QRectF rect = pictureRect(scene, dialog.part());
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(scene.document().title());
  printer.setCreator(QStringLiteral("Fluxion"));
  printer.setPageOrientation(rect.width() > rect.height() ? QPageLayout::Landscape : QPageLayout::Portrait);
  QPrintPreviewDialog preview(&printer, parent);
  preview.setObjectName(QStringLiteral("printPreview"));
  QObject::connect(&preview, &QPrintPreviewDialog::paintRequested, &preview, [&](QPrinter* paper) {
    QPainter painter(paper);
    paintPages(scene, content, *paper, painter);
  });
  preview.exec();
}

}  // namespace fluxion
