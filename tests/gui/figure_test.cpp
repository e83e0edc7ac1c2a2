// Figures for papers: sizes in millimeters and points, on white in any theme, with text that stays text,
// dashes where colors do not tell curves apart, and nothing outside of the plots.
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QPainter>
#include <QSettings>
#include <QSvgRenderer>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <memory>
#include <set>

#include "editor/plots/arrow_heads.h"
#include "editor/plots/line_painter.h"
#include "editor/plots/plot_picture.h"
#include "editor/scopes/axis_titles_text.h"
#include "editor/scopes/figure.h"
#include "editor/scopes/figure_form.h"
#include "editor/scopes/scope_export_dialog.h"
#include "editor/scopes/scope_panel.h"

using namespace fluxion;

namespace {

// Sines in one plot, named signal_1 and so on.
ScopeSource sines(int count) {
  std::vector<std::string> names;
  for (int k = 0; k < count; ++k) names.push_back("signal_" + std::to_string(k + 1));
  auto log = std::make_shared<sim::SignalLog>(names);
  for (int row = 0; row <= 400; ++row) {
    std::vector<double> values;
    for (int k = 0; k < count; ++k) values.push_back(std::sin(0.025 * row - 0.4 * k));
    log->append(0.025 * row, values);
  }
  ScopeSource source;
  source.title = QStringLiteral("Speeds");
  source.log = log;
  source.stopTime = 10;
  source.axes = {{QStringLiteral("speed"), {}, QStringLiteral("rad/s")}};
  for (int k = 0; k < count; ++k)
    source.axes[0].curves.push_back({QString::fromStdString(names[static_cast<std::size_t>(k)]), k});
  return source;
}

struct Drawing {  // what an SVG file says
  QString width, height, viewBox;
  QStringList texts, sizes;
  std::set<QString> dashes;
  std::vector<QPointF> points;  // of polylines, as drawn
};

Drawing readSvg(const QString& path) {
  Drawing out;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return out;
  QXmlStreamReader xml(&file);
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto value = [&xml](const char* name) {
      return xml.attributes().value(QLatin1String(name)).toString();
    };
    if (xml.name() == QLatin1String("svg")) {
      out.width = value("width");
      out.height = value("height");
      out.viewBox = value("viewBox");
    }
    if (const QString dashes = value("stroke-dasharray"); !dashes.isEmpty()) out.dashes.insert(dashes);
    if (xml.name() == QLatin1String("polyline"))
      for (const QString& pair : value("points").split(u' ', Qt::SkipEmptyParts)) {
        const QStringList xy = pair.split(u',');
        if (xy.size() == 2) out.points.emplace_back(xy[0].toDouble(), xy[1].toDouble());
      }
    if (xml.name() == QLatin1String("text")) {
      out.sizes << value("font-size");
      out.texts << xml.readElementText().trimmed();
    }
  }
  return out;
}

}  // namespace

class FigureTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    QVERIFY(m_folder.isValid());
  }
  void init() { QSettings(QStringLiteral("Fluxion"), QStringLiteral("fluxion")).clear(); }
  void svgIsInMillimetersAndPointsWithRealText();
  void pdfIsAsLargeAsAskedFor();
  void pngHasItsResolutionOnWhiteInADarkWindow();
  void legendsStandWhereTheyAreToldTo_data();
  void legendsStandWhereTheyAreToldTo();
  void dashesTellCurvesApartFromTheFifthOn();
  void linesEndAtTheEdgesOfPlots();
  void underscoresAreWhole();
  void titlesAreKeptInTheModel();
  void unitsStandAtTheAxes();
  void theDialogRemembersItsSettingsAndOffersTheModelsFolder();
  void arrowsThinOutWhereACurveRunsAgainAndAgain();
  void linesAreCutExactly();
  void wideLinesOfManySegmentsAreFast();

 private:
  QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
  QTemporaryDir m_folder;
};

