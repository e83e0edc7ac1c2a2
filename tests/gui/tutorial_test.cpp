// Chapter 1 of docs/tutorial, gesture by gesture: what it says to type and click gives its model.
#include <QTest>
#include <map>
#include <set>
#include <string>

#include "sim_core/diagram/model_file.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class TutorialTest : public QObject {
  Q_OBJECT

  static sim::Id blockOf(const sim::Diagram& diagram, const std::string& type, int number = 0) {
    for (const auto& [id, block] : diagram.blocks)
      if (block.type == type && number-- == 0) return id;
    return sim::no_id;
  }

  // From which block type to which, with the input.
  static std::multiset<std::string> wiring(const sim::Diagram& diagram) {
    std::multiset<std::string> all;
    const auto named = [&](sim::Id id) {
      const sim::Id first = blockOf(diagram, "continuous/integrator");
      return id == first ? std::string("velocity") : diagram.blocks.at(id).type;
    };
    for (const auto& [id, line] : diagram.lines)
      all.insert(named(line.source->block) + " > " + named(line.target->block));
    return all;
  }

 private slots:
  void theFirstChapterDrawsItsModel() {
    CanvasWindow w;
    const auto enter = [&](const char* words, Qt::KeyboardModifier with) {
      QVERIFY(w.quickInsert());
      w.quickInsert()->setText(QString::fromLatin1(words));
      QTest::keyClick(w.quickInsert(), Qt::Key_Return, with);
      QTRY_VERIFY(!w.quickInsert());
    };
    const auto type = [&](const char* words) {
      QTest::keyClicks(&w.editor.view(), QString::fromLatin1(words).left(1));
      enter(words, Qt::ShiftModifier);
    };
    w.doubleClick({200, 200});
    enter("integrator", Qt::NoModifier);
    type("integrator 1");
    type("scope");
    const sim::Id velocity = blockOf(w.diagram(), "continuous/integrator"),
                  position = blockOf(w.diagram(), "continuous/integrator", 1);
    w.click(w.middle(position));
    type("gain -k/m, k=8, m=2");
    w.trigger(CommandId::Flip);
    w.click(w.middle(velocity), Qt::ControlModifier);

    auto file = sim::load_model("docs/tutorial/spring.flx");
    QVERIFY(file);
    QCOMPARE(wiring(w.diagram()), wiring(file->diagram));
    const sim::Diagram& drawn = w.diagram();
    QCOMPARE(drawn.blocks.at(position).parameters.at("InitialCondition"), std::string("1"));
    const sim::Block& spring = drawn.blocks.at(blockOf(drawn, "math/gain"));
    QCOMPARE(spring.parameters.at("k"), std::string("-k/m"));
    QVERIFY(spring.flipped);
    std::map<std::string, std::string> variables, expected;
    for (const auto& [id, variable] : drawn.variables) variables[variable.name] = variable.expression;
    for (const auto& [id, variable] : file->diagram.variables) expected[variable.name] = variable.expression;
    QVERIFY(variables == expected);
  }
};

QTEST_MAIN(TutorialTest)
#include "tutorial_test.moc"
