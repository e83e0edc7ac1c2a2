// What annotations show: formulas, and pictures from beside the model only.
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "editor/note_text.h"

using namespace fluxion;

class NoteTextTest : public QObject {
  Q_OBJECT

  struct Text : NoteText {
    using NoteText::loadResource;
    using NoteText::NoteText;
  };

 private slots:
  void formulasBecomeScriptsAndSigns() {
    QVERIFY(withFormulas("$x_{12}^2$").contains("<i>x</i><sub>12</sub><sup>2</sup>"));
    QVERIFY(withFormulas("$\\alpha \\cdot \\omega$").contains("α · ω"));
    QVERIFY(withFormulas("$\\frac{a+b}{c}$").contains("(<i>a</i>+<i>b</i>)/<i>c</i>"));
    QVERIFY(withFormulas("$\\dot{x} = -x$").contains(QString("<i>x") + QChar(0x307) + "</i>"));
  }

  void moneyIsNoFormula() {
    QCOMPARE(withFormulas("$ 5 and 10 $"), QString("$ 5 and 10 $"));
    QCOMPARE(withFormulas("costs 5$ or 6"), QString("costs 5$ or 6"));
    QCOMPARE(withFormulas("a \\$x\\$ b"), QString("a $x$ b"));
  }

  void brokenFormulasDoNotHang() {
    for (const char* text :
         {"$}$", "$\\frac$", "$^$", "$\\$", "$\\sqrt{{{{$", "${}{}^{_}$", "$\\nothing{x}$"})
      withFormulas(text);
    withFormulas(u'$' + QString(400, u'{') + u'$');
    withFormulas(u'$' + QString(400, u'^') + u'$');
  }

  void markdownIsShown() {
    const NoteText text("# Title\n\n**bold** $x^2$", {}, 200, QFont());
    QCOMPARE(text.toPlainText(), QString("Title\nbold x2"));
  }

  void onlyPicturesBelowTheModelsFolderAreRead() {
    QTemporaryDir place;
    QDir(place.path()).mkpath("model/pictures");
    QImage image(20, 10, QImage::Format_RGB32);
    image.fill(Qt::red);
    image.save(place.filePath("secret.png"));
    image.save(place.filePath("model/pictures/a.png"));
    QFile::link(place.filePath("secret.png"), place.filePath("model/link.png"));
    QImage(NoteText::largestImageSide + 1, 2, QImage::Format_RGB32).save(place.filePath("model/wide.png"));
    Text text("x", place.filePath("model"), 200, QFont());
    const auto load = [&](const QString& name) {
      return text.loadResource(QTextDocument::ImageResource, QUrl(name)).value<QImage>();
    };
    QCOMPARE(load("pictures/a.png").size(), QSize(20, 10));
    QVERIFY(load("../secret.png").isNull());
    QVERIFY(load("link.png").isNull());
    QVERIFY(load("wide.png").isNull());
    QVERIFY(load(place.filePath("secret.png")).isNull());
    QVERIFY(load("file://" + place.filePath("model/pictures/a.png")).isNull());
    QVERIFY(load("http://example.org/a.png").isNull());
    QVERIFY(load(":/icons/find.svg").isNull());
    QVERIFY(Text("x", {}, 200, QFont())
                .loadResource(QTextDocument::ImageResource, QUrl("pictures/a.png"))
                .isNull());
  }
};

QTEST_MAIN(NoteTextTest)
#include "note_text_test.moc"