void FigureTest::svgIsInMillimetersAndPointsWithRealText() {
  ScopePanel panel;
  panel.setSource(sines(2));
  panel.finish();
  FigureSettings settings;
  settings.width = 90;
  settings.height = 55;
  settings.font = 9;
  AxisTitles titles;
  titles.left[0] = QStringLiteral("speed of motor_1");
  const Figure figure(panel, settings, titles);
  QVERIFY(!figure.save(path("a.svg")));
  const Drawing svg = readSvg(path("a.svg"));
  QVERIFY2(svg.width.endsWith(QStringLiteral("mm")), qPrintable(svg.width));
  QVERIFY(std::abs(QString(svg.width).chopped(2).toDouble() - 90) < 0.1);
  QVERIFY(std::abs(QString(svg.height).chopped(2).toDouble() - 55) < 0.1);
  for (const char* text : {"signal_1", "signal_2", "speed of motor_1", "time (s)"})
    QVERIFY2(svg.texts.contains(QLatin1String(text)), text);
  // Points per unit of the drawing: 90 mm are 255.1 pt.
  const double units = svg.viewBox.section(u' ', 2, 2).toDouble();
  for (const QString& size : svg.sizes)
    QVERIFY2(std::abs(size.toDouble() * 255.118 / units - 9) < 0.05, qPrintable(size));
  QVERIFY(QSvgRenderer(path("a.svg")).isValid());
  QVERIFY(figure.save(QStringLiteral("/nowhere/a.svg")));
  QVERIFY(figure.save(path("a.xyz")));
}

