// The Configuration dialog's Jacobian page: the facts and groups beside the picture, what it says where there
// is no Jacobian, and that the window never waits for it.
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QThreadPool>
#include <QTreeWidget>
#include <QtTest>

#include "editor/background.h"
#include "editor/compiled/compiled_models.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/configuration_variables.h"
#include "editor/jacobian/group_colors.h"
#include "editor/jacobian/jacobian_view.h"
#include "editor/jacobian/spy_plot.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/jacobian_models.h"

using namespace fluxion;

namespace {

// As many blocks as there are states: takes a while to compile.
sim::Diagram manyBlocks(int n) {
  sim::ModelBuilder m;
  sim::Id before = m.block("continuous/integrator", "x0", {{"x0", "1"}});
  m.connect(before, before);
  for (int k = 1; k < n; ++k) {
    const sim::Id next = m.block("continuous/integrator", "x" + std::to_string(k));
    m.connect(before, next);
    before = next;
  }
  m.connect(before, m.block("sinks/scope", "Scope"));
  return m.diagram;
}

// A document with its Configuration dialog open at the Jacobian page.
struct Opened {
  Opened(const sim::BlockLibrary& library, sim::Diagram diagram) : document(library) {
    document.setDiagram(std::move(diagram));
    dialog = std::make_unique<ConfigurationDialog>(document);
    dialog->showPage("Jacobian");
    dialog->show();
  }
  JacobianView& view() const { return *dialog->findChild<JacobianView*>("jacobianView"); }
  SpyPlot& plot() const { return *dialog->findChild<SpyPlot*>("jacobianPlot"); }
  QTreeWidget& groups() const { return *dialog->findChild<QTreeWidget*>("jacobianGroups"); }
  QString text(const char* label) const { return dialog->findChild<QLabel*>(label)->text(); }
  QString facts() const {
    QStringList all;
    for (const QLabel* label : view().findChildren<QLabel*>("jacobianFact"))
      if (!label->isHidden()) all += label->text();
    return all.join(u'\n');
  }
  bool settles() const {
    return QTest::qWaitFor([this] { return view().isUpToDate(); }, 20'000);
  }

  DiagramDocument document;
  std::unique_ptr<ConfigurationDialog> dialog;
};

int stateNamed(const sim::JacobianReport& report, const std::string& name) {
  return static_cast<int>(std::find(report.states.begin(), report.states.end(), name) -
                          report.states.begin());
}

}  // namespace

class JacobianTest : public QObject {
  Q_OBJECT
 private slots:
  void cleanup();
  void theThreeStateExampleHasFourNonzerosInTwoGroups();
  void settingsThatAreNotAppliedCount();
  void aModelWithAnErrorSaysWhatAndWhere();
  void aSettingWithAnErrorLeavesNoPicture();
  void withoutContinuousStatesThereIsNone();
  void largePatternsAreSeenFromAfar();
  void tabGoesFromTheSettingsToThePicture();
  void whatIsPointedAtIsSaid();
  void aChosenGroupStandsOut();
  void statesThatNothingDependsOnAreInNoGroup();
  void nothingIsCompiledForAPageThatIsNotSeen();
  void theSameModelIsNotCompiledAgain();
  void onlyTheLastOfManyChangesIsAnswered();
  void theDialogMayGoWhileItCompiles();
  void newVariablesTakeNoIdsOfTheDocument();
  void thePageIsCopiedAsText();

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

void JacobianTest::cleanup() { QThreadPool::globalInstance()->waitForDone(); }

void JacobianTest::theThreeStateExampleHasFourNonzerosInTwoGroups() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  const QString facts = opened.facts();
  QVERIFY2(facts.contains(
               QString("3 × 3, 4 nonzeros (44 %)").replace(" × ", "\u00a0×\u00a0").replace(" %", "\u00a0%")),
           qPrintable(facts));
  QVERIFY2(facts.contains("ode45 is explicit and needs none"), qPrintable(facts));
  QVERIFY2(facts.contains("2 directional derivatives for one Jacobian"), qPrintable(facts));
  QVERIFY2(facts.contains("dense"), qPrintable(facts));
  const SpyCells& cells = opened.plot().cells();
  QCOMPARE(cells.scale(), 1);
  QCOMPARE(cells.size(), 3);
  const sim::JacobianReport& report = *opened.view().report();
  const int at[] = {stateNamed(report, "x1.x"), stateNamed(report, "x2.x"), stateNamed(report, "x3.x")};
  const int expected[3][3] = {{1, 0, 1}, {0, 1, 0}, {0, 1, 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) QCOMPARE(cells.at(at[i], at[j]).nonzeros, expected[i][j]);
  // Columns 1 and 2 share no row, column 3 shares one with the first.
  QCOMPARE(cells.at(at[0], at[0]).group, cells.at(at[1], at[1]).group);
  QVERIFY(cells.at(at[0], at[0]).group != cells.at(at[0], at[2]).group);
  QCOMPARE(opened.groups().topLevelItemCount(), 3);  // "all" and two
  QSet<QString> sizes;
  for (int row = 1; row < 3; ++row) sizes += opened.groups().topLevelItem(row)->text(1);
  QCOMPARE(sizes, (QSet<QString>{"1", "2"}));
}

void JacobianTest::settingsThatAreNotAppliedCount() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  QVERIFY2(opened.facts().contains("auto gives Full analytical, because the model has fewer"),
           qPrintable(opened.facts()));
  opened.dialog->setText("Solver", "ode15s");
  opened.dialog->setText("SolverJacobianMethodControl", "Sparse perturbation");
  opened.dialog->setText("JacobianLinearSolver", "KLU");
  QVERIFY(!opened.view().isUpToDate());
  QVERIFY(opened.settles());
  const QString facts = opened.facts();
  QVERIFY2(facts.contains("ode15s is implicit and needs the Jacobian"), qPrintable(facts));
  QVERIFY2(facts.contains("Sparse perturbation, because it was asked for"), qPrintable(facts));
  QVERIFY2(facts.contains("2 evaluations of f"), qPrintable(facts));
  QVERIFY2(facts.contains("KLU, because it was asked for"), qPrintable(facts));
  QVERIFY(opened.document.diagram().settings.empty());
  opened.dialog->setText("SolverJacobianMethodControl", "Full perturbation");
  QVERIFY(opened.settles());
  QVERIFY2(opened.facts().contains("3 evaluations of f"), qPrintable(opened.facts()));
}

void JacobianTest::aModelWithAnErrorSaysWhatAndWhere() {
  sim::Diagram model = sim::three_states().diagram;
  for (auto& [id, block] : model.blocks)
    if (block.name == "x2") block.parameters["InitialCondition"] = "nowhere + 1";
  const Opened opened(m_library, model);
  QVERIFY(opened.settles());
  QVERIFY(opened.text("jacobianMessage").contains("does not compile"));
  QVERIFY2(
      opened.text("jacobianDetails").startsWith("x2") && opened.text("jacobianDetails").contains("nowhere"),
      qPrintable(opened.text("jacobianDetails")));
  QVERIFY(!opened.plot().isVisible());
  // The error is mended in the dialog.
  const int row = opened.dialog->variables().addVariable();
  opened.dialog->variables().setCell(row, VariablesPage::Name, "nowhere");
  opened.dialog->variables().setCell(row, VariablesPage::Expression, "3");
  QVERIFY(opened.settles());
  QVERIFY(opened.plot().isVisible());
  QCOMPARE(opened.view().report()->pattern.nonzeros(), 4);
}

void JacobianTest::aSettingWithAnErrorLeavesNoPicture() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  QVERIFY(opened.plot().isVisible());
  opened.dialog->setText("RelTol", "-1");
  QVERIFY(opened.settles());
  QVERIFY(!opened.plot().isVisible());
  QCOMPARE(opened.plot().cells().size(), 0);
  QCOMPARE(opened.view().report(), nullptr);
  QVERIFY2(opened.text("jacobianDetails").contains("RelTol"), qPrintable(opened.text("jacobianDetails")));
}

