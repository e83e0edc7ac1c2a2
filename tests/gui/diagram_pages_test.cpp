// Diagrams on paper: which levels, on how many pages, with a title block.
#include <QCheckBox>
#include <QComboBox>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/pictures/export_dialog.h"
#include "editor/pictures/picture_files.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class DiagramPagesTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_document = std::make_unique<DiagramDocument>(m_library);
    sim::Diagram model;
    const auto add = [&](const char* type, const char* name, sim::Id parent, double x) {
      const sim::Id id = model.new_id();
      sim::Block& block = model.blocks[id];
      block.type = type, block.name = name, block.parent = parent, block.position = {x, 0};
      return id;
    };
    const sim::Id plant = add("ports/subsystem", "Plant", sim::no_id, 0);
    const sim::Id motor = add("ports/subsystem", "Motor", plant, 0);
    add("ports/subsystem", "Empty", plant, 200);
    add("math/gain", "Torque", motor, 0);
    add("sources/clock", "Clock", sim::no_id, 3000);  // far away
    m_document->setDiagram(std::move(model));
    m_scene = std::make_unique<DiagramScene>(*m_document);
  }
  void cleanup() {
    m_scene.reset();
    m_document.reset();
  }

  void pagesArePlanned() {
    const QSizeF page(1000, 700);  // at 96 dots an inch
    // Never larger than twice its size; as large as fits; half of its size on as many pages as that takes.
    QCOMPARE(planPages({0, 0, 100, 50}, page, 96, true).scale, 2.0);
    QCOMPARE(planPages({0, 0, 2000, 100}, page, 96, true).scale, 0.5);
    const PagePlan one = planPages({0, 0, 4000, 2900}, page, 96, false);
    QCOMPARE(one.columns * one.rows, 1);
    QVERIFY(one.scale <= 700.0 / 2900);
    const PagePlan many = planPages({0, 0, 4000, 2900}, page, 96, true);
    QCOMPARE(many.columns, 2);
    QCOMPARE(many.rows, 3);
    QCOMPARE(many.scale, 0.5);
    QCOMPARE(planPages({0, 0, 4000, 100}, page, 1200, false).scale, 0.25);
  }

  void levelsComeBeforeThoseInside() {
    QStringList paths;
    for (const sim::Id level : levelsWithContent(*m_scene))
      paths << QString::fromStdString(level == sim::no_id ? ""
                                                          : sim::block_path(m_document->diagram(), level));
    QCOMPARE(paths, (QStringList{"", "Plant", "Plant/Motor"}));
  }

  void allLevelsArePagesWithTheirTitles() {
    const auto count = [this](const PageContent& content, QPageSize::PageSizeId size) {
      const QByteArray pdf = pdfPages(*m_scene, content, size);
      for (int pages = 0; pages < 20; ++pages)
        if (pdf.contains("/Count " + QByteArray::number(pages) + "\n")) return pages;
      return -1;
    };
    PageContent content;
    QCOMPARE(count(content, QPageSize::A4), 1);
    content.levels = PageContent::Levels::All;
    QCOMPARE(count(content, QPageSize::A4), 3);
    content.several = true;  // 3,060 pixels at half their size are 40 cm
    QCOMPARE(count(content, QPageSize::A4), 4);
    QCOMPARE(count(content, QPageSize::A3), 4);
    QCOMPARE(count(content, QPageSize::A2), 3);
  }

  // The frame and the words at the bottom of the page; nothing of the diagram there.
  void theTitleBlockIsBelowTheDiagram() {
    const auto dark = [this](bool title) {
      const QByteArray pdf = pdfPages(*m_scene, {PageContent::Levels::Shown, title, false}, QPageSize::A4);
      return pdf.size();
    };
    QVERIFY(dark(true) > dark(false));
  }

  void everyLevelIsAFileOfItsOwn() {
    QTemporaryDir folder;
    int written = 0;
    QCOMPARE(writeLevels(*m_scene, folder.filePath("model.svg"), 1, written), QString());
    QCOMPARE(written, 3);
    for (const char* name : {"model.svg", "model-Plant.svg", "model-Plant-Motor.svg"})
      QVERIFY2(QFile::exists(folder.filePath(name)), name);
    QVERIFY(!writeLevels(*m_scene, "/nowhere/at/all.svg", 1, written).isEmpty());
  }

  void theDialogOffersWhatThereIs() {
    ExportDialog dialog(*m_scene);
    auto* all = dialog.findChild<QRadioButton*>("exportAllLevels");
    auto* page = dialog.findChild<QComboBox*>("exportPage");
    auto* title = dialog.findChild<QCheckBox*>("exportTitleBlock");
    auto* format = dialog.findChild<QComboBox*>("exportFormat");
    QVERIFY(all->isEnabled() && !all->isChecked());
    format->setCurrentIndex(format->findData("svg"));
    QVERIFY(!page->isEnabled() && !title->isEnabled());
    format->setCurrentIndex(format->findData("pdf"));
    QVERIFY(page->isEnabled() && !title->isEnabled());
    QVERIFY(!dialog.pageSize());
    page->setCurrentIndex(page->findData(static_cast<int>(QPageSize::A4)));
    QVERIFY(title->isEnabled());
    QCOMPARE(*dialog.pageSize(), QPageSize::A4);
    all->click();
    QCOMPARE(dialog.pages().levels, PageContent::Levels::All);
    ExportDialog printing(*m_scene, nullptr, ExportDialog::For::Printer);
    QVERIFY(printing.findChild<QCheckBox*>("exportSeveralPages")->isEnabled());
    QVERIFY(!printing.findChild<QComboBox*>("exportFormat")->isVisibleTo(&printing));
  }

 private:
  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<DiagramDocument> m_document;
  std::unique_ptr<DiagramScene> m_scene;
};

QTEST_MAIN(DiagramPagesTest)
#include "diagram_pages_test.moc"
