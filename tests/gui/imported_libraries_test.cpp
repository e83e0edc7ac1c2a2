// Models of other tools with libraries beside them, in the window.
#include <QDir>
#include <QFileDialog>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/window/main_window.h"
#include "editor/window/model_saving.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/library_links.h"

using namespace fluxion;

class ImportedLibrariesTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void aLibraryIsSavedBesideTheModel();

 private:
  QString file(const QString& name, const QByteArray& text);
  // Under the name that the dialog suggests.
  void save();
  const sim::Diagram& diagram() { return m_window->document().diagram(); }
  sim::Id block(const char* path) { return sim::find_block(diagram(), path).value_or(sim::no_id); }
  QAction* command(CommandId id) { return m_window->commands().action(id); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder, m_settings;
  QStringList m_told;
};

void ImportedLibrariesTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.filePath("settings"));
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->questions().setTell(
      [this](const QString& title, const QString& text) { m_told << title << text; });
  m_window->questions().setAsk(
      [](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

QString ImportedLibrariesTest::file(const QString& name, const QByteArray& text) {
  QFile out(m_folder.filePath(name));
  if (out.open(QIODevice::WriteOnly)) out.write(text);
  return out.fileName();
}

void ImportedLibrariesTest::save() {
  QTimer::singleShot(0, this, [] {
    if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget()))
      static_cast<QDialog*>(dialog)->accept();
  });
  command(CommandId::Save)->trigger();
  QTRY_VERIFY(!m_window->saving().isActive());
}

// A model with two links to a library beside it: saved, closed and opened again it is linked to the library's
// model.
void ImportedLibrariesTest::aLibraryIsSavedBesideTheModel() {
  const QByteArray inside =
      " System {\n Block {\n BlockType Inport\n Name \"u\"\n Position [0, 0, 30, 20]\n }\n"
      " Block {\n BlockType Gain\n Name \"k\"\n Position [60, 0, 90, 30]\n Gain \"7\"\n }\n"
      " Block {\n BlockType Outport\n Name \"y\"\n Position [120, 0, 150, 20]\n }\n"
      " Line {\n SrcBlock \"u\"\n SrcPort 1\n DstBlock \"k\"\n DstPort 1\n }\n"
      " Line {\n SrcBlock \"k\"\n SrcPort 1\n DstBlock \"y\"\n DstPort 1\n }\n }\n";
  file("parts.mdl",
       "Library {\n Name \"parts\"\n Version 7.5\n System {\n Block {\n BlockType SubSystem\n"
       " Name \"Seven\"\n Position [0, 0, 60, 40]\n" +
           inside + " }\n }\n}\n");
  const auto link = [](const QByteArray& name, const QByteArray& at) {
    return " Block {\n BlockType Reference\n Name \"" + name + "\"\n Position [" + at +
           "]\n Ports [1, 1]\n SourceBlock \"parts/Seven\"\n }\n";
  };
  const QString path =
      file("plant.mdl",
           "Model {\n Name \"plant\"\n Version 7.5\n StopTime \"1\"\n System {\n"
           " Block {\n BlockType Constant\n Name \"C\"\n Position [0, 0, 30, 30]\n Value \"2\"\n }\n" +
               link("One", "60, 0, 120, 40") + link("Two", "160, 0, 220, 40") +
               " Block {\n BlockType Outport\n Name \"out\"\n Position [260, 0, 290, 20]\n }\n"
               " Line {\n SrcBlock \"C\"\n SrcPort 1\n DstBlock \"One\"\n DstPort 1\n }\n"
               " Line {\n SrcBlock \"One\"\n SrcPort 1\n DstBlock \"Two\"\n DstPort 1\n }\n"
               " Line {\n SrcBlock \"Two\"\n SrcPort 1\n DstBlock \"out\"\n DstPort 1\n }\n }\n}\n");
  const auto check = [&] {
    for (const char* name : {"One", "Two"}) {
      QVERIFY(sim::is_linked(diagram().blocks.at(block(name))));
      QCOMPARE(QString::fromStdString(diagram().blocks.at(block(name)).link->file),
               m_folder.filePath("parts.flx"));
    }
    QSignalSpy finished(&m_window->runs(), &RunController::finished);
    command(CommandId::Run)->trigger();
    QVERIFY(finished.wait(20000));
    const auto log = m_window->runs().run()->log();
    QCOMPARE(log->value(0, log->size() - 1), 2.0 * 7 * 7);
  };
  QVERIFY(m_window->models().open(path) == m_window.get());
  check();
  QVERIFY2(!QFile::exists(m_folder.filePath("parts.flx")), "opening and running write nothing");
  save();
  QVERIFY2(m_told.isEmpty(), qPrintable(m_told.join(' ')));
  QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files),
           (QStringList{"parts.flx", "parts.mdl", "plant.flx", "plant.mdl"}));
  m_window->closeDocument();
  QCOMPARE(m_window->models().open(m_folder.filePath("plant.flx")), m_window.get());
  check();

  // What is changed in the library is in the model from then on.
  MainWindow* library = m_window->models().open(m_folder.filePath("parts.flx"));
  QVERIFY(library && library != m_window.get());
  const sim::Id k = sim::find_block(library->document().diagram(), "Seven/k").value_or(sim::no_id);
  QVERIFY(k != sim::no_id);
  sim::Block changed = *library->document().block(k);
  changed.parameters["k"] = "3";
  sim::Edit edit{"Change", {}};
  edit.set(k, changed);
  library->document().apply(std::move(edit));
  library->commands().action(CommandId::Save)->trigger();
  QTRY_VERIFY(!library->saving().isActive());
  library->close();
  command(CommandId::UpdateDiagram)->trigger();
  for (const char* path_inside : {"One/k", "Two/k"})
    QCOMPARE(diagram().blocks.at(block(path_inside)).parameters.at("k"), std::string("3"));
}

QTEST_MAIN(ImportedLibrariesTest)
#include "imported_libraries_test.moc"