void JacobianTest::withoutContinuousStatesThereIsNone() {
  sim::ModelBuilder m;
  m.connect(m.block("sources/constant", "c"), m.block("sinks/scope", "Scope"));
  const Opened opened(m_library, m.diagram);
  QVERIFY(opened.settles());
  QVERIFY2(opened.text("jacobianMessage").contains("no continuous states"),
           qPrintable(opened.text("jacobianMessage")));
  QVERIFY(!opened.plot().isVisible());
}

void JacobianTest::largePatternsAreSeenFromAfar() {
  const int states = 3000;
  const Opened opened(m_library, sim::rod(states).diagram);
  QVERIFY(opened.settles());
  QVERIFY2(opened.view().report(), qPrintable(opened.text("jacobianDetails")));
  const SpyCells& cells = opened.plot().cells();
  QVERIFY(cells.scale() > 1);
  QCOMPARE(cells.size(), (states + cells.scale() - 1) / cells.scale());
  QVERIFY(cells.size() <= std::min(opened.plot().width(), opened.plot().height()));
  int nonzeros = 0;
  for (int i = 0; i < cells.size(); ++i)
    for (int j = 0; j < cells.size(); ++j) {
      nonzeros += cells.at(i, j).nonzeros;
      if (std::abs(i - j) > 1) QCOMPARE(cells.at(i, j).nonzeros, 0);
    }
  QCOMPARE(nonzeros, 3 * states - 2);
  QVERIFY(opened.text("jacobianScale").contains(QString("%1 × %1").arg(cells.scale())));
  QVERIFY(opened.plot().describe({0, 0}).contains("groups: 1, 2, 3"));
  // Larger, it shows more of it.
  const int before = cells.scale();
  opened.dialog->resize(1600, 1500);
  QVERIFY(QTest::qWaitFor([&] { return opened.plot().cells().scale() < before; }));
}

