// A machine without fonts draws every letter as the same box and reports no error: this test does.
#include <QFontDatabase>
#include <QImage>
#include <QPainter>
#include <QTest>

class FontsTest : public QObject {
  Q_OBJECT
 private slots:
  void thereIsAFontFamily() { QVERIFY2(!QFontDatabase::families().isEmpty(), "install fonts-dejavu-core"); }

  void lettersLookDifferent() {
    auto drawn = [](const QString& letter) {
      QImage image(32, 32, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      painter.drawText(image.rect(), Qt::AlignCenter, letter);
      return image;
    };
    QVERIFY(drawn(QStringLiteral("A")) != drawn(QStringLiteral("w")));
    QVERIFY(drawn(QStringLiteral("A")) != drawn(QString()));
  }
};

QTEST_MAIN(FontsTest)
#include "fonts_test.moc"
