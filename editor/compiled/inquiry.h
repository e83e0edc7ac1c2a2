#pragma once
// What a dock or dialog asks about the model of a document and has answered in the background (background.h):
// what is asked and answered, and what is computed for it, are the dock's own.
//
//   using TrimInquiry = Inquiry<TrimAsked, TrimAnswer>;
//   TrimInquiry m_inquiry(this, trimWork(models), [this](const TrimAnswer& answer) { take(answer); });
#include <functional>
#include <memory>
#include <optional>

#include "editor/background.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/base/failure_report.h"

namespace fluxion {

class CompiledModels;

// What every answer says.
struct InquiryAnswer {
  bool stopped = true;        // nothing was computed: it was given up
  sim::Diagnostics problems;  // why there is not more of the rest
};

template <class Question, class Answer>
class Inquiry {
 public:
  // Whether the answer still matters; asked in the thread.
  using Wanted = std::function<bool()>;
  struct Work {
    const char* task;  // in words, for the message where it fails: "trim the model"
    // Fills in the answer, and gives back why there is not more of it. One question at a time, so that
    // what it keeps of one serves the next.
    std::function<sim::Diagnostics(const Question&, Answer&, const Wanted&)> compute;
  };

  // `done` is called in the thread of `receiver`, which must outlive this.
  Inquiry(QObject* receiver, Work work, std::function<void(const Answer&)> done)
      : m_background(
            receiver,
            [work = std::move(work)](const std::optional<Question>& question, const Wanted& wanted) {
              return question && wanted() ? answerTo(*question, work, wanted) : Answer();
            },
            std::move(done)) {}

  void ask(Question question) { m_background.ask(std::move(question)); }
  // Gives up what is being computed; an answer says so.
  void drop() { m_background.ask(std::nullopt); }
  bool isBusy() const { return m_background.isBusy(); }

 private:
  static Answer answerTo(const Question& question, const Work& work, const Wanted& wanted) {
    Answer answer;
    answer.stopped = false;
    try {
      answer.problems = work.compute(question, answer, wanted);
    } catch (const sim::WorkStopped&) {
      throw;
    } catch (...) {
      answer.problems.push_back(sim::failure_report(work.task));
    }
    return answer;
  }

  Background<std::optional<Question>, Answer> m_background;
};

}  // namespace fluxion