void JacobianTest::tabGoesFromTheSettingsToThePicture() {
  sim::Diagram model = sim::three_states().diagram;
  model.settings["Solver"] = "ode15s";
  const Opened opened(m_library, model);
  QVERIFY(opened.settles());
  QStringList order;
  QWidget* at = opened.dialog->findChild<QWidget*>("configurationPages");
  for (QWidget* next = at->nextInFocusChain(); next != at; next = next->nextInFocusChain())
    if ((next->focusPolicy() & Qt::TabFocus) && next->isVisible() && next->isEnabled())
      order += next->objectName().isEmpty() ? QString(next->metaObject()->className()) : next->objectName();
  QCOMPARE(order.mid(0, 8),
           (QStringList{"presets", "SolverJacobianMethodControl", "JacobianLinearSolver", "jacobianPlot",
                        "copyJacobian", "jacobianValues", "jacobianGroups", "QPushButton"}));
}

void JacobianTest::whatIsPointedAtIsSaid() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  SpyPlot& plot = opened.plot();
  QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.cellRect(1, 2).center().toPoint());
  QCOMPARE(plot.cursorCell(), QPoint(2, 1));
  QCOMPARE(opened.text("jacobianPointedAt"), plot.describe({2, 1}));
  QTest::mouseMove(&plot, plot.cellRect(0, 0).center().toPoint());
  QCOMPARE(opened.text("jacobianPointedAt"), plot.describe({0, 0}));
  QTest::keyClick(&plot, Qt::Key_Left);
  QCOMPARE(opened.text("jacobianPointedAt"), plot.describe({1, 1}));
  QVERIFY(opened.dialog->isVisible());
}

void JacobianTest::aChosenGroupStandsOut() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  SpyPlot& plot = opened.plot();
  opened.groups().setCurrentItem(opened.groups().topLevelItem(2));
  const QImage picture = plot.grab().toImage();
  const Theme theme = Theme::current(plot.palette());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int group = plot.cells().at(i, j).group;
      if (group < 0) continue;
      const QPointF center = plot.cellRect(i, j).center() * picture.devicePixelRatio();
      QCOMPARE(picture.pixelColor(center.toPoint()) == groupColor(theme, group), group == 1);
    }
}

void JacobianTest::statesThatNothingDependsOnAreInNoGroup() {
  sim::ModelBuilder m;
  const sim::Id x = m.block("continuous/integrator", "x"), y = m.block("continuous/integrator", "y");
  m.connect(x, x).connect(x, y).connect(y, m.block("sinks/scope", "Scope"));
  const Opened opened(m_library, m.diagram);
  QVERIFY(opened.settles());
  const QTreeWidgetItem* none = opened.groups().topLevelItem(opened.groups().topLevelItemCount() - 1);
  QCOMPARE(none->text(0), QString("none"));
  QCOMPARE(none->text(2), QString("y.x"));
}

