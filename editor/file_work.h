#pragma once
// A piece of work on files, in a thread of its own that nobody joins (detached_thread.h): it is waited for,
// or heard of when it has ended, or left.
//
//   FileWork<ModelRead> reading([path] { return readModel(path); });
//   if (reading.waitFor(50)) use(reading.take());
#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace fluxion {

class DetachedWork : public QObject {
  Q_OBJECT
 public:
  // Asks the work to stop (sim_core/base/work.h) and leaves it: nobody hears of its end.
  ~DetachedWork() override;

  bool hasEnded() const;
  // Without handling events; true: it has ended.
  bool waitFor(int milliseconds) const;

 signals:
  void ended();

 protected:
  DetachedWork();
  void begin(std::function<void()> task);
  // What the task threw, if it threw.
  void rethrow() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> m_shared;
};

// `work` owns what it uses, or shares it.
template <class Outcome>
class FileWork : public DetachedWork {
 public:
  explicit FileWork(std::function<Outcome()> work) : m_outcome(std::make_shared<std::optional<Outcome>>()) {
    begin([outcome = m_outcome, work = std::move(work)] { outcome->emplace(work()); });
  }
  // Of work that has ended, once. Throws what it threw.
  Outcome take() {
    rethrow();
    return std::move(m_outcome->value());
  }

 private:
  std::shared_ptr<std::optional<Outcome>> m_outcome;
};

}  // namespace fluxion
