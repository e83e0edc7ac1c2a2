// Everything that the window can export, of every example: pictures of all levels, pages, what the scopes
// show as pictures and tables.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/pictures/picture_files.h"
#include "editor/scopes/scope_export.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_settings.h"
#include "editor/scopes/scope_source.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/plugin/plugin_loader.h"

using namespace fluxion;

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// What another program would make of it.
bool isPicture(const QString& path) {
  if (path.endsWith(QLatin1String(".svg"))) return QSvgRenderer(path).isValid();
  if (path.endsWith(QLatin1String(".png"))) return !QImage(path).isNull();
  const QByteArray bytes = contents(path);
  return bytes.startsWith("%PDF-") && bytes.trimmed().endsWith("%%EOF");
}

}  // namespace

class EveryExampleTest : public QObject {
  Q_OBJECT

  const std::unique_ptr<sim::BlockLibrary> m_library = std::make_unique<sim::BlockLibrary>(libraries());
  QTemporaryDir m_folder;

  static sim::BlockLibrary libraries() {
    sim::BlockLibrary library = sim::standard_library();
    sim::add_network_libraries(library);
    sim::load_plugins(FLUXION_PLUGIN_DIR, library);
    return library;
  }

  static void rows() {
    QTest::addColumn<QString>("path");
    const QDir examples(QStringLiteral("examples"));
    int count = 0;
    for (const QString& name : examples.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
      for (const QString& file : QDir(examples.filePath(name)).entryList({QStringLiteral("*.flx")})) {
        QTest::newRow(qPrintable(name + u'/' + file)) << examples.filePath(name + u'/' + file);
        ++count;
      }
    QVERIFY(count >= 54);
  }

  int m_scopes = 0;

  void exportAll(ScopeSource source, const sim::Diagram& diagram) {
    const std::size_t recorded = source.log->size();
    ScopePanel panel;
    panel.resize(480, 320);
    if (const auto block = diagram.blocks.find(source.block); block != diagram.blocks.end())
      panel.setSettings(toSettings(block->second.parameters));
    panel.setSource(std::move(source));
    panel.finish();
    for (const char* ending : {"svg", "pdf", "png"}) {
      const QString path = m_folder.filePath(QStringLiteral("scope.%1").arg(QLatin1String(ending)));
      QCOMPARE(exportScope(panel, path).value_or(QString()), QString());
      QVERIFY2(isPicture(path), ending);
    }
    const QString table = m_folder.filePath(QStringLiteral("scope.csv"));
    QCOMPARE(exportScope(panel, table).value_or(QString()), QString());
    QCOMPARE(static_cast<std::size_t>(contents(table).count('\n')), recorded + 1);
    QCOMPARE(exportScope(panel, m_folder.filePath(QStringLiteral("scope.mat"))).value_or(QString()),
             QString());
    const auto data = dataOf(panel, {});
    QVERIFY(data);
    QCOMPARE(static_cast<std::size_t>(dataText(*data).count(u'\n')), recorded + 1);
  }

 private slots:
  void pictures_data() { rows(); }
  void pictures() {
    QFETCH(QString, path);
    DiagramDocument document(*m_library);
    QVERIFY(!sim::has_errors(document.open(path)));
    DiagramScene scene(document);
    for (const char* ending : {"svg", "pdf", "png"}) {
      QTemporaryDir levels;
      int written = 0;
      const QString to = levels.filePath(QStringLiteral("model.%1").arg(QLatin1String(ending)));
      QCOMPARE(writeLevels(scene, to, 1, written), QString());
      const QStringList files = QDir(levels.path()).entryList(QDir::Files);
      QCOMPARE(files.size(), written);
      for (const QString& file : files) QVERIFY2(isPicture(levels.filePath(file)), qPrintable(file));
    }
    const QString pages = m_folder.filePath(QStringLiteral("pages.pdf"));
    const PageContent all{PageContent::Levels::All, true, true};
    QCOMPARE(writePages(scene, all, QPageSize::A4, pages), QString());
    QVERIFY(isPicture(pages));
    QVERIFY(copyPicture(scene, PicturePart::Level));
  }

  void scopes_data() { rows(); }
  void scopes() {
    QFETCH(QString, path);
    DiagramDocument document(*m_library);
    QVERIFY(!sim::has_errors(document.open(path)));
    sim::Diagram diagram = document.diagram();
    diagram.settings["StopTime"] = "1e-2";
    auto run = sim::ModelRun::prepare(diagram, *m_library);
    QVERIFY2(run, qPrintable(path));
    QCOMPARE((*run)->execute().end, sim::RunEnd::Finished);
    const std::shared_ptr<const sim::ModelRun> model(std::move(*run));
    const std::shared_ptr<const sim::SignalLog> log(model, &model->log());
    for (ScopeSource& source :
         scopeSources(model->program(), log, {}, model->start_time(), model->stop_time()))
      exportAll(std::move(source), diagram), ++m_scopes;
  }
  void cleanupTestCase() { QVERIFY(m_scopes == 0 || m_scopes >= 60); }  // 0: only pictures were asked for
};

QTEST_MAIN(EveryExampleTest)
#include "every_example_test.moc"
