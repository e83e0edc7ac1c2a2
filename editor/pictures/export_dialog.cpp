#include "editor/pictures/export_dialog.h"

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

ExportDialog::ExportDialog(DiagramScene& scene, QWidget* parent)
    : QDialog(parent),
      m_scene(scene),
      m_level(new QRadioButton(tr("The whole &level"))),
      m_selection(new QRadioButton(tr("The &selection"))),
      m_format(new QComboBox),
      m_scale(new QComboBox) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export Diagram"));
  m_format->setObjectName(QStringLiteral("exportFormat"));
  m_format->addItem(tr("SVG – vectors, for the web and drawing programs"), QStringLiteral("svg"));
  m_format->addItem(tr("PDF – vectors, for papers"), QStringLiteral("pdf"));
  m_format->addItem(tr("PNG – pixels"), QStringLiteral("png"));
  m_scale->setObjectName(QStringLiteral("exportScale"));
  for (double scale : {1.0, 2.0, 3.0, 4.0}) m_scale->addItem(QString(), scale);
  m_scale->setCurrentIndex(1);
  auto* what = new QVBoxLayout;
  what->addWidget(m_level);
  what->addWidget(m_selection);
  auto* form = new QFormLayout;
  form->addRow(tr("Picture of"), what);
  form->addRow(tr("&Format"), m_format);
  form->addRow(tr("Si&ze"), m_scale);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Save)->setText(tr("Save As…"));
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(buttons);
  const bool some = !pictureRect(scene, PicturePart::Selection).isNull();
  m_selection->setEnabled(some);
  (some ? m_selection : m_level)->setChecked(true);
  m_format->setCurrentIndex(std::max(
      0, m_format->findData(WindowSettings().value(QStringLiteral("exportFormat"), QStringLiteral("svg")))));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::updateSize);
  connect(m_level, &QRadioButton::toggled, this, &ExportDialog::updateSize);
  updateSize();
}

void ExportDialog::updateSize() {
  m_scale->setEnabled(ending() == QLatin1String("png"));
  const QSizeF size = pictureRect(m_scene, part()).size();
  for (int k = 0; k < m_scale->count(); ++k) {
    const QSize pixels = (size * m_scale->itemData(k).toDouble()).toSize();
    m_scale->setItemText(k, tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
  }
}

PicturePart ExportDialog::part() const {
  return m_selection->isChecked() ? PicturePart::Selection : PicturePart::Level;
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
  const QString problem = writePicture(scene, dialog.part(), path, dialog.scale());
  if (problem.isEmpty()) return path;
  tell(problem);
  return {};
}

void printWithPreview(DiagramScene& scene, QWidget* parent) {
  const QRectF selected = pictureRect(scene, PicturePart::Selection);
  const PicturePart part = selected.isNull() ? PicturePart::Level : PicturePart::Selection;
  const QRectF rect = pictureRect(scene, part);
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(scene.document().title());
  printer.setCreator(QStringLiteral("Fluxion"));
  printer.setPageOrientation(rect.width() > rect.height() ? QPageLayout::Landscape : QPageLayout::Portrait);
  QPrintPreviewDialog preview(&printer, parent);
  preview.setObjectName(QStringLiteral("printPreview"));
  QObject::connect(&preview, &QPrintPreviewDialog::paintRequested, &preview, [&](QPrinter* paper) {
    QPainter painter(paper);
    const QRectF page = paper->pageLayout().paintRectPixels(paper->resolution());
    // Never larger than twice its size on the screen.
    const QSizeF most = rect.size() * (2.0 * paper->resolution() / 96);
    QRectF target(QPointF(),
                  QSizeF(std::min(page.width(), most.width()), std::min(page.height(), most.height())));
    target.moveCenter(QRectF({}, page.size()).center());
    paintDiagram(scene, part, painter, target);
  });
  preview.exec();
}

}  // namespace fluxion
