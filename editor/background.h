#pragma once
// Answers questions in the thread pool, or in threads of their own where a disk may hold them up: one at a
// time; of those asked for meanwhile only the last counts, and answers that are out of date are dropped.
// Nobody waits for the thread: a question owns all that it reads, so that who asks may go at any time.
#include <QObject>
#include <QThreadPool>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "sim_core/base/work.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

template <class Question, class Answer>
class Background {
 public:
  // Whether the answer still matters; asked in the thread.
  using Wanted = std::function<bool()>;
  using Work = std::function<Answer(const Question&, const Wanted&)>;
  using Start = void (*)(std::function<void()> task);
  static void inPool(std::function<void()> task) { QThreadPool::globalInstance()->start(std::move(task)); }
  // `work` runs where `start` has it run, `done` in the thread of `receiver`, which must outlive this object.
  // The program waits for the pool at its end: what may never return is started by startDetached.
  Background(QObject* receiver, Work work, std::function<void(const Answer&)> done, Start start = inPool)
      : m_receiver(receiver),
        m_work(std::move(work)),
        m_done(std::move(done)),
        m_start(start),
        m_shared(std::make_shared<Shared>()) {
    m_shared->asker = this;
  }
  ~Background() {
    std::lock_guard lock(m_shared->mutex);
    m_shared->asker = nullptr;
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void ask(Question question) {
    m_next = std::make_unique<Question>(std::move(question));
    if (!m_running) return begin();
    std::lock_guard lock(m_shared->mutex);
    m_shared->stale = true;
  }
  // An answer is on its way.
  bool isBusy() const { return m_running; }

 private:
  // What both threads see.
  struct Shared {
    std::mutex mutex;
    Background* asker = nullptr;  // null: nobody wants to know any more
    bool stale = false;           // something else is wanted by now
    bool wanted() {
      std::lock_guard lock(mutex);
      return asker != nullptr && !stale;
    }
  };

  void begin() {
    m_running = true;
    {
      std::lock_guard lock(m_shared->mutex);
      m_shared->stale = false;
    }
    m_start([shared = m_shared, work = m_work, question = std::shared_ptr<Question>(std::move(m_next))] {
      Answer answer{};  // what throws is answered by nothing; who asks for more catches it in the work
      try {
        const sim::Work stoppable([&] { return !shared->wanted(); });
        answer = work(*question, [&] { return shared->wanted(); });
      } catch (const sim::WorkStopped&) {  // nobody wants it
      } catch (const std::exception& failure) {
        qWarning("an answer was lost: %s", failure.what());
      }
      std::lock_guard lock(shared->mutex);
      if (!shared->asker) return;
      QMetaObject::invokeMethod(
          shared->asker->m_receiver,
          [shared, answer] {
            // In the receiver's thread, which is where the asker goes, if it goes.
            if (shared->asker) shared->asker->take(answer);
          },
          Qt::QueuedConnection);
    });
  }
  void take(const Answer& answer) {
    m_running = false;
    if (m_next) return begin();
    m_done(answer);
  }

  QObject* m_receiver;
  Work m_work;
  std::function<void(const Answer&)> m_done;
  Start m_start;
  std::unique_ptr<Question> m_next;
  std::shared_ptr<Shared> m_shared;
  bool m_running = false;
};

// A copy of its own for a thread: plug-ins stay loaded as long as it lives.
inline std::shared_ptr<const sim::BlockLibrary> sharedCopy(const sim::BlockLibrary& library) {
  return std::make_shared<const sim::BlockLibrary>(library);
}

}  // namespace fluxion
