// The document: one door for changes, undo across gestures, and the file.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "editor/document/diagram_document.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/interfaces/block_interface.h"

using namespace fluxion;

class DocumentTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  static sim::Edit moveTo(DiagramDocument& document, sim::Id id, double x) {
    sim::Block block = *document.block(id);
    block.position.x = x;
    sim::Edit edit{"Move", {}};
    edit.set(id, std::move(block));
    return edit;
  }
  static sim::Id addGain(DiagramDocument& document) {
    const sim::Id id = document.newId();
    sim::Block block;
    block.name = "Gain", block.type = "math/gain";
    sim::Edit edit{"Add Gain", {}};
    edit.set(id, std::move(block));
    document.apply(std::move(edit));
    return id;
  }

 private slots:
  void changedNamesWhatAnEditUndoAndRedoTouch() {
    DiagramDocument document(m_library);
    QSignalSpy changed(&document, &DiagramDocument::changed);
    const sim::Id id = addGain(document);
    document.undoStack().undo();
    document.undoStack().redo();
    QCOMPARE(changed.count(), 3);
    QVERIFY(document.block(id));
  }

  void aControlBlockShowsItsOutputsWhereItIsToldTo() {
    DiagramDocument document(m_library);
    const sim::Id id = document.newId();
    sim::Block block;
    block.name = "Enable", block.type = "ports/enable";
    for (const bool shown : {false, true}) {
      if (shown) block.parameters["ShowOutputPort"] = "on";
      sim::Edit edit{"Set Enable", {}};
      edit.set(id, block);
      document.apply(std::move(edit));
      QCOMPARE(document.interfaceOf(id).outputs.size(), shown ? std::size_t{3} : std::size_t{0});
      QVERIFY(document.interfaceOf(id).inputs.empty());
    }
  }

  void editsOfOneGestureAreOneStepAndOthersAreNot() {
    DiagramDocument document(m_library);
    const sim::Id id = addGain(document);
    const int gesture = document.beginGesture();
    for (double x : {8, 16, 24}) document.apply(moveTo(document, id, x), gesture);
    document.apply(moveTo(document, id, 32), document.beginGesture());
    QCOMPARE(document.undoStack().count(), 3);
    document.undoStack().undo();
    QCOMPARE(document.block(id)->position.x, 24.0);
    document.undoStack().undo();
    QCOMPARE(document.block(id)->position.x, 0.0);
    document.undoStack().redo();
    QCOMPARE(document.block(id)->position.x, 24.0);
  }

  void aCanceledGestureLeavesNoTrace() {
    DiagramDocument document(m_library);
    const sim::Id id = addGain(document);
    const sim::Diagram before = document.diagram();
    const int gesture = document.beginGesture();
    document.apply(moveTo(document, id, 8), gesture);
    document.apply(moveTo(document, id, 16), gesture);
    document.cancelGesture(gesture);
    QVERIFY(document.diagram() == before);
    QCOMPARE(document.undoStack().count(), 1);
    document.cancelGesture(gesture);
    QVERIFY(document.diagram() == before);
  }

  void aGestureNeverMergesIntoTheSavedState() {
    DiagramDocument document(m_library);
    const sim::Id id = addGain(document);
    const int gesture = document.beginGesture();
    document.apply(moveTo(document, id, 8), gesture);
    document.undoStack().setClean();
    document.apply(moveTo(document, id, 16), gesture);
    QVERIFY(document.isModified());
    document.undoStack().undo();
    QVERIFY(!document.isModified());
    QCOMPARE(document.block(id)->position.x, 8.0);
  }

  void savingAndOpeningGivesTheSameDiagram() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.flx");
    DiagramDocument document(m_library), other(m_library);
    addGain(document);
    QVERIFY(document.isModified());
    QVERIFY(document.save(path).empty());
    QVERIFY(!document.isModified());
    QCOMPARE(document.title(), QString("model"));
    QVERIFY(!sim::has_errors(other.open(path)));
    QVERIFY(other.diagram() == document.diagram());
    QVERIFY(!other.isModified());
  }

  void namesOfDataFilesAreMeantFromTheModelsFolder() {
    const QTemporaryDir folder;
    DiagramDocument document(m_library);
    const sim::Id id = addGain(document);
    const auto choose = [&](const char* file) {
      sim::Block block = *document.block(id);
      block.type = "sources/from_file";
      block.parameters = {{"FileName", file}};
      sim::Edit edit{"Choose file", {}};
      edit.set(id, std::move(block));
      QVERIFY(document.apply(std::move(edit)));
    };
    const auto chosen = [&] { return QString::fromStdString(document.block(id)->parameters.at("FileName")); };
    const auto beside = [&](const char* file) { return QDir::cleanPath(folder.filePath(file)); };
    choose("first.csv");
    QCOMPARE(chosen(), QString("first.csv"));  // it is not known yet where the model will be
    QVERIFY(document.save(folder.filePath("model.flx")).empty());
    QCOMPARE(chosen(), beside("first.csv"));
    choose("second.csv");
    QCOMPARE(chosen(), beside("second.csv"));
  }

  // Who listens hears of the names that a save completes, and undo does not bring back what was meant from
  // nowhere.
  void namesThatASaveCompletesAreToldAndStay() {
    const QTemporaryDir folder;
    DiagramDocument document(m_library);
    const sim::Id id = addGain(document);
    sim::Block block = *document.block(id);
    block.type = "sources/from_file";
    block.parameters = {{"FileName", "data.csv"}};
    sim::Edit edit{"Choose file", {}};
    edit.set(id, block);
    QVERIFY(document.apply(std::move(edit)));
    QVERIFY(document.apply(moveTo(document, id, 64)));
    const QString wanted = QDir::cleanPath(folder.filePath("data.csv"));
    const auto chosen = [&] { return QString::fromStdString(document.block(id)->parameters.at("FileName")); };
    int told = 0;
    connect(&document, &DiagramDocument::changed, this, [&](const sim::Edit& change) {
      told += static_cast<int>(change.changes.size());
      QCOMPARE(chosen(), wanted);
    });
    QVERIFY(document.save(folder.filePath("model.flx")).empty());
    QCOMPARE(told, 1);
    QVERIFY(!document.isModified());
    document.undoStack().undo();
    QCOMPARE(document.block(id)->position.x, 0.0);
    QCOMPARE(chosen(), wanted);
    document.undoStack().redo();
    QCOMPARE(chosen(), wanted);
    QVERIFY(!document.isModified());
    QVERIFY(document.save(folder.filePath("model.flx")).empty());
    QCOMPARE(told, 3);
  }

  // Whatever it adds, changes and removes, in whatever order.
  void aGestureOfManyElementsIsTakenBackWhole() {
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
      DiagramDocument document(m_library);
      std::vector<sim::Id> ids;
      for (int k = 0; k < 40; ++k) ids.push_back(addGain(document));
      const int count = document.undoStack().count();
      const sim::Diagram before = document.diagram();
      const int gesture = document.beginGesture();
      for (int step = 0; step < 15; ++step) {
        sim::Edit edit{"Step", {}};
        for (const sim::Id id : ids) {
          sim::Block block;
          block.name = "Other", block.type = "math/gain", block.position.x = random() % 5;
          if (const unsigned choice = random() % 4; choice == 0)
            edit.remove<sim::Block>(id);
          else if (choice == 1)
            edit.set(id, block);
        }
        edit.set_setting("StopTime", std::to_string(random() % 3));
        document.apply(std::move(edit), gesture);
        if (step == 7) ids.push_back(document.newId());
      }
      const sim::Diagram after = document.diagram();
      QCOMPARE(document.undoStack().count(), count + 1);
      document.undoStack().undo();
      QVERIFY(document.diagram().blocks == before.blocks && document.diagram().settings == before.settings);
      document.undoStack().redo();
      QVERIFY(document.diagram().blocks == after.blocks && document.diagram().settings == after.settings);
    }
  }

  void aFileThatCannotBeReadLeavesTheDocumentAsItIs() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("bad.flx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ not a model");
    file.close();
    DiagramDocument document(m_library);
    addGain(document);
    const sim::Diagram before = document.diagram();
    QVERIFY(sim::has_errors(document.open(file.fileName())));
    QVERIFY(document.diagram() == before);
    QVERIFY(document.path().isEmpty());
  }
};

QTEST_MAIN(DocumentTest)
#include "document_test.moc"
