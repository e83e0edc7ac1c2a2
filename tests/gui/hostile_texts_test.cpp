// Text of a model that looks like HTML, wherever it is shown. It names a pipe that nobody writes to as a
// picture: a place that takes it for HTML waits for ever, and the test program is ended.
#include <sys/stat.h>

#include <QAbstractItemView>
#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <set>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/masks/mask_dialogs.h"
#include "editor/masks/mask_editor.h"
#include "editor/plain_text.h"
#include "editor/problems/problems_dock.h"
#include "editor/scopes/scope_view.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class HostileTextsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
    const QString pipe = m_folder.filePath("pipe");
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    QVERIFY(QDir::setCurrent(m_folder.path()));
    m_hostile = QStringLiteral("<img src=pipe><b>x");  // names have no slashes
  }

  void aMessageAboutAFileIsPlain() {
    QFile file(m_folder.filePath("twice.flx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray name =
        QJsonDocument(QJsonArray{m_hostile}).toJson(QJsonDocument::Compact).mid(1).chopped(1);
    file.write("{\"fluxion\":1,\"blocks\":[{\"id\":1,\"type\":\"math/gain\",\"name\":\"G\"," + name + ":1," +
               name + ":2}]}");
    file.close();
    MainWindow window(m_library);
    QString shown;
    QTimer::singleShot(0, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      QVERIFY(box);
      auto* label = box->findChild<QLabel*>("qt_msgbox_label");
      QCOMPARE(label->textFormat(), Qt::PlainText);
      shown = label->text();
      box->accept();
    });
    QVERIFY(!window.opening().openFile(file.fileName()));
    QVERIFY2(shown.contains(m_hostile), qPrintable(shown));
  }

  void aPipeIsNoModel() {
    MainWindow window(m_library);
    QString told;
    window.questions().setTell([&](const QString&, const QString& text) { told = text; });
    QVERIFY(!window.opening().openFile(m_folder.filePath("pipe")));
    QVERIFY2(told.contains("not a file"), qPrintable(told));
  }

  void tipsShowTextAsItIs() {
    QCOMPARE(plainTip("a < b"), QString("a < b"));
    QVERIFY(!plainTip(m_hostile).contains("<img"));
    QVERIFY(plainTip(m_hostile).contains("&lt;img"));
  }

  void everyPlaceShowsTheTextOfAModelAsItIs() {
    MainWindow window(m_library);
    QString told;
    window.questions().setTell([&](const QString&, const QString& text) { told = text; });
    window.resize(1300, 900);
    window.show();
    QVERIFY2(window.opening().openFile(hostileModel()), qPrintable(told));
    window.problems().add(
        {sim::error(m_hostile.toStdString(), m_hostile.toStdString(), m_hostile.toStdString())});
    for (auto* dock : window.findChildren<QDockWidget*>()) dock->show();
    settle(window);
    check("the window");
    for (const auto& [id, block] : window.document().diagram().blocks) {
      emit window.editor().blockActivated(id);
      settle(window);
      check(qPrintable(QString::fromStdString(block.type)));
      closeDialogs(window);
    }
    for (const auto& [id, block] : window.document().diagram().blocks) {
      if (!block.mask) continue;
      QVERIFY(openMaskHelp(window.document(), id, window));
      (new MaskEditor(window.document(), id, &window))->show();
      settle(window);
      check("the mask editor");
      closeDialogs(window);
    }
  }

  // What a command or a scope's button opens is looked at, also of those that come later: with a model that
  // has run twice, one block selected.
  // In parts, for each has its own limit of time, and sanitizers are slow.
  void everyCommandShowsTheTextOfAModelAsItIs_data() {
    QTest::addColumn<bool>("ofScopes");
    QTest::addColumn<int>("part");
    for (int part = 0; part < parts; ++part)
      for (bool ofScopes : {false, true})
        QTest::addRow("%s %d", ofScopes ? "scopes" : "commands", part) << ofScopes << part;
  }
  void everyCommandShowsTheTextOfAModelAsItIs() {
    QFETCH(bool, ofScopes);
    QFETCH(int, part);
    MainWindow window(m_library);
    QString told;
    window.questions().setTell([&](const QString&, const QString& text) { told = text; });
    window.questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
    window.resize(1300, 900);
    window.show();
    QVERIFY2(window.opening().openFile(hostileModelThatRuns()), qPrintable(told));
    for (int k = 0; k < 2; ++k) {
      QSignalSpy finished(&window.runs(), &RunController::finished);
      window.commands().action(CommandId::Run)->trigger();
      QVERIFY(finished.wait(20000));
      QCOMPARE(window.runs().run()->result().end, sim::RunEnd::Finished);
    }
    for (auto* dock : window.findChildren<QDockWidget*>()) dock->show();
    settle(window);
    check("the docks");
    // Dialogs that wait for an answer are looked at and closed.
    int modal = 0;
    QTimer closer;
    connect(&closer, &QTimer::timeout, this, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (!dialog || (!dialog->isVisible())) return;
      ++modal;
      check(qPrintable(dialog->windowTitle()));
      dialog->close();
    });
    closer.start(50);
    std::set<QAction*> unwanted;
    for (const CommandId id : {CommandId::New, CommandId::Open, CommandId::SaveAs, CommandId::Close,
                               CommandId::Quit, CommandId::Print})  // the system's dialogs, and ends
      unwanted.insert(window.commands().action(id));
    const auto tryAll = [&](const QList<QPointer<QAction>>& actions) {  // some go while others are tried
      for (const QPointer<QAction>& action : actions) {
        if (!action || unwanted.contains(action.data()) || action->menu() || action->isSeparator()) continue;
        const QString name = action->text() + u' ' + action->objectName();
        window.editor().scene().clearSelection();
        if (!window.editor().scene().level().blocks().empty())
          window.editor().scene().level().blocks().front()->setSelected(true);
        action->trigger();
        settle(window);
        check(qPrintable(name));
        closeDialogs(window);
        if (window.runs().isActive()) {
          window.runs().stop();
          QTRY_VERIFY_WITH_TIMEOUT(!window.runs().isActive(), 20000);
        }
        window.document().undoStack().setIndex(0);
      }
    };
    QList<QPointer<QAction>> all, ofThisPart;
    if (ofScopes)
      for (auto* scope : window.findChildren<ScopeView*>())
        for (QAction* action : scope->findChildren<QAction*>()) all << action;
    else
      for (QAction* action : window.commands().all()) all << action;
    QVERIFY(all.size() > (ofScopes ? 10 : 80));
    for (qsizetype k = part; k < all.size(); k += parts) ofThisPart << all[k];
    tryAll(ofThisPart);
    QTest::mouseDClick(window.editor().view().viewport(), Qt::LeftButton, {}, QPoint(30, 30));
    settle(window);
    check("quick insert");
  }

 private:
  static QByteArray scopeModel(const QString& name) {
    const QJsonArray blocks{
        QJsonObject{
            {"id", 1}, {"type", "sources/sine_wave"}, {"name", name}, {"signals", QJsonObject{{"1", name}}}},
        QJsonObject{{"id", 2},
                    {"type", "continuous/integrator"},
                    {"name", name + "2"},
                    {"signals", QJsonObject{{"1", name + "2"}}}},
        QJsonObject{{"id", 3},
                    {"type", "sinks/scope"},
                    {"name", name + "3"},
                    {"parameters", QJsonObject{{"inputs", "2"}}}},
        QJsonObject{{"id", 4}, {"type", "ports/outport"}, {"name", name + "4"}},
    };
    const auto line = [](int id, int from, int to, int port) {
      return QJsonObject{{"id", id}, {"from", QJsonArray{from, 1}}, {"to", QJsonArray{to, port}}};
    };
    const QJsonArray lines{line(10, 1, 2, 1), line(11, 1, 3, 1), line(12, 2, 3, 2), line(13, 2, 4, 1)};
    return QJsonDocument(QJsonObject{{"fluxion", 1}, {"blocks", blocks}, {"lines", lines}}).toJson();
  }
  QString hostileModelThatRuns() {
    QFile file(m_folder.filePath(m_hostile + QStringLiteral(".flx")));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(scopeModel(m_hostile));
    return file.fileName();
  }

  // Every text that a file can hold.
  QString hostileModel() {
    const auto hostile = [&](QJsonObject more) {
      more["description"] = m_hostile;
      return more;
    };
    const QJsonObject parameter{{"name", "K"}, {"label", m_hostile}, {"value", "2"},
                                {"unit", "m"}, {"group", m_hostile}, {"description", m_hostile}};
    const QJsonArray blocks{
        QJsonObject{{"id", 1},
                    {"type", "math/gain"},
                    {"name", m_hostile},
                    {"parameters", QJsonObject{{"k", m_hostile}}}},
        QJsonObject{{"id", 2}, {"type", m_hostile}, {"name", "Unknown"}},
        QJsonObject{{"id", 3},
                    {"type", "ports/subsystem"},
                    {"name", m_hostile + "2"},
                    {"mask", QJsonArray{parameter}},
                    {"mask_description", m_hostile + "\n\n![](pipe) ![](/dev/zero) ![](file:///dev/zero)"}},
        QJsonObject{{"id", 4}, {"type", "sinks/scope"}, {"name", m_hostile + "3"}},
    };
    const QJsonObject model{
        {"fluxion", 1},
        {"variables",
         QJsonArray{hostile({{"id", 10}, {"name", "a"}, {"value", m_hostile}, {"unit", m_hostile}})}},
        {"blocks", blocks},
        {"lines",
         QJsonArray{QJsonObject{
             {"id", 20}, {"from", QJsonArray{1, 1}}, {"to", QJsonArray{4, 1}}, {"name", m_hostile}}}},
        {"annotations", QJsonArray{QJsonObject{{"id", 30},
                                               {"text", m_hostile + " ![](pipe)"},
                                               {"position", QJsonArray{0, 200}},
                                               {"size", QJsonArray{200, 80}}}}}};
    QFile file(m_folder.filePath("hostile.flx"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QJsonDocument(model).toJson());
    return file.fileName();
  }

  static void settle(QWidget& window) {
    for (int k = 0; k < 5; ++k) {
      QCoreApplication::processEvents();
      QTest::qWait(10);
    }
    window.grab();
  }
  static void closeDialogs(QWidget& window) {
    for (auto* dialog : window.findChildren<QDialog*>()) dialog->close();
    QCoreApplication::processEvents();
  }

  void check(const char* where) {
    for (QWidget* widget : QApplication::allWidgets()) {
      QVERIFY2(!widget->toolTip().contains("<img"), where);
      if (auto* label = qobject_cast<QLabel*>(widget)) {
        QVERIFY2(!label->isVisible() || label->textFormat() != Qt::AutoText, qPrintable(label->text()));
        if (label->textFormat() != Qt::PlainText) QVERIFY2(!label->text().contains("<img"), where);
      }
      if (auto* view = qobject_cast<QAbstractItemView*>(widget); view && view->model())
        checkItems(*view->model(), {}, where);
    }
  }
  void checkItems(const QAbstractItemModel& model, const QModelIndex& parent, const char* where) {
    constexpr int most = 300;
    for (int row = 0; row < std::min(most, model.rowCount(parent)); ++row)
      for (int column = 0; column < model.columnCount(parent); ++column) {
        const QModelIndex index = model.index(row, column, parent);
        QVERIFY2(!index.data(Qt::ToolTipRole).toString().contains("<img"), where);
        QVERIFY2(!index.data(Qt::WhatsThisRole).toString().contains("<img"), where);
        if (column == 0) checkItems(model, index, where);
      }
  }

  static constexpr int parts = 4;
  QTemporaryDir m_folder;
  QString m_hostile;
  sim::BlockLibrary m_library = sim::standard_library();
};

QTEST_MAIN(HostileTextsTest)
#include "hostile_texts_test.moc"
