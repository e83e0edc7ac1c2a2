// What lies near a window, found through cells as by looking at everything.
#include <QTest>
#include <map>
#include <random>

#include "editor/canvas/place_index.h"

using namespace fluxion;

class PlaceIndexTest : public QObject {
  Q_OBJECT

 private slots:
  void findsWhateverMeetsAWindow() {
    std::mt19937 random(5);
    const auto number = [&](double from, double to) {
      return std::uniform_real_distribution<double>(from, to)(random);
    };
    PlaceIndex index;
    std::map<sim::Id, std::vector<QRectF>> all;
    for (int step = 0; step < 3000; ++step) {
      const auto id = static_cast<sim::Id>(std::uniform_int_distribution<int>(1, 60)(random));
      if (step % 5 == 4) {
        index.remove(id);
        all.erase(id);
        continue;
      }
      // Some as long as a diagram may be.
      const double size = step % 7 == 0 ? 1e6 : 400;
      std::vector<QRectF> rects;
      for (int k = 0; k <= step % 3; ++k)
        rects.emplace_back(number(-1e4, 1e4), number(-1e4, 1e4), number(0, size),
                           step % 2 ? 0 : number(0, size));
      index.set(id, rects);
      all[id] = rects;
      const double extent = step % 11 == 0 ? 2e6 : 1500;
      const QRectF window(number(-1e4, 1e4), number(-1e4, 1e4), number(1, extent), number(1, extent));
      const std::vector<sim::Id> found = index.near(window);
      QVERIFY(std::is_sorted(found.begin(), found.end()));
      QVERIFY(std::adjacent_find(found.begin(), found.end()) == found.end());
      for (const auto& [other, places] : all) {
        const bool meets = std::any_of(places.begin(), places.end(), [&](const QRectF& r) {
          return r.left() <= window.right() && r.right() >= window.left() && r.top() <= window.bottom() &&
                 r.bottom() >= window.top();
        });
        QCOMPARE(std::binary_search(found.begin(), found.end(), other), meets);
      }
      for (sim::Id other : found) QVERIFY(all.contains(other));
    }
  }
};

QTEST_GUILESS_MAIN(PlaceIndexTest)
#include "place_index_test.moc"
