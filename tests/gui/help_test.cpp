// The reference of blocks: a page for each, written from its declaration.
#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeWidget>
#include <set>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/help/doc_html.h"
#include "editor/help/formula_layout.h"
#include "editor/help/help_browser.h"
#include "editor/help/help_page.h"
#include "editor/help/help_window.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/plugin/plugin_loader.h"

using namespace fluxion;

static sim::BlockLibrary everything() {
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  sim::load_plugins(FLUXION_PLUGIN_DIR, library);  // as many as are built
  return library;
}

// Blocks that compute nothing of their own: they hand signals on, show them, or say where and when others are
// computed.
static const std::set<std::string> withoutEquation = {"user_defined/unresolved",
                                                      "planar/world",
                                                      "planar/fixed_frame",
                                                      "planar/frame_offset",
                                                      "planar/force_source",
                                                      "planar/motion_sensor",
                                                      "ports/subsystem",
                                                      "ports/inport",
                                                      "ports/outport",
                                                      "ports/connection_port",
                                                      "ports/enabled_subsystem",
                                                      "ports/triggered_subsystem",
                                                      "ports/enabled_triggered_subsystem",
                                                      "ports/function_call_subsystem",
                                                      "ports/atomic_subsystem",
                                                      "ports/action_subsystem",
                                                      "ports/switch_case_action_subsystem",
                                                      "ports/resettable_subsystem",
                                                      "ports/for_iterator_subsystem",
                                                      "ports/while_iterator_subsystem",
                                                      "ports/for_each_subsystem",
                                                      "ports/enable",
                                                      "ports/trigger",
                                                      "ports/action_port",
                                                      "ports/reset_port",
                                                      "ports/for_iterator",
                                                      "ports/while_iterator",
                                                      "ports/for_each",
                                                      "routing/goto",
                                                      "routing/from",
                                                      "routing/goto_tag_visibility",
                                                      "routing/bus_creator",
                                                      "routing/bus_selector",
                                                      "routing/bus_assignment",
                                                      "routing/bus_to_vector",
                                                      "sinks/scope",
                                                      "sinks/xy_graph",
                                                      "sinks/display",
                                                      "controls/text_display",
                                                      "sinks/to_file",
                                                      "sinks/to_variable",
                                                      "exchange/udp_in",
                                                      "exchange/udp_out",
                                                      "exchange/serial_in",
                                                      "exchange/serial_out",
                                                      "sinks/terminator",
                                                      "sinks/stop_simulation"};

class HelpTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = everything();
  const ExampleIndex m_examples{QStringLiteral(FLUXION_SOURCE_DIR "/examples")};

  QString page(const char* type) const {
    return blockHelpPage(*m_library.find(type), m_library, m_examples, Theme::current(QPalette()));
  }

 private slots:
  void everyBlockHasASummaryAnEquationPortsAndParameters() {
    for (const sim::BlockType* type : m_library.all()) {
      const BlockDoc doc = readBlockDoc(type->doc);
      QVERIFY2(!doc.summary.isEmpty() && doc.summary.endsWith(u'.'), type->id.c_str());
      QVERIFY2(!doc.summary.contains(u'$') && !doc.summary.contains(u'`'), type->id.c_str());
      QVERIFY2(!doc.equations.isEmpty() || withoutEquation.contains(type->id), type->id.c_str());
      const QString text = page(type->id.c_str());
      for (const char* section : {"Ports", "Parameters", "Behavior", "Example"})
        QVERIFY2(text.contains(QStringLiteral("<h3>%1</h3>").arg(section)), type->id.c_str());
      for (const auto& spec : type->parameters)
        QVERIFY2(text.contains(QString::fromStdString(spec.name).toHtmlEscaped()), type->id.c_str());
      for (const auto& port : type->fixed_inputs)
        QVERIFY2(text.contains(QString::fromStdString(port.name).toHtmlEscaped()), type->id.c_str());
      for (const auto& port : type->conserving)
        QVERIFY2(text.contains(QString::fromStdString(port.name).toHtmlEscaped()), type->id.c_str());
    }
  }

  void everyFormulaIsUnderstood() {
    for (const sim::BlockType* type : m_library.all()) {
      const BlockDoc doc = readBlockDoc(type->doc);
      QVERIFY2(doc.problems.isEmpty(), (type->id + ": " + doc.problems.join("; ").toStdString()).c_str());
      QVERIFY2(!doc.html.contains(u'$'), type->id.c_str());
      QVERIFY2(!QString(doc.html).remove(QRegularExpression("formula:[^\"]*")).contains(u'\\'),
               type->id.c_str());
      for (const QString& tex : doc.equations) {
        const FormulaPicture picture = formulaPicture(tex, QFont(), Qt::black, 1);
        QVERIFY2(picture.image.width() > 8 && picture.image.width() < 900, type->id.c_str());
        QVERIFY2(picture.image.height() > 8 && picture.image.height() < 200, type->id.c_str());
      }
    }
  }

  void aSentenceThatBeginsWithAFormulaIsNoEquation() {
    const BlockDoc doc = readBlockDoc("Adds.\n\n$y = u$ (first)\n$y = v$\n\n$u$ is the input. More.");
    QCOMPARE(doc.equations, QStringList({"y = u", "y = v"}));
    QVERIFY(doc.html.contains("is the input. More.</p>"));
    QVERIFY(doc.html.contains("(first)"));
  }

  void whatIsNoFormulaIsNamed() {
    const auto problems = [](const char* tex) {
      return formulaPicture(QString::fromUtf8(tex), QFont(), Qt::black, 1).problems;
    };
    QVERIFY(problems("y = \\frac{a}{b}").isEmpty());
    QVERIFY(!problems("y = \\nonsense x").isEmpty());
    QVERIFY(!problems("y = \\frac{a").isEmpty());
    QVERIFY(!problems("\\begin{cases} a & b").isEmpty());
    QVERIFY(!problems("\\left( a").isEmpty());
    QVERIFY(!problems("a } b").isEmpty());
    formulaPicture(QString(2000, u'{'), QFont(), Qt::black, 1);  // ends
  }

  void aFractionIsTallerThanItsParts() {
    const auto height = [](const char* tex) {
      return formulaPicture(QString::fromUtf8(tex), QFont(), Qt::black, 1).image.height();
    };
    QVERIFY(height("\\frac{a}{b}") > 1.6 * height("a"));
    QVERIFY(height("\\left( \\frac{a}{b} \\right)") >= height("\\frac{a}{b}"));
    QVERIFY(height("\\begin{cases} a & b \\\\ c & d \\\\ e & f \\end{cases}") > 2 * height("a"));
  }

  void aPageSaysWhatTheCompilerFinds() {
    QVERIFY(page("discontinuities/saturation").contains("u passes UpperLimit"));
    QVERIFY(page("math/gain").contains("y reads u at the same instant"));
    QVERIFY(page("continuous/integrator").contains("no algebraic loop"));
    QVERIFY(page("driveline/clutch").contains("locks and breaks loose"));
    QVERIFY(page("sources/counter_free_running").contains("1 to 53"));
  }

  void aProgramIsShownLineByLine() {
    QTextDocument text;
    text.setHtml(page("user_defined/function"));
    const sim::BlockType& type = *m_library.find("user_defined/function");
    const auto& spec = type.parameters[static_cast<std::size_t>(type.parameter_index("script"))];
    QString lines = QString::fromStdString(spec.default_text).trimmed();
    QVERIFY(lines.contains(u'\n'));
    QString shown = text.toPlainText();
    shown.replace(QChar::LineSeparator, u'\n').replace(QChar::Nbsp, u' ');
    QVERIFY2(shown.contains(lines), qPrintable(shown));
  }

  void choicesOfAPageAreInWordsWithTheirNames() {
    QTextDocument text;
    text.setHtml(page("math/sqrt"));
    QVERIFY(text.toPlainText().contains("Signed square root (signedSqrt)"));
  }

  void aPageNamesExamplesThatUseTheBlock() {
    QVERIFY(!m_examples.uses("continuous/integrator").empty());
    QVERIFY(m_examples.uses("no/such").empty());
    for (const ExampleUse& use : m_examples.uses("driveline/clutch")) {
      QVERIFY(QFile::exists(use.path));
      QVERIFY(use.count > 0 && !use.firstBlock.isEmpty());
    }
    QVERIFY(page("driveline/clutch").contains("example:"));
  }

  void linksLeadToOtherPagesAndBack() {
    HelpWindow window(m_library);
    window.showPage("math/gain");
    QCOMPARE(window.browser().block(), QString("math/gain"));
    window.browser().setSource(QUrl("block:math/sum"));
    QCOMPARE(window.browser().block(), QString("math/sum"));
    QVERIFY(window.browser().toPlainText().contains("Adds and subtracts"));
    window.browser().backward();
    QCOMPARE(window.browser().block(), QString("math/gain"));
    window.browser().forward();
    QCOMPARE(window.browser().block(), QString("math/sum"));
    window.browser().setSource(QUrl("category:Math Operations"));
    QVERIFY(window.browser().toPlainText().contains("Gain"));
    QVERIFY(!window.browser().toPlainText().contains("Saturation Dynamic"));
  }

  void everyLinkOfAPageLeadsSomewhere() {
    for (const sim::BlockType* type : m_library.all()) {
      const QString text = page(type->id.c_str());
      static const QRegularExpression link("href=\"block:([^\"]*)\"");
      for (auto it = link.globalMatch(text); it.hasNext();)
        QVERIFY(m_library.find(it.next().captured(1).toStdString()));
    }
  }

  void anExampleAndAnInsertionAreAskedForAndLeaveThePage() {
    HelpWindow window(m_library);
    window.showPage("math/gain");
    QSignalSpy example(&window, &HelpWindow::exampleRequested), insert(&window, &HelpWindow::insertRequested);
    window.browser().setSource(QUrl("example:/a/b%20c.flx#Sub/Gain"));
    window.browser().setSource(QUrl("insert:math/gain"));
    QCOMPARE(example.size(), 1);
    QCOMPARE(example[0][0].toString(), QString("/a/b c.flx"));
    QCOMPARE(example[0][1].toString(), QString("Sub/Gain"));
    QCOMPARE(insert.size(), 1);
    QCOMPARE(window.browser().block(), QString("math/gain"));
  }

  void f1IsAboutTheSelectedBlockAndAnExampleOpensBesideIt() {
    MainWindow window(m_library);
    window.newDiagram();
    window.show();
    window.editor().insertBlock("math/gain");
    const sim::Id gain = window.document().diagram().blocks.begin()->first;
    window.editor().revealBlock(gain);
    window.commands().action(CommandId::BlockHelp)->trigger();
    HelpWindow* help = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* found = qobject_cast<HelpWindow*>(widget)) help = found;
    QVERIFY(help && help->isVisible());
    QCOMPARE(help->browser().block(), QString("math/gain"));
    help->browser().setSource(QUrl("insert:math/sum"));
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{2});
    window.editor().scene().select({});
    window.commands().action(CommandId::BlockHelp)->trigger();
    QCOMPARE(help->browser().block(), QString());
    QVERIFY(help->browser().toPlainText().contains("Block Reference"));
    window.questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
    const ExampleUse& use = m_examples.uses("driveline/clutch").front();
    emit help->exampleRequested(use.path, use.firstBlock);
    // Beside the diagram, which is being worked on.
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{2});
    QCOMPARE(ModelWindows::all().size(), std::size_t{2});
    MainWindow& shown = *ModelWindows::all().back();
    QVERIFY(shown.document().path().isEmpty() && shown.document().home().endsWith(".flx"));
    QCOMPARE(shown.editor().selectedBlocks().size(), std::size_t{1});
    QCOMPARE(shown.document().typeOf(shown.editor().selectedBlocks().front())->id,
             std::string("driveline/clutch"));
    auto* readme = shown.findChild<QAction*>("aboutModel");
    QVERIFY(readme);
    readme->trigger();
    auto* about = shown.findChild<QTextBrowser*>("modelReadme");
    QVERIFY(about && about->isVisible());
    about->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(about));
    QVERIFY(about->toPlainText().contains("What to look at"));
    QTest::keyClick(about, Qt::Key_Escape);
    QTRY_VERIFY(!shown.findChild<QTextBrowser*>("modelReadme"));
    shown.close();
    window.close();
    QVERIFY(!help->isVisible());
  }

  void theSearchShowsTheBestMatch() {
    HelpWindow window(m_library);
    window.showPage();
    auto* search = window.findChild<QLineEdit*>("helpSearch");
    QTest::keyClicks(search, "state-space");
    QCOMPARE(window.browser().block(), QString("continuous/state_space"));
    auto* list = window.findChild<QTreeWidget*>("helpList");
    QVERIFY(list->currentItem());
    QCOMPARE(list->currentItem()->text(0), QString("State-Space"));
    search->clear();
    QVERIFY(!list->topLevelItem(0)->isHidden());
  }

  void aMissingTypeSaysSo() {
    HelpWindow window(m_library);
    window.showPage("gone/away");
    QVERIFY(window.browser().toPlainText().contains("plug-in"));
  }

  void picturesAreThere() {
    HelpBrowser browser(m_library);
    browser.showBlock("discontinuities/dead_zone");
    int images = 0;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
      for (auto it = block.begin(); !it.atEnd(); ++it)
        if (it.fragment().charFormat().isImageFormat()) {
          ++images;
          const QString name = it.fragment().charFormat().toImageFormat().name();
          QVERIFY(!browser.document()->resource(QTextDocument::ImageResource, QUrl(name)).isNull());
        }
    QVERIFY(images >= 2);
  }
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