void FigureTest::pdfIsAsLargeAsAskedFor() {
  ScopePanel panel;
  panel.setSource(sines(2));
  panel.finish();
  QVERIFY(!Figure(panel, {}, {}).save(path("a.pdf")));
  QFile file(path("a.pdf"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray pdf = file.readAll();
  static const QRegularExpression box(QStringLiteral(R"(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\])"));
  const auto match = box.match(QString::fromLatin1(pdf));
  QVERIFY(match.hasMatch());
  QVERIFY(std::abs(match.captured(1).toDouble() - 85 / 25.4 * 72) < 0.5);
  QVERIFY(std::abs(match.captured(2).toDouble() - 60 / 25.4 * 72) < 0.5);
  // Fonts with the letters that their glyphs stand for: text, not outlines.
  QVERIFY(pdf.contains("/ToUnicode") && pdf.contains("/FontFile"));
}

void FigureTest::pngHasItsResolutionOnWhiteInADarkWindow() {
  ScopePanel panel;
  QPalette dark;
  dark.setColor(QPalette::Base, QColor(0x20, 0x22, 0x24));
  dark.setColor(QPalette::Text, QColor(0xe8, 0xe8, 0xe8));
  panel.setPalette(dark);
  panel.setSource(sines(2));
  panel.finish();
  OverlayStyle cursor;
  cursor.text = QStringLiteral("1");
  panel.canvas().overlays().addVerticalLine(5, cursor);
  FigureSettings settings;
  settings.dpi = 254;
  QVERIFY(!Figure(panel, settings, {}).save(path("a.png")));
  const QImage png(path("a.png"));
  QCOMPARE(png.size(), QSize(850, 600));
  QCOMPARE(png.dotsPerMeterX(), 10000);
  int white = 0, dim = 0;
  for (int y = 0; y < png.height(); ++y)
    for (int x = 0; x < png.width(); ++x) {
      white += png.pixelColor(x, y) == QColor(Qt::white);
      dim += png.pixelColor(x, y).lightness() < 120;
    }
  QVERIFY2(white > 0.8 * png.width() * png.height(), qPrintable(QString::number(white)));
  QVERIFY(dim > 2000);  // texts, axes and curves are dark
  settings.width = settings.height = 500;
  settings.dpi = 1200;
  QVERIFY(Figure(panel, settings, {})
              .save(path("b.png"))
              .value_or(QString())
              .contains(QStringLiteral("dots per inch")));
}

void FigureTest::legendsStandWhereTheyAreToldTo_data() {
  QTest::addColumn<int>("place");
  for (const auto& [name, place] : {std::pair{"above", LegendPlace::Above},
                                    {"right", LegendPlace::Right},
                                    {"top left", LegendPlace::TopLeft},
                                    {"bottom right", LegendPlace::BottomRight},
                                    {"none", LegendPlace::None}})
    QTest::newRow(name) << static_cast<int>(place);
}

void FigureTest::legendsStandWhereTheyAreToldTo() {
  QFETCH(int, place);
  ScopePanel panel;
  panel.setSource(sines(3));
  panel.finish();
  FigureSettings settings;
  settings.legend = static_cast<LegendPlace>(place);
  const Figure figure(panel, settings, {});
  PlotPicture(figure.canvas(), figure.units());
  const QRect plot = figure.canvas().axesRect(0), entry = figure.canvas().legendEntryRect(2);
  QVERIFY(plot.width() > figure.units().width() / 3 && plot.height() > figure.units().height() / 3);
  switch (settings.legend) {
    case LegendPlace::Above:
      QVERIFY(entry.bottom() <= plot.top() && entry.isValid());
      break;
    case LegendPlace::Right:
      QVERIFY(entry.left() >= plot.right() && entry.top() < plot.center().y());
      QVERIFY(entry.right() <= figure.units().width());
      break;
    case LegendPlace::TopLeft:
      QVERIFY(plot.contains(entry) && entry.center().x() < plot.center().x());
      QVERIFY(entry.center().y() < plot.center().y());
      break;
    case LegendPlace::BottomRight:
      QVERIFY(plot.contains(entry) && entry.center().x() > plot.center().x());
      QVERIFY(entry.center().y() > plot.center().y());
      break;
    default:
      QVERIFY(!entry.isValid());
  }
}

void FigureTest::dashesTellCurvesApartFromTheFifthOn() {
  ScopePanel panel;
  panel.setSource(sines(8));
  panel.finish();
  FigureSettings settings;
  settings.legend = LegendPlace::None;
  const auto patterns = [&](CurveDashes dashes) {
    settings.dashes = dashes;
    return Figure(panel, settings, {}).save(path("a.svg")) ? std::size_t{99}
                                                           : readSvg(path("a.svg")).dashes.size();
  };
  QCOMPARE(patterns(CurveDashes::AfterFour), std::size_t{4});  // the fifth to the eighth, each its own
  QCOMPARE(patterns(CurveDashes::Every), std::size_t{7});      // all but the first
  QCOMPARE(patterns(CurveDashes::AsStyled), std::size_t{0});
}

void FigureTest::linesEndAtTheEdgesOfPlots() {
  ScopePanel panel;
  panel.setSource(sines(2));
  panel.finish();
  panel.canvas().setHorizontalRange({2, 4});
  panel.canvas().vertical(0).setRange({-0.2, 0.3});
  emit panel.canvas().rangeChangedByUser();
  FigureSettings settings;
  settings.legend = LegendPlace::None;
  const Figure figure(panel, settings, {});
  QVERIFY(!figure.save(path("a.svg")));
  const QRectF plot = QRectF(figure.canvas().axesRect(0)).adjusted(-8, -8, 8, 8);
  const Drawing svg = readSvg(path("a.svg"));
  QVERIFY(svg.points.size() > 20);
  for (const QPointF& p : svg.points)
    QVERIFY2(plot.contains(p), qPrintable(QStringLiteral("%1, %2").arg(p.x()).arg(p.y())));
}

// The name of a curve with underscores alone: as much ink as the font has for it.
void FigureTest::underscoresAreWhole() {
  for (const double size : {6.0, 7.5, 8.0, 9.0, 11.0}) {
    ScopePanel panel;
    ScopeSource source = sines(2);
    source.axes[0].curves[1].name = QStringLiteral("____________");
    panel.setSource(source);
    panel.finish();
    FigureSettings settings;
    settings.font = size;
    const Figure figure(panel, settings, {});
    const QImage whole = figure.image(288);
    const QRect entry = figure.canvas().legendEntryRect(1);
    const auto ink = [](const QImage& image, const QRect& part) {
      double sum = 0;
      for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x) sum += 255 - image.pixelColor(x, y).lightness();
      return sum;
    };
    // The icon is a line at the left.
    const QRect text = entry.adjusted(85, 0, 0, 4) & whole.rect();
    QImage alone(800, 200, QImage::Format_RGB32);
    alone.fill(Qt::white);
    QPainter painter(&alone);
    QFont font = panel.font();
    font.setPixelSize(static_cast<int>(std::lround(size * 4)));
    painter.setFont(font);
    painter.setPen(QColor(0x40, 0x42, 0x44));
    painter.drawText(20, 100, QStringLiteral("____________"));
    painter.end();
    const double drawn = ink(whole, text), wanted = ink(alone, alone.rect());
    QVERIFY2(drawn > 0.9 * wanted,
             qPrintable(QStringLiteral("%1 pt: %2 of %3").arg(size).arg(drawn).arg(wanted)));
  }
}

void FigureTest::titlesAreKeptInTheModel() {
  AxisTitles titles;
  titles.horizontal = QStringLiteral(R"(time \(s\), "really")");
  titles.left = {{0, QStringLiteral("a; b=c")}, {11, QStringLiteral("ω in rad/s")}};
  titles.right = {{0, QStringLiteral("%1 \\ 2")}};
  QCOMPARE(readAxisTitles(toText(titles)), titles);
  QCOMPARE(toText(AxisTitles{}), QString());
  QVERIFY(readAxisTitles(QStringLiteral("x= 1=\"\" 99=\"a\" 0=\"b\" =\"c\" \"")) == AxisTitles{});
  ScopeSettings settings;
  settings.titles = titles;
  for (const bool phase : {false, true}) {
    const ScopeParameters kept = toParameters(settings, phase);
    QVERIFY(scopeParameterNames(phase).contains("axis_titles"));
    QCOMPARE(toSettings(kept).titles, titles);
  }
}

void FigureTest::unitsStandAtTheAxes() {
  ScopePanel panel;
  panel.setSource(sines(2));
  QCOMPARE(panel.canvas().vertical(0).label(), QStringLiteral("speed (rad/s)"));
  QCOMPARE(panel.canvas().horizontal().label(), QStringLiteral("time (s)"));
}

void FigureTest::theDialogRemembersItsSettingsAndOffersTheModelsFolder() {
  QWidget window;
  const QString model = m_folder.filePath(QStringLiteral("models/robot.flx"));
  QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("models")));
  window.setWindowFilePath(model);
  ScopePanel panel(&window);
  panel.setSource(sines(2));
  panel.finish();
  {
    ScopeExportDialog dialog(panel, &panel);
    QCOMPARE(dialog.path(), m_folder.filePath(QStringLiteral("models/Speeds.png")));
    dialog.setFormat(QStringLiteral("svg"));
    dialog.findChild<QDoubleSpinBox*>(QStringLiteral("figureWidth"))->setValue(120);
    dialog.findChild<QDoubleSpinBox*>(QStringLiteral("figureFont"))->setValue(10.5);
    auto* legend = dialog.findChild<QComboBox*>(QStringLiteral("figureLegend"));
    legend->setCurrentIndex(legend->findData(static_cast<int>(LegendPlace::TopLeft)));
    auto* titles = dialog.findChild<QTableWidget*>(QStringLiteral("figureTitles"));
    QCOMPARE(titles->rowCount(), 2);
    titles->item(1, 1)->setText(QStringLiteral("motor_omega"));
    dialog.accept();
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    QVERIFY(readSvg(dialog.path()).texts.contains(QStringLiteral("motor_omega")));
  }
  QCOMPARE(panel.settings().titles.left.at(0), QStringLiteral("motor_omega"));
  ScopeExportDialog again(panel, &panel);
  QVERIFY(again.path().endsWith(QStringLiteral("models/Speeds.svg")));
  QCOMPARE(again.figure().settings().width, 120.0);
  QCOMPARE(again.figure().settings().font, 10.5);
  QCOMPARE(again.figure().settings().legend, LegendPlace::TopLeft);
  auto* titles = again.findChild<QTableWidget*>(QStringLiteral("figureTitles"));
  QCOMPARE(titles->item(1, 1)->text(), QStringLiteral("motor_omega"));
  titles->item(1, 1)->setText(QString());  // as it comes
  QCOMPARE(again.figure().titles(), AxisTitles{});
  // Another model: beside it, not where the last picture went.
  QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("others")));
  window.setWindowFilePath(m_folder.filePath(QStringLiteral("others/crane.flx")));
  QCOMPARE(ScopeExportDialog(panel, &panel).path(), m_folder.filePath(QStringLiteral("others/Speeds.svg")));
}

