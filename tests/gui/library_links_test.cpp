// Subsystems that come from a library: inserting them, what protects them, breaking and restoring the link.
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>

#include "editor/dialogs/block_dialog.h"
#include "editor/library/library_dock.h"
#include "editor/library/library_tree.h"
#include "editor/library/user_libraries.h"
#include "editor/window/main_window.h"
#include "sim_core/diagram/library_links.h"
#include "sim_core/diagram/model_file.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class LibraryLinksTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString file() const { return m_folder.filePath(QStringLiteral("parts.flx")); }

  // Motor: In -> Gain of k -> Out.
  void writeLibrary(const char* k) {
    CanvasWindow w;
    const sim::Id motor = w.add("ports/subsystem", 80, 80, "Motor"),
                  in = w.add("ports/inport", 80, 80, "In", {}, motor),
                  gain = w.add("math/gain", 200, 80, "Gain", {{"k", k}}, motor),
                  out = w.add("ports/outport", 320, 80, "Out", {}, motor);
    w.wire(in, gain), w.wire(gain, out);
    QVERIFY(w.document.save(file()).empty());
  }

  struct Linked : CanvasWindow {
    sim::Id motor, gain;
    explicit Linked(const QString& file) {
      editor.insertLinked(file, QStringLiteral("Motor"));
      motor = *sim::find_block(diagram(), "Motor");
      gain = *sim::find_block(diagram(), "Motor/Gain");
    }
    std::string k() const {
      return diagram().blocks.at(*sim::find_block(diagram(), "Motor/Gain")).parameters.at("k");
    }
  };

 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    UserLibraries::instance().reload();
  }
  void init() { writeLibrary("2"); }

  void anAddedLibraryShowsItsSubsystemsInTheDock() {
    const sim::BlockLibrary blocks = allBlocks();
    LibraryDock dock(blocks);
    auto* tree = dock.findChild<LibraryTree*>();
    UserLibraries::instance().add(file());
    const auto row = [&]() -> QTreeWidgetItem* {
      for (QTreeWidgetItemIterator it(tree); *it; ++it)
        if (!LibraryTree::pathOf(*it).isEmpty()) return *it;
      return nullptr;
    };
    QTRY_VERIFY(row());
    QCOMPARE(row()->text(0), QString("Motor"));
    QCOMPARE(row()->parent()->text(0), QString("parts"));
    QSignalSpy inserted(&dock, &LibraryDock::insertLinkedRequested);
    emit tree->itemDoubleClicked(row(), 0);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(inserted.front().at(1).toString(), QString("Motor"));
    auto* search = dock.findChild<QLineEdit*>(QStringLiteral("librarySearch"));
    search->setText(QStringLiteral("gain"));
    QVERIFY(row()->isHidden());
    search->setText(QStringLiteral("moto"));
    QVERIFY(!row()->isHidden() && !row()->parent()->isHidden());
    UserLibraries::instance().remove(file());
    QTRY_VERIFY(!row());
  }

  // As it is drawn in the library: with what its mask draws, in the colors of the theme.
  void theDockShowsTheIconsOfALibrarysBlocks() {
    const sim::BlockLibrary blocks = allBlocks();
    const QString library = m_folder.filePath(QStringLiteral("masked.flx"));
    CanvasWindow w;
    for (const char* text : {"", "MM", "WWW"}) {
      const sim::Id id = w.add("ports/subsystem", 80, 80, *text ? text : "Plain");
      if (!*text) continue;
      sim::Block masked = *w.document.block(id);
      masked.mask = sim::Mask();
      masked.mask->icon.kind = sim::MaskIconKind::Text;
      masked.mask->icon.content = text;
      sim::Edit edit{"Mask", {}};
      edit.set(id, masked);
      w.document.apply(std::move(edit));
    }
    QVERIFY(w.document.save(library).empty());
    LibraryDock dock(blocks);
    auto* tree = dock.findChild<LibraryTree*>();
    UserLibraries::instance().add(library);
    const auto pictures = [&] {
      std::vector<QImage> all;
      for (QTreeWidgetItemIterator it(tree); *it; ++it)
        if (!LibraryTree::pathOf(*it).isEmpty()) all.push_back((*it)->icon(0).pixmap(44, 28).toImage());
      return all;
    };
    QTRY_COMPARE(pictures().size(), std::size_t(3));
    const auto light = pictures();
    QVERIFY(light[0] != light[1] && light[1] != light[2] && light[0] != light[2]);
    QPalette dark = dock.palette();
    dark.setColor(QPalette::Base, Qt::black), dark.setColor(QPalette::Window, Qt::black);
    dark.setColor(QPalette::Text, Qt::white), dark.setColor(QPalette::WindowText, Qt::white);
    tree->setPalette(dark);
    QVERIFY(pictures()[0] != light[0]);
    UserLibraries::instance().remove(library);
  }

  void aBlockDroppedFromALibraryIsLinked() {
    CanvasWindow w;
    QMimeData data;
    data.setData(QLatin1String(linkMimeType), (file() + QStringLiteral("\nMotor")).toUtf8());
    QDragEnterEvent enter(w.at({200, 200}), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.editor.view().viewport(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(w.at({200, 200}), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.editor.view().viewport(), &drop);
    QCOMPARE(w.editor.selectedBlocks().size(), 1u);
    const sim::Id motor = w.editor.selectedBlocks().at(0);
    QVERIFY(sim::is_linked(*w.document.block(motor)));
    QCOMPARE(w.middle(motor), QPointF(200, 200));
    QCOMPARE(w.document.undoStack().count(), 1);
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram() == sim::Diagram());
  }

  void whatIsInsideStaysAsItIsWhateverOneTries() {
    Linked w(file());
    w.editor.showSubsystem(w.motor);
    QVERIFY(w.editor.findChild<QLabel*>(QStringLiteral("linkNotice")));
    const sim::Diagram before = w.diagram();
    QSignalSpy refused(&w.document, &DiagramDocument::refused);
    const auto check = [&](const char* what) {
      const bool told = !refused.empty();
      refused.clear();
      w.trigger(CommandId::SelectAll);
      return w.diagram() == before && told ? QString() : QString::fromLatin1(what);
    };
    w.drag(w.middle(w.gain), w.middle(w.gain) + QPointF(40, 40));
    QCOMPARE(check("moving"), QString());
    w.trigger(CommandId::Delete);
    QCOMPARE(check("deleting"), QString());
    w.trigger(CommandId::Rotate);
    QCOMPARE(check("rotating"), QString());
    w.trigger(CommandId::CommentOut);
    QCOMPARE(check("commenting out"), QString());
    w.trigger(CommandId::Duplicate);
    QCOMPARE(check("duplicating"), QString());
    w.trigger(CommandId::Copy);
    w.trigger(CommandId::Paste);
    QCOMPARE(check("pasting"), QString());
    w.trigger(CommandId::ArrangeDiagram);
    w.editor.insertBlock(QStringLiteral("math/gain"));
    QCOMPARE(check("inserting"), QString());
    w.editor.insertLinked(file(), QStringLiteral("Motor"));
    QCOMPARE(check("inserting a linked block"), QString());
    w.trigger(CommandId::CreateSubsystem);
    QCOMPARE(check("making a subsystem"), QString());
    w.drag(w.output(w.gain), w.output(w.gain) + QPointF(0, 120));
    w.key(Qt::Key_Escape);
    QVERIFY(w.diagram() == before);
    w.drag(w.middle(w.gain), w.middle(w.gain) + QPointF(0, 120), Qt::LeftButton, Qt::ControlModifier);
    QVERIFY(w.diagram() == before);
    w.drag(w.middle(w.gain), w.middle(w.gain) + QPointF(0, 120), Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(w.diagram() == before);
    w.editor.scene().select({w.gain});
    const QPointF corner = w.editor.scene().level().block(w.gain)->geometry().rect.bottomRight();
    w.drag(corner, corner + QPointF(40, 40));
    QVERIFY(w.diagram() == before);
    w.key(Qt::Key_Right);
    QVERIFY(w.diagram() == before);
    QCOMPARE(w.document.undoStack().count(), 1);
  }

  void aDialogInsideSaysWhoRulesIt() {
    Linked w(file());
    BlockDialog dialog(w.document, w.gain);
    dialog.show();
    QVERIFY(dialog.findChild<QLabel*>("problem")->text().contains("parts.flx"));
    QVERIFY(!dialog.findChild<QLineEdit*>("parameter_k")->isEnabled());
    QVERIFY(!dialog.apply());
    w.document.apply(sim::break_link(w.diagram(), w.motor));
    BlockDialog free(w.document, w.gain);
    QVERIFY(free.findChild<QLineEdit*>("parameter_k")->isEnabled());
  }

  void aLibraryThatWasAwayComesBack() {
    const QString away = m_folder.filePath(QStringLiteral("away.flx"));
    const sim::BlockLibrary blocks = allBlocks();
    LibraryDock dock(blocks);
    auto* tree = dock.findChild<LibraryTree*>();
    UserLibraries::instance().add(file());
    const auto there = [&] {
      for (QTreeWidgetItemIterator it(tree); *it; ++it)
        if (LibraryTree::pathOf(*it) == QStringLiteral("Motor")) return true;
      return false;
    };
    QTRY_VERIFY(there());
    QVERIFY(QFile::rename(file(), away));
    QTRY_VERIFY(!there());
    QVERIFY(QFile::rename(away, file()));
    QTRY_VERIFY(there());
    UserLibraries::instance().remove(file());
  }

  void theSubsystemItselfIsTheModels() {
    Linked w(file());
    w.drag(w.middle(w.motor), w.middle(w.motor) + QPointF(40, 0));
    w.trigger(CommandId::Rotate);
    w.trigger(CommandId::CommentOut);
    QCOMPARE(w.document.undoStack().count(), 4);
    w.editor.scene().select({w.motor});
    w.trigger(CommandId::Copy);
    w.trigger(CommandId::Paste);
    QVERIFY(sim::is_linked(*w.document.block(w.editor.selectedBlocks().at(0))));
    w.trigger(CommandId::Delete);
    w.editor.scene().select({w.motor});
    w.trigger(CommandId::Delete);
    QVERIFY(w.diagram().blocks.empty() && w.diagram().lines.empty());
  }

  void aBrokenLinkCanBeRestored() {
    Linked w(file());
    w.editor.scene().select({w.motor});
    QVERIFY(w.commands.action(CommandId::BreakLink)->isEnabled());
    QVERIFY(!w.commands.action(CommandId::RestoreLink)->isEnabled());
    w.trigger(CommandId::BreakLink);
    QVERIFY(!w.commands.action(CommandId::BreakLink)->isEnabled());
    sim::Block changed = *w.document.block(w.gain);
    changed.parameters["k"] = "7";
    sim::Edit edit{"Set", {}};
    edit.set(w.gain, changed);
    w.document.apply(edit);
    QCOMPARE(w.k(), std::string("7"));
    const sim::Diagram mine = w.diagram();
    w.trigger(CommandId::RestoreLink);
    QCOMPARE(w.k(), std::string("2"));
    QVERIFY(w.commands.action(CommandId::BreakLink)->isEnabled());
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram() == mine);
    // From inside the subsystem, too.
    w.editor.showSubsystem(w.motor);
    QVERIFY(w.commands.action(CommandId::RestoreLink)->isEnabled());
    w.trigger(CommandId::RestoreLink);
    QCOMPARE(w.k(), std::string("2"));
    QCOMPARE(w.editor.subsystem(), w.motor);
  }

  void updatingTheDiagramTakesWhatTheLibraryHasNow() {
    MainWindow window(m_library);
    window.newDiagram();
    window.editor().insertLinked(file(), QStringLiteral("Motor"));
    writeLibrary("5");
    window.commands().action(CommandId::UpdateDiagram)->trigger();
    const sim::Diagram& d = window.document().diagram();
    QCOMPARE(d.blocks.at(*sim::find_block(d, "Motor/Gain")).parameters.at("k"), std::string("5"));
    QCOMPARE(window.document().undoStack().undoText(), QString("Update Links"));
  }

  void goingToTheLibraryShowsTheBlockThere() {
    MainWindow window(m_library);
    window.newDiagram();
    window.editor().insertLinked(file(), QStringLiteral("Motor"));
    const auto others = [&] {
      std::vector<MainWindow*> all;
      for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* other = qobject_cast<MainWindow*>(widget); other && other != &window) all.push_back(other);
      return all;
    };
    window.commands().action(CommandId::GoToLibrary)->trigger();
    QCOMPARE(others().size(), 1u);
    QCOMPARE(others().front()->document().path(), file());
    QCOMPARE(others().front()->editor().selectedBlocks().size(), 1u);
    window.commands().action(CommandId::GoToLibrary)->trigger();
    QCOMPARE(others().size(), 1u);
    delete others().front();
  }

 private:
  const sim::BlockLibrary m_library = allBlocks();
};

QTEST_MAIN(LibraryLinksTest)
#include "library_links_test.moc"