void JacobianTest::nothingIsCompiledForAPageThatIsNotSeen() {
  DiagramDocument document(m_library);
  document.setDiagram(sim::three_states().diagram);
  ConfigurationDialog dialog(document);
  dialog.show();
  const auto* view = dialog.findChild<JacobianView*>("jacobianView");
  dialog.setText("Solver", "ode15s");
  QTest::qWait(400);
  QVERIFY(!view->isUpToDate());
  QVERIFY(!view->report());
  dialog.showPage("Jacobian");
  QVERIFY(QTest::qWaitFor([&] { return view->isUpToDate(); }));
  QVERIFY(view->report());
  QVERIFY(view->report()->needed);
}

void JacobianTest::theSameModelIsNotCompiledAgain() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  const sim::JacobianReport* before = opened.view().report();
  opened.dialog->showPage("Solver");
  opened.dialog->showPage("Jacobian");
  opened.dialog->setText("StopTime", "10");  // the default
  QVERIFY(opened.settles());
  QCOMPARE(opened.view().report(), before);
  QVERIFY(opened.dialog->apply());
  QVERIFY(opened.settles());
  QCOMPARE(opened.view().report(), before);
}

void JacobianTest::onlyTheLastOfManyChangesIsAnswered() {
  QStringList answers;
  ModelInquiry inquiry(this, modelWork(std::make_shared<CompiledModels>(sharedCopy(m_library))),
                       [&](const ModelAnswer& answer) {
                         answers +=
                             answer.report ? QString::fromStdString(answer.report->solver) : QString("none");
                       });
  for (const char* solver : {"ode45", "ode23", "ode15s", "ode23t"}) {
    sim::Diagram model = manyBlocks(300);
    model.settings["Solver"] = solver;
    inquiry.ask(std::make_shared<const sim::Diagram>(std::move(model)));
    QVERIFY(inquiry.isBusy());
  }
  QVERIFY(QTest::qWaitFor([&] { return !inquiry.isBusy(); }, 20'000));
  QCOMPARE(answers, QStringList{"ode23t"});
}

// The thread is asked to stop, and nobody waits for it.
void JacobianTest::theDialogMayGoWhileItCompiles() {
  auto opened = std::make_unique<Opened>(m_library, manyBlocks(20'000));
  QVERIFY(opened->view().isVisible());
  QCOMPARE(opened->text("jacobianMessage"), QString("Compiling…"));
  QTest::qWait(50);
  QVERIFY(!opened->view().isUpToDate());
  opened.reset();
  constexpr int soon = 2000;  // ms; 100 on a machine at rest
  QVERIFY(QThreadPool::globalInstance()->waitForDone(soon));
  QCoreApplication::processEvents();
  // And once more while its answer is on its way.
  opened = std::make_unique<Opened>(m_library, sim::three_states().diagram);
  QThreadPool::globalInstance()->waitForDone();
  opened.reset();
  QCoreApplication::processEvents();
}

void JacobianTest::newVariablesTakeNoIdsOfTheDocument() {
  Opened opened(m_library, sim::three_states().diagram);
  VariablesPage& page = opened.dialog->variables();
  page.setCell(page.addVariable(), VariablesPage::Name, "k");
  const sim::Diagram draft = opened.dialog->draft();
  QCOMPARE(draft.variables.size(), std::size_t{1});
  QVERIFY(draft == opened.dialog->draft());
  QVERIFY(opened.document.diagram().variables.empty());
  QVERIFY(sim::to_number(opened.document.newId()) == sim::to_number(draft.variables.begin()->first));
}

void JacobianTest::thePageIsCopiedAsText() {
  const Opened opened(m_library, sim::three_states().diagram);
  QVERIFY(opened.settles());
  opened.dialog->findChild<QPushButton*>("copyJacobian")->click();
  QCOMPARE(QGuiApplication::clipboard()->text(),
           QString::fromStdString(sim::jacobian_text(*opened.view().report())));
}

QTEST_MAIN(JacobianTest)
#include "jacobian_test.moc"