void FigureTest::arrowsThinOutWhereACurveRunsAgainAndAgain() {
  const QRectF inside(0, 0, 400, 400);
  const auto circles = [&](int times) {
    QVector<QPointF> points;
    for (int k = 0; k <= 90 * times; ++k) {
      const double angle = 2 * M_PI * k / 90, radius = 150 + 3 * std::sin(0.01 * k);
      points << QPointF(200 + radius * std::cos(angle), 200 + radius * std::sin(angle));
    }
    return arrowHeads(points, 90, inside);
  };
  const auto once = circles(1).size(), often = circles(1000).size();
  QCOMPARE(once, 10);  // 942 pixels of way
  QVERIFY2(often >= once && often <= 16, qPrintable(QString::number(often)));
  // There and back on the same way: heads in both directions.
  QVector<QPointF> back;
  for (int k = 0; k <= 40; ++k) back << QPointF(10 * k, 200);
  for (int k = 40; k >= 0; --k) back << QPointF(10 * k, 200);
  int right = 0, left = 0;
  for (const ArrowHead& head : arrowHeads(back, 90, inside)) (head.along.x() > 0 ? right : left) += 1;
  QVERIFY(right >= 4 && left >= 4);
  const double gap = std::numeric_limits<double>::quiet_NaN();
  QVERIFY(arrowHeads({{0, 0}, {gap, gap}, {1000, 0}}, 90, inside).isEmpty());
}

