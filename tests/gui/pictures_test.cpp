// Pictures that leave the program: what is on them, and that they look the same whatever the window looks
// like.
#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QMimeData>
#include <QRadioButton>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/pictures/export_dialog.h"
#include "editor/pictures/picture_files.h"
#include "editor/window/palettes.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/diagram.h"

using namespace fluxion;

static const QString model =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class PicturesTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    usePalette(false);
    m_document = std::make_unique<DiagramDocument>(m_library);
    QVERIFY(!sim::has_errors(m_document->open(model)));
    m_scene = std::make_unique<DiagramScene>(*m_document);
  }
  void cleanup() {
    m_scene.reset();
    m_document.reset();
    usePalette(false);
  }

  void svgIsVectorsAndItsTextIsText() {
    const QByteArray svg = svgPicture(*m_scene, PicturePart::Level, "Prey & predators");
    QVERIFY(!svg.contains("<image"));
    for (const auto& [id, block] : m_document->diagram().blocks)
      if (block.type == "continuous/integrator") QVERIFY(svg.contains(block.name.c_str()));
    QVERIFY(svg.contains("<text"));
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBoxF().size(), pictureRect(*m_scene, PicturePart::Level).size());
  }
  void pdfIsOnePageOfThePicturesSize() {
    const QByteArray pdf = pdfPicture(*m_scene, PicturePart::Level, "Prey");
    QVERIFY(pdf.startsWith("%PDF-1."));
    QVERIFY(pdf.contains("/Count 1"));
    QVERIFY(pdf.contains("/FontFile") || pdf.contains("/FontDescriptor"));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    const QSizeF size = pictureRect(*m_scene, PicturePart::Level).size() * 0.75;
    const qsizetype at = pdf.indexOf("/MediaBox [");
    const QList<QByteArray> box = pdf.mid(at + 11, 60).split(' ');
    QVERIFY(std::abs(box[2].toDouble() - size.width()) < 1.5);
    QVERIFY(std::abs(box[3].split(']')[0].toDouble() - size.height()) < 1.5);
  }
  void pngHasThePixelsThatWereAskedFor() {
    const QSizeF size = pictureRect(*m_scene, PicturePart::Level).size();
    QCOMPARE(pixelPicture(*m_scene, PicturePart::Level, 3).size(), (size * 3).toSize());
    QVERIFY(pixelPicture(*m_scene, PicturePart::Level, 1e6).isNull());
  }
  void aDarkWindowGivesTheSamePicture() {
    const QImage light = pixelPicture(*m_scene, PicturePart::Level, 1);
    usePalette(true);
    QCoreApplication::processEvents();
    QVERIFY(m_scene->theme().dark);
    QCOMPARE(pixelPicture(*m_scene, PicturePart::Level, 1), light);
    QCOMPARE(light.pixelColor(1, 1), QColor(Qt::white));
    QVERIFY(m_scene->theme().dark);  // the screen keeps its colors
  }
  void theSelectionIsNotPaintedAndStaysAsItWas() {
    const QImage plain = pixelPicture(*m_scene, PicturePart::Level, 1);
    m_scene->select({m_document->diagram().blocks.begin()->first});
    QSignalSpy changes(m_scene.get(), &QGraphicsScene::selectionChanged);
    QCOMPARE(pixelPicture(*m_scene, PicturePart::Level, 1), plain);
    QCOMPARE(m_scene->selectedBlocks().size(), std::size_t{1});
    QCOMPARE(changes.count(), 0);
  }
  void aSelectionTakesTheLinesBetweenItsBlocksAlong() {
    QVERIFY(pictureRect(*m_scene, PicturePart::Selection).isNull());
    const sim::Line& line = m_document->diagram().lines.begin()->second;
    m_scene->select({line.source->block, line.target->block});
    const QRectF part = pictureRect(*m_scene, PicturePart::Selection);
    QVERIFY(pictureRect(*m_scene, PicturePart::Level).contains(part));
    QVERIFY(part != pictureRect(*m_scene, PicturePart::Level));
    const QByteArray svg = svgPicture(*m_scene, PicturePart::Selection, {});
    int names = 0;
    for (const auto& [id, block] : m_document->diagram().blocks)
      names += svg.contains('>' + QByteArray::fromStdString(block.name) + '<');
    QVERIFY(names <= 2);
    QVERIFY(svg.contains("<polyline") || svg.contains("<path"));
  }
  void filesAreWrittenByTheirEnding() {
    for (const char* ending : {"svg", "pdf", "png"}) {
      const QString path = m_folder.filePath(QStringLiteral("picture.") + ending);
      QCOMPARE(writePicture(*m_scene, PicturePart::Level, path, 2), QString());
      QVERIFY(QFileInfo(path).size() > 1000);
    }
    QVERIFY(!writePicture(*m_scene, PicturePart::Level, m_folder.filePath("picture.doc"), 2).isEmpty());
    QVERIFY(!writePicture(*m_scene, PicturePart::Level, "/nowhere/at/all.svg", 2).isEmpty());
    QVERIFY(!writePicture(*m_scene, PicturePart::Selection, m_folder.filePath("none.svg"), 2).isEmpty());
  }
  void theClipboardHasVectorsAndPixels() {
    QVERIFY(copyPicture(*m_scene, PicturePart::Level));
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasImage());
    QVERIFY(data->data("image/svg+xml").contains("<svg"));
  }
  // What one sees is what one gets, unless one asks for less or more.
  void theDialogOffersTheSelectionWhereThereIsOne() {
    ExportDialog none(*m_scene);
    QCOMPARE(none.part(), PicturePart::Level);
    QCOMPARE(none.pages().levels, PageContent::Levels::Shown);
    m_scene->select({m_document->diagram().blocks.begin()->first});
    ExportDialog some(*m_scene);
    QCOMPARE(some.part(), PicturePart::Level);
    for (auto* button : some.findChildren<QRadioButton*>())
      if (button->text().remove('&') == "The selection") {
        QVERIFY(button->isEnabled());
        button->click();
      }
    QCOMPARE(some.part(), PicturePart::Selection);
    auto* format = some.findChild<QComboBox*>("exportFormat");
    auto* size = some.findChild<QComboBox*>("exportScale");
    format->setCurrentIndex(format->findData("svg"));
    QVERIFY(!size->isEnabled());
    format->setCurrentIndex(format->findData("png"));
    QVERIFY(size->isEnabled());
  }

 private:
  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  std::unique_ptr<DiagramDocument> m_document;
  std::unique_ptr<DiagramScene> m_scene;
};

QTEST_MAIN(PicturesTest)
#include "pictures_test.moc"