void FigureTest::linesAreCutExactly() {
  const QRectF inside(0, 0, 10, 10);
  // In from the left, out at the top, in again from the top, to an end inside.
  const auto parts = partsInside({{-5, 5}, {5, 5}, {5, -5}, {8, -5}, {8, 4}}, inside);
  QCOMPARE(parts.size(), std::size_t{2});
  QCOMPARE(parts[0].points, (QVector<QPointF>{{0, 5}, {5, 5}, {5, 0}}));
  QCOMPARE(parts[0].before, 5.0);
  QCOMPARE(parts[1].points, (QVector<QPointF>{{8, 0}, {8, 4}}));
  QCOMPARE(parts[1].before, 28.0);  // 10 + 10 + 3 + 5
  QVERIFY(partsInside({{-5, -5}, {20, -5}}, inside).empty());
  // Through a corner's outside: nothing; across: both ends cut.
  QVERIFY(partsInside({{-5, 4}, {4, -6}}, inside).empty());
  const auto across = partsInside({{-10, -10}, {20, 20}}, inside);
  QCOMPARE(across.front().points, (QVector<QPointF>{{0, 0}, {10, 10}}));
  const double gap = std::numeric_limits<double>::quiet_NaN();
  QCOMPARE(partsInside({{1, 1}, {2, 2}, {3, gap}, {4, 4}, {5, 5}}, inside).size(), std::size_t{2});
}

// Noise: the same picture in a fraction of the time that one stroke of all of it takes, which grows faster
// than the number of its points.
void FigureTest::wideLinesOfManySegmentsAreFast() {
  QVector<QPointF> noise;
  std::uint32_t state = 1;
  for (int k = 0; k < 3000; ++k) {
    state = state * 1664525 + 1013904223;
    noise << QPointF(600.0 * k / 3000, 400 * (state / 4294967296.0));
  }
  const auto draw = [&](bool inPieces, Qt::PenStyle style, qint64& spent) {
    QImage image(600, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0, 0, 160), 3, style, Qt::RoundCap, Qt::RoundJoin));
    QElapsedTimer clock;
    clock.start();
    if (inPieces)
      drawLine(painter, noise, QRectF(-10, -10, 620, 420));
    else
      painter.drawPolyline(noise.constData(), static_cast<int>(noise.size()));
    spent = clock.nsecsElapsed();
    return image;
  };
  qint64 whole = 0, pieces = 0, dashed = 0;
  const QImage a = draw(false, Qt::SolidLine, whole), b = draw(true, Qt::SolidLine, pieces);
  draw(true, Qt::DashLine, dashed);
  qInfo("one stroke %.1f ms, pieces %.1f ms, dashed %.1f ms", 1e-6 * whole, 1e-6 * pieces, 1e-6 * dashed);
  QVERIFY2(3 * pieces < whole, "a line in pieces");
  // The same ink, but for what edges mix.
  double far = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      far += std::abs(a.pixelColor(x, y).red() - b.pixelColor(x, y).red()) > 64;
  QVERIFY2(far < 0.005 * a.width() * a.height(), qPrintable(QString::number(far)));
}

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
